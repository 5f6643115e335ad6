import { Flex } from '@chakra-ui/react/flex';
import { Grid } from '@chakra-ui/react/grid';
import { Text } from '@chakra-ui/react/text';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import type { Account } from '#shared/contract/account.ts';
import { sayDay } from '#shared/rules/say-date.ts';
import { knowsPasskeys } from '../../lib/http/knows-passkeys.ts';
import { useFocusFallback } from '../../lib/screen/use-focus-fallback.ts';
import { DOT } from '../../lib/text/format.ts';
import { accountQuery } from '../../parts/account/account.ts';
import { DialogButton, lazyDialog } from '../../ui/eager/lazy-dialog.tsx';
import { ErrorState, Skeletons } from '../../ui/eager/state.tsx';
import { ActionButton } from '../../ui/feedback/action-button.tsx';
import { ConfirmButton } from '../../ui/feedback/confirm-button.tsx';
import { ItemList, ListItem } from '../../ui/layout/item-list.tsx';
import { PageSection } from '../../ui/layout/page-section.tsx';
import { RelativeTime } from '../../ui/text/relative-time.tsx';
import { Words } from '../../ui/text/words.tsx';
import { AddPasskeyButton, AuthenticatorButton, useRecoveryCodes } from './factor-buttons.tsx';
import { removePasskey, removeTotp } from './queries.ts';

const RenamePasskeyDialog = lazyDialog(async () => ({
  default: (await import('./passkey-dialogs.tsx')).RenamePasskeyDialog,
}));

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
        question={{
          title: 'Remove Passkey',
          text: (
            <span>
              <Words>{name}</Words> will no longer sign you in. Delete it on your device too, or the device will keep
              offering it.
            </span>
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
    <span>{`Added ${sayDay(createdAt)}${DOT}`}</span>
    {lastAt ? (
      <span>
        last used <RelativeTime value={lastAt} />
      </span>
    ) : (
      <span>not used yet</span>
    )}
  </>
);

const Passkeys = ({ passkeys, onAdded }: { passkeys: readonly Passkey[]; onAdded: () => void }) => (
  <Grid gap="4" justifyItems="start">
    {passkeys.length === 0 && <Text color="fg.muted">You have no passkey yet.</Text>}
    {passkeys.length > 0 && (
      <Grid width="full">
        <ItemList label="Passkeys">
          {passkeys.map((passkey) => (
            <ListItem
              key={passkey.id}
              title={<Words>{passkey.name}</Words>}
              facts={<Facts passkey={passkey} />}
              actions={<Actions passkey={passkey} />}
            />
          ))}
        </ItemList>
      </Grid>
    )}
    {knowsPasskeys() ? (
      <AddPasskeyButton size="sm" variant="outline" onAdded={onAdded}>
        <Plus aria-hidden />
        Add a Passkey
      </AddPasskeyButton>
    ) : (
      <Text textStyle="sm">This browser does not support passkeys. Please use another one.</Text>
    )}
  </Grid>
);

/** Recommends new codes from this number down. */
const FEW = 3;

const MAKE = { size: 'sm', variant: 'outline' } as const;

const countOf = (left: number) => (left === 0 ? 'You have none left.' : `${left} left.`);

function RecoveryCodes({ account, onMake }: { account: Account; onMake: () => Promise<unknown> }) {
  const { recoveryCodes: left, totp, passkeys } = account;
  if (!totp && passkeys.length === 0)
    return <Text color="fg.muted">Add a passkey or set up an app first. The codes let you in if you lose it.</Text>;
  return (
    <Grid gap="4" justifyItems="start">
      <Text>{left <= FEW ? `${countOf(left)} Make new ones so that you don’t get locked out.` : countOf(left)}</Text>
      {left === 0 ? (
        <ActionButton {...MAKE} onAction={onMake} busyLabel="Making...">
          Make Recovery Codes
        </ActionButton>
      ) : (
        <ConfirmButton
          {...MAKE}
          question={{
            title: 'Make New Recovery Codes',
            text: 'Your current codes will stop working immediately.',
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

function RemoveButton() {
  const { mutateAsync } = useMutation(removeTotp);
  return (
    <ConfirmButton
      ref={useFocusFallback()}
      size="sm"
      variant="outline"
      colorPalette="red"
      question={{
        title: 'Remove Authenticator App',
        text: 'You will no longer need its codes to sign in.',
        confirm: 'Remove',
        busy: 'Removing...',
      }}
      onConfirm={() => mutateAsync({})}
    >
      Remove App
    </ConfirmButton>
  );
}

const Authenticator = ({ isSetUp, onAdded }: { isSetUp: boolean; onAdded: () => void }) => (
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

const ABOUT = {
  passkeys: (
    <p>
      Sign in with your device’s fingerprint, face or PIN instead of a password. A passkey can’t be guessed, or stolen
      by a fake website.
    </p>
  ),
  app: <p>An app on your phone shows a code, which you enter after your password.</p>,
  codes: <p>For when you lose your device or phone. Each code works once, after your password.</p>,
};

const Loading = () => <Skeletons count={2} height="8" mb="3" />;

/** Second factors of the account. Setting up the first one opens recovery codes immediately. */
export function Factors() {
  const { data, error, refetch } = useQuery(accountQuery);
  const { make, dialog } = useRecoveryCodes();
  if (!data && error)
    return (
      <PageSection title="Second Factor" about={<p>What you use to sign in besides your password.</p>}>
        <ErrorState title="Your sign-in methods could not be loaded" error={error} onRetry={refetch} />
      </PageSection>
    );
  const onAdded = () => {
    if (data?.recoveryCodes === 0) make().catch(() => undefined);
  };
  return (
    <>
      <PageSection title="Passkeys" anchor="second-factor" about={ABOUT.passkeys}>
        {data ? <Passkeys passkeys={data.passkeys} onAdded={onAdded} /> : <Loading />}
      </PageSection>
      <PageSection title="Authenticator App" about={ABOUT.app}>
        {data ? <Authenticator isSetUp={data.totp} onAdded={onAdded} /> : <Loading />}
      </PageSection>
      <PageSection title="Recovery Codes" about={ABOUT.codes}>
        {data ? <RecoveryCodes account={data} onMake={make} /> : <Loading />}
      </PageSection>
      {dialog}
    </>
  );
}
