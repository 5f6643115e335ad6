import { Box } from '@chakra-ui/react/box';
import { Grid } from '@chakra-ui/react/grid';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { SessionLine } from '#shared/contract/account.ts';
import { useFocusFallback } from '../../lib/screen/use-focus-fallback.ts';
import { DOT, formatDateTime } from '../../lib/text/format.ts';
import { useMe } from '../../parts/account/me.ts';
import { OwnPasswordFields, ownPasswordChange } from '../../parts/account/own-password.tsx';
import { SecondFactorNotice } from '../../parts/account/second-factor-notice.tsx';
import { SingleKeysChoice } from '../../parts/account/single-keys-choice.tsx';
import { ErrorState, Skeletons } from '../../ui/eager/state.tsx';
import { ActionButton } from '../../ui/feedback/action-button.tsx';
import { ConfirmButton } from '../../ui/feedback/confirm-button.tsx';
import { Form, SubmitButton } from '../../ui/form/form.tsx';
import { ItemList, ListItem } from '../../ui/layout/item-list.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { PageSection } from '../../ui/layout/page-section.tsx';
import { RelativeTime } from '../../ui/text/relative-time.tsx';
import { CoverSection } from './cover.tsx';
import { Details } from './details.tsx';
import { Factors } from './factors.tsx';
import { MailPreferencesSection } from './mail-preferences.tsx';
import { changePassword, endOtherSessions, endSession, sessionsQuery } from './queries.ts';

function SignOutButton({ session: { id, label, at } }: { session: SessionLine }) {
  const { mutateAsync } = useMutation(endSession);
  return (
    <ActionButton
      ref={useFocusFallback()}
      size="xs"
      variant="outline"
      aria-label={`Sign Out ${label}, signed in ${formatDateTime(at)}`}
      onAction={() => mutateAsync({ params: { id } })}
      busyLabel="Signing out..."
    >
      Sign Out
    </ActionButton>
  );
}

function SignOutOthers() {
  const { mutateAsync } = useMutation(endOtherSessions);
  return (
    <ConfirmButton
      ref={useFocusFallback()}
      size="sm"
      variant="outline"
      mt="4"
      question={{
        title: 'Sign Out All Other Browsers',
        text: 'You stay signed in here. Everywhere else you have to sign in again.',
        confirm: 'Sign Out All Others',
        busy: 'Signing out...',
      }}
      onConfirm={() => mutateAsync({})}
    >
      Sign Out All Others
    </ConfirmButton>
  );
}

const List = ({ sessions }: { sessions: readonly SessionLine[] }) => (
  <>
    <ItemList label="Browsers">
      {sessions.map((session) => (
        <ListItem
          key={session.id}
          title={session.current ? `${session.label}${DOT}this one` : session.label}
          facts={
            <>
              <span>{`Since ${formatDateTime(session.at)}${DOT}last seen`}</span>{' '}
              <RelativeTime value={session.lastAt} />
            </>
          }
          actions={!session.current && <SignOutButton session={session} />}
        />
      ))}
    </ItemList>
    {sessions.some(({ current }) => !current) && (
      <Box>
        <SignOutOthers />
      </Box>
    )}
  </>
);

function SessionsSection() {
  const { data, error, refetch } = useQuery(sessionsQuery);
  return (
    <PageSection
      title="Where You’re Signed In"
      about={<p>If you don’t recognise one of these, sign it out and change your password.</p>}
    >
      {data && <List sessions={data} />}
      {!data && error && <ErrorState title="Your browsers could not be loaded" error={error} onRetry={refetch} />}
      {!data && !error && <Skeletons count={2} height="12" mb="3" />}
    </PageSection>
  );
}

function PasswordSection() {
  const { mutateAsync } = useMutation(changePassword);
  const { email } = useMe();
  const [changes, setChanges] = useState(0);
  return (
    <PageSection title="Password" about={<p>Changing it signs you out in all other browsers.</p>}>
      <Form
        key={changes}
        autoComplete="on"
        schema={ownPasswordChange}
        onSubmit={({ confirm: _, ...body }) => mutateAsync({ body }).then(() => setChanges(changes + 1))}
      >
        <Grid gap="4">
          <OwnPasswordFields email={email} />
          <SubmitButton busyLabel="Changing..." justifySelf="start">
            Change Password
          </SubmitButton>
        </Grid>
      </Form>
    </PageSection>
  );
}

export const Component = () => (
  <Page title="Your Account" subtitle="Profile, sign-in and email">
    <SecondFactorNotice />
    <Details />
    <PasswordSection />
    <Factors />
    <SessionsSection />
    <MailPreferencesSection />
    <CoverSection />
    <PageSection title="Keyboard" about={<p>Press ? on any page for the list of shortcuts.</p>}>
      <SingleKeysChoice />
    </PageSection>
  </Page>
);
