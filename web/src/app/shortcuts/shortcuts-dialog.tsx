import { DialogBody } from '@chakra-ui/react/dialog';
import { chakra } from '@chakra-ui/react/styled-system';
import { Fragment } from 'react';
import { SingleKeysChoice } from '../../parts/account/single-keys-choice.tsx';
import type { DialogState } from '../../ui/eager/lazy-dialog.tsx';
import { Modal } from '../../ui/overlay/modal.tsx';
import { COMMAND_KEY, Kbd } from '../palette/kbd.tsx';

const KEYS: readonly (readonly [keys: readonly string[], what: string])[] = [
  [[COMMAND_KEY, 'K'], 'Find a client, screen or action'],
  [['/'], 'Search on this page'],
  [['j'], 'Next in a list'],
  [['k'], 'Previous in a list'],
  [['Enter'], 'Open it'],
  [['n'], 'Assign Task'],
  [['g', 'c'], 'Clients'],
  [['g', 'd'], 'Dashboard'],
  [['g', 't'], 'Pending Adviser Tasks'],
  [['g', 'p'], 'Pending Tasks'],
  [['g', 'i'], 'Inbox'],
  [['F8'], 'The notification at the bottom'],
  [['?'], 'This list'],
];

export default function ShortcutsDialog(dialog: DialogState) {
  return (
    <Modal {...dialog} title="Keyboard Shortcuts" size="sm">
      <DialogBody display="grid" gap="6" pb="6">
        <chakra.dl
          display="grid"
          gridTemplateColumns="auto 1fr"
          columnGap="5"
          rowGap="2"
          alignItems="center"
          textStyle="sm"
        >
          {KEYS.map(([keys, label]) => (
            <Fragment key={label}>
              <chakra.dt display="flex" gap="1">
                {keys.map((key) => (
                  <Kbd key={key}>{key}</Kbd>
                ))}
              </chakra.dt>
              <dd>{label}</dd>
            </Fragment>
          ))}
        </chakra.dl>
        <SingleKeysChoice />
      </DialogBody>
    </Modal>
  );
}
