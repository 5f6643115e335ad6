import { Box } from '@chakra-ui/react/box';
import { Text } from '@chakra-ui/react/text';
import { useMutation } from '@tanstack/react-query';
import { Mail } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { change } from '../../lib/query/query.ts';
import { ActionButton } from '../../ui/feedback/action-button.tsx';
import RefusedAccess from './refused-access.tsx';

/** Emails a new link to the client's address on file. The answer is the same for every outcome. */
const sendNewLink = change('POST /api/portal/new-link', {
  failure: { title: 'Error', description: 'Failed to ask for a new link', server: true },
  noSession: true,
});

function OnItsWay({ children }: { children: string }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), []);
  return (
    <Box ref={box} tabIndex={-1} role="status" maxW="md" px="5" py="4" bg="brand.subtle" borderRadius="l2">
      <Text fontWeight="semibold">{children}</Text>
      <Text color="fg.muted" mt="1">
        If nothing arrives within a few minutes, please contact your adviser.
      </Text>
    </Box>
  );
}

const UNUSED =
  'For your safety a link stops working when it has not been used for a long time. Everything on your page is still there.';
const REPLACED =
  'You have a newer link. Please open it in our newest email, or let us send it to you again. Everything on your page is still there.';

/** Offers the link that replaces an expired one. `isReplaced` if the client has one already. */
export default function ExpiredLink({ token, isReplaced }: { token: string; isReplaced: boolean }) {
  const { data, mutateAsync } = useMutation(sendNewLink);
  return (
    <RefusedAccess
      title={isReplaced ? 'This is an older link' : 'This link has expired'}
      more={
        data ? (
          <OnItsWay>{data.message}</OnItsWay>
        ) : (
          <ActionButton size="lg" onAction={() => mutateAsync({ body: { token } })} busyLabel="Sending...">
            <Mail aria-hidden />
            <span>{isReplaced ? 'Send Me the Newest One' : 'Send Me a New One'}</span>
          </ActionButton>
        )
      }
    >
      {isReplaced ? REPLACED : UNUSED}
    </RefusedAccess>
  );
}
