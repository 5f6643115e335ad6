import { Flex } from '@chakra-ui/react/flex';
import { Grid } from '@chakra-ui/react/grid';
import { Text } from '@chakra-ui/react/text';
import { useMutation } from '@tanstack/react-query';
import { useFocusFallback } from '../../lib/screen/use-focus-fallback.ts';
import { ConfirmButton } from '../../ui/overlay/confirm-button.tsx';
import { AuthenticatorButton } from './authenticator-button.tsx';
import { removeTotp } from './queries.ts';

function RemoveButton() {
  const { mutateAsync } = useMutation(removeTotp);
  return (
    <ConfirmButton
      ref={useFocusFallback()}
      size="sm"
      variant="outline"
      colorPalette="red"
      ask={{
        title: 'Remove authenticator app',
        text: 'Its codes are not asked for any more when you sign in.',
        confirm: 'Remove',
        busy: 'Removing...',
      }}
      onConfirm={() => mutateAsync({})}
    >
      Remove App
    </ConfirmButton>
  );
}

/** Whether one has an authenticator app, and the way to set up or remove it. */
export const Authenticator = ({ isSetUp, onAdded }: { isSetUp: boolean; onAdded: () => void }) => (
  <Grid gap="4" justifyItems="start">
    <Text color={isSetUp ? undefined : 'fg.muted'}>
      {isSetUp ? 'Your app is set up.' : 'You have no authenticator app set up yet.'}
    </Text>
    <Flex gap="2" wrap="wrap">
      <AuthenticatorButton onAdded={onAdded}>{isSetUp ? 'Set Up Another App' : 'Set Up an App'}</AuthenticatorButton>
      {isSetUp && <RemoveButton />}
    </Flex>
  </Grid>
);
