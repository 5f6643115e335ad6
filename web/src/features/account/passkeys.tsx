import { Grid } from '@chakra-ui/react/grid';
import { Text } from '@chakra-ui/react/text';
import { useMutation } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import type { Account } from '#shared/contract/account.ts';
import { knowsPasskeys } from '../../lib/http/knows-passkeys.ts';
import { useFocusFallback } from '../../lib/screen/use-focus-fallback.ts';
import { formatDate } from '../../lib/text/format.ts';
import { Entries, Entry } from '../../ui/layout/entries.tsx';
import { ConfirmButton } from '../../ui/overlay/confirm-button.tsx';
import { DialogButton } from '../../ui/overlay/dialog-button.tsx';
import { lazyDialog } from '../../ui/overlay/lazy-dialog.tsx';
import { RelativeTime } from '../../ui/text/relative-time.tsx';
import { Words } from '../../ui/text/words.tsx';
import { AddPasskeyButton } from './passkey-buttons.tsx';
import { removePasskey } from './queries.ts';

const RenamePasskeyDialog = lazyDialog(() => import('./rename-passkey-dialog.tsx'));

type Passkey = Account['passkeys'][number];

function Actions({ passkey }: { passkey: Passkey }) {
  const { mutateAsync } = useMutation(removePasskey);
  const { id, name } = passkey;
  return (
    <>
      <DialogButton
        size="xs"
        variant="outline"
        aria-label={`Rename ${name}`}
        dialog={(state) => <RenamePasskeyDialog {...state} passkey={passkey} />}
      >
        Rename
      </DialogButton>
      <ConfirmButton
        ref={useFocusFallback()}
        size="xs"
        variant="outline"
        colorPalette="red"
        aria-label={`Remove ${name}`}
        ask={{
          title: 'Remove passkey',
          text: (
            <>
              <Words>{name}</Words> signs nobody in any more. Delete it on your device, too, or the device goes on
              offering it.
            </>
          ),
          confirm: 'Remove',
          busy: 'Removing...',
        }}
        onConfirm={() => mutateAsync({ params: { id } })}
      >
        Remove
      </ConfirmButton>
    </>
  );
}

const Facts = ({ passkey: { createdAt, lastAt } }: { passkey: Passkey }) => (
  <>
    Added {formatDate(createdAt)} ·{' '}
    {lastAt ? (
      <>
        last used <RelativeTime value={lastAt} />
      </>
    ) : (
      'not used yet'
    )}
  </>
);

/** One's passkeys, and the way to add one. */
export const Passkeys = ({ passkeys, onAdded }: { passkeys: readonly Passkey[]; onAdded: () => void }) => (
  <Grid gap="4" justifyItems="start">
    {passkeys.length === 0 && <Text color="fg.muted">You have no passkey yet.</Text>}
    {passkeys.length > 0 && (
      <Grid width="full">
        <Entries label="Passkeys">
          {passkeys.map((passkey) => (
            <Entry
              key={passkey.id}
              title={<Words>{passkey.name}</Words>}
              facts={<Facts passkey={passkey} />}
              actions={<Actions passkey={passkey} />}
            />
          ))}
        </Entries>
      </Grid>
    )}
    {knowsPasskeys() ? (
      <AddPasskeyButton size="sm" variant="outline" onAdded={onAdded}>
        <Plus aria-hidden />
        Add a Passkey
      </AddPasskeyButton>
    ) : (
      <Text textStyle="sm">This browser cannot make passkeys. Please use another one to add yours.</Text>
    )}
  </Grid>
);
