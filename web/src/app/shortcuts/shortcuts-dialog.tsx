import { DialogBody } from '@chakra-ui/react/dialog';
import { chakra } from '@chakra-ui/react/styled-system';
import { Fragment } from 'react';
import { SingleKeysChoice } from '../../parts/account/single-keys-choice.tsx';
import type { DialogState } from '../../ui/eager/lazy-dialog.tsx';
import { Modal } from '../../ui/overlay/modal.tsx';
import { Kbd } from '../palette/kbd.tsx';
import { SHORTCUTS } from './registry.ts';

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
          {SHORTCUTS.map(({ keys, label }) => (
            <Fragment key={label}>
              <chakra.dt display="flex" gap="1">
                {keys.split(' ').map((key) => (
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
