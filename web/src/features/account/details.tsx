import { Box } from '@chakra-ui/react/box';
import { Flex } from '@chakra-ui/react/flex';
import { chakra } from '@chakra-ui/react/styled-system';
import { Text } from '@chakra-ui/react/text';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Account } from '#shared/contract/account.ts';
import { MAILBOXES } from '#shared/rules/people.ts';
import { useFocusFallback } from '../../lib/screen/use-focus-fallback.ts';
import { formatDateTime, humanise } from '../../lib/text/format.ts';
import { accountQuery } from '../../parts/account/account.ts';
import { useMe } from '../../parts/account/me.ts';
import { DialogButton, lazyDialog } from '../../ui/eager/lazy-dialog.tsx';
import { ActionButton } from '../../ui/feedback/action-button.tsx';
import { PageSection } from '../../ui/layout/page-section.tsx';
import { Avatar } from '../../ui/text/avatar.tsx';
import { Words } from '../../ui/text/words.tsx';
import { cancelEmailChange, sendLinksAgain } from './queries.ts';

const DetailsDialog = lazyDialog(() => import('./details-dialog.tsx'));

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <chakra.dt textStyle="sm" color="fg.muted">
      {name}
    </chakra.dt>
    <chakra.dd overflowWrap="anywhere">{children}</chakra.dd>
  </div>
);

const Address = ({ children }: { children: string }) => (
  <chakra.span translate="no" fontWeight="medium">
    {children}
  </chakra.span>
);

interface WaitingProps {
  /** Current address. */
  old: string;
  change: NonNullable<Account['emailChange']>;
}

/** Reports which mailboxes still have to confirm a new address. */
function Waiting({ old, change: { email, confirmed, endsAt } }: WaitingProps) {
  const { mutateAsync: sendAgain } = useMutation(sendLinksAgain);
  const { mutateAsync: cancel } = useMutation(cancelEmailChange);
  const addresses = { old, new: email };
  const [first = 'new', second] = MAILBOXES.filter((mailbox) => !confirmed.includes(mailbox));
  const button = { size: 'sm', variant: 'outline' } as const;
  return (
    <Box bg="brand.subtle" borderRadius="l2" px="4" py="3" mt="5">
      <Text fontWeight="medium">Your new email address is waiting for confirmation</Text>
      <Text textStyle="sm" mt="1" overflowWrap="anywhere">
        <span>{second ? 'Open the links that we emailed to' : 'Open the link that we emailed to'}</span>{' '}
        <Address>{addresses[first]}</Address>
        {second && (
          <>
            {' '}
            <span>and</span> <Address>{addresses[second]}</Address>
          </>
        )}
        <span>{` by ${formatDateTime(endsAt)}.`}</span>
      </Text>
      <Flex gap="2" wrap="wrap" mt="3">
        <ActionButton {...button} onAction={() => sendAgain({ body: { email } })} busyLabel="Sending...">
          Send Again
        </ActionButton>
        <ActionButton
          {...button}
          ref={useFocusFallback()}
          colorPalette="gray"
          onAction={() => cancel({ body: { email: old } })}
          busyLabel="Cancelling..."
        >
          Cancel Change
        </ActionButton>
      </Flex>
    </Box>
  );
}

/** Refetched on focus, because the emailed links open in another tab or browser. */
const awaitedAccount = {
  ...accountQuery,
  refetchOnWindowFocus: ({ state }: { state: { data?: Account } }) => (state.data?.emailChange ? 'always' : false),
} as const;

export function Details() {
  const me = useMe();
  const { data: account } = useQuery(awaitedAccount);
  const { name, email } = account ?? me;
  return (
    <PageSection title="Your Details" about={<p>Shown to clients and colleagues. You sign in with the email.</p>}>
      <Flex gap="5" direction={{ base: 'column', sm: 'row' }}>
        <Avatar name={name} size="14" />
        <chakra.dl
          display="grid"
          columnGap="8"
          rowGap="4"
          minW="0"
          flex="1"
          gridTemplateColumns="repeat(auto-fit, minmax(min(12rem, 100%), 1fr))"
          alignContent="center"
        >
          <Fact name="Name">
            <Words>{name}</Words>
          </Fact>
          <Fact name="Email">{email}</Fact>
          <Fact name="Role">{humanise(me.role)}</Fact>
        </chakra.dl>
      </Flex>
      {account?.emailChange && <Waiting old={email} change={account.emailChange} />}
      <DialogButton
        size="sm"
        variant="outline"
        mt="5"
        dialog={(state) => <DetailsDialog {...state} name={name} email={email} />}
      >
        Edit Details
      </DialogButton>
    </PageSection>
  );
}
