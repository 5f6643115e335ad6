import { Grid } from '@chakra-ui/react/grid';
import { Text } from '@chakra-ui/react/text';
import type { Account } from '#shared/contract/account.ts';
import { ActionButton } from '../../ui/feedback/action-button.tsx';
import { ConfirmButton } from '../../ui/overlay/confirm-button.tsx';

/** With so few left it is time for new ones. */
const FEW = 3;

const MAKE = { size: 'sm', variant: 'outline' } as const;

const countOf = (left: number) => (left === 0 ? 'You have none left.' : `${left} left.`);

/** How many recovery codes are left, and the way to make new ones. */
export function RecoveryCodes({ account, onMake }: { account: Account; onMake: () => Promise<unknown> }) {
  const { recoveryCodes: left, totp, passkeys } = account;
  if (!totp && passkeys.length === 0)
    return <Text color="fg.muted">Add a passkey or set up an app first: the codes replace it if you lose it.</Text>;
  return (
    <Grid gap="4" justifyItems="start">
      <Text>
        {countOf(left)} {left <= FEW && 'Make new ones, so that you do not lock yourself out.'}
      </Text>
      {left === 0 ? (
        <ActionButton {...MAKE} onAction={onMake} busyLabel="Making...">
          Make Recovery Codes
        </ActionButton>
      ) : (
        <ConfirmButton
          {...MAKE}
          ask={{
            title: 'Make new recovery codes',
            text: 'The codes that you have now stop working at once.',
            confirm: 'Make New Codes',
            busy: 'Making...',
          }}
          onConfirm={onMake}
        >
          Make New Codes
        </ConfirmButton>
      )}
    </Grid>
  );
}
