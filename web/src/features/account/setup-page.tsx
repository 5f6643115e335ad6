import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { Grid } from '@chakra-ui/react/grid';
import { chakra } from '@chakra-ui/react/styled-system';
import { Text } from '@chakra-ui/react/text';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { knowsPasskeys } from '../../lib/http/knows-passkeys.ts';
import { returnPath } from '../../lib/navigation/paths.ts';
import { accountQuery } from '../../parts/account/account.ts';
import { ErrorState, PageLoading } from '../../ui/eager/state.tsx';
import { ActionButton } from '../../ui/feedback/action-button.tsx';
import { Sheet } from '../../ui/layout/sheet.tsx';
import { AddPasskeyButton, AuthenticatorButton, useRecoveryCodes } from './factor-buttons.tsx';

const Choice = ({ title, text, children }: { title: string; text: string; children: ReactNode }) => (
  <Grid as="section" gap="2" justifyItems="start" borderTopWidth="1px" pt="5">
    <chakra.h2 textStyle="lg">{title}</chakra.h2>
    <Text color="fg.muted" mb="1">
      {text}
    </Text>
    {children}
  </Grid>
);

const Choices = ({ onAdded }: { onAdded: () => void }) => (
  <>
    {knowsPasskeys() && (
      <Choice
        title="Passkey (Simplest)"
        text="Sign in with your device’s fingerprint, face or PIN instead of a password."
      >
        <AddPasskeyButton size="sm" onAdded={onAdded}>
          Add a Passkey
        </AddPasskeyButton>
      </Choice>
    )}
    <Choice title="Authenticator App" text="An app on your phone shows a code, which you enter after your password.">
      <AuthenticatorButton onAdded={onAdded}>Set Up an App</AuthenticatorButton>
    </Choice>
  </>
);

/** Last step if creating codes failed at first. */
const Last = ({ onMake, onContinue }: { onMake: () => Promise<unknown>; onContinue: () => unknown }) => (
  <Choice
    title="Recovery Codes"
    text="Your second factor is set up. Recovery codes let you in if you lose your device or phone."
  >
    <ActionButton size="sm" onAction={onMake} busyLabel="Making...">
      Make Recovery Codes
    </ActionButton>
    <Button size="sm" variant="ghost" colorPalette="gray" onClick={onContinue}>
      Continue Without Codes
    </Button>
  </Choice>
);

/** Requires a second factor before anything else, then offers recovery codes and continues to the requested page. */
export function Component() {
  const { data, error, refetch } = useQuery(accountQuery);
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const [isAdded, setAdded] = useState(false);
  const finish = () => navigate(returnPath(search), { replace: true });
  const { make, dialog } = useRecoveryCodes(finish);
  const onAdded = () => {
    setAdded(true);
    make().catch(() => undefined);
  };
  if (!data && error)
    return <ErrorState title="Your sign-in methods could not be loaded" error={error} onRetry={refetch} />;
  if (!data) return <PageLoading />;
  return (
    <Box px="4" py={{ base: '2', md: '10' }}>
      <Sheet maxW="lg" mx="auto" px={{ base: '5', md: '8' }} py="7" display="grid" gap="5">
        <div>
          <chakra.h1 textStyle="2xl">Set Up a Second Factor</chakra.h1>
          <Text color="fg.muted">
            Your firm requires one, so that a stolen password alone opens nothing. It takes a minute, then you continue
            where you were.
          </Text>
        </div>
        {isAdded ? <Last onMake={make} onContinue={finish} /> : <Choices onAdded={onAdded} />}
        {dialog}
      </Sheet>
    </Box>
  );
}
