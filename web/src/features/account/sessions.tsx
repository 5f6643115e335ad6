import { Box } from '@chakra-ui/react/box';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { SessionLine } from '#shared/contract/account.ts';
import { useFocusFallback } from '../../lib/screen/use-focus-fallback.ts';
import { formatDateTime } from '../../lib/text/format.ts';
import { ActionButton } from '../../ui/feedback/action-button.tsx';
import { ErrorState, Skeletons } from '../../ui/feedback/state.tsx';
import { Entries, Entry } from '../../ui/layout/entries.tsx';
import { PageSection } from '../../ui/layout/page-section.tsx';
import { ConfirmButton } from '../../ui/overlay/confirm-button.tsx';
import { RelativeTime } from '../../ui/text/relative-time.tsx';
import { endOtherSessions, endSession, sessionsQuery } from './queries.ts';

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
      ask={{
        title: 'Sign out all other browsers',
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
    <Entries label="Browsers">
      {sessions.map((session) => (
        <Entry
          key={session.id}
          title={session.current ? `${session.label} · this one` : session.label}
          facts={
            <>
              Since {formatDateTime(session.at)} · last seen <RelativeTime value={session.lastAt} />
            </>
          }
          actions={!session.current && <SignOutButton session={session} />}
        />
      ))}
    </Entries>
    {sessions.some(({ current }) => !current) && (
      <Box>
        <SignOutOthers />
      </Box>
    )}
  </>
);

/** The browsers in which one is signed in. */
export function SessionsSection() {
  const { data, error, refetch } = useQuery(sessionsQuery);
  return (
    <PageSection
      title="Where you are signed in"
      about={<p>If you do not know one of these, sign it out and change your password.</p>}
    >
      {data && <List sessions={data} />}
      {!data && error && <ErrorState title="Your browsers could not be loaded" error={error} onRetry={refetch} />}
      {!data && !error && <Skeletons count={2} height="12" mb="3" />}
    </PageSection>
  );
}
