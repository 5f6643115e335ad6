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

export default function ExpiredLink({ token }: { token: string }) {
  const { data, mutateAsync } = useMutation(sendNewLink);
  return (
    <RefusedAccess
      title="This link has expired"
      more={
        data ? (
          <OnItsWay>{data.message}</OnItsWay>
        ) : (
          <ActionButton size="lg" onAction={() => mutateAsync({ body: { token } })} busyLabel="Sending...">
            <Mail aria-hidden />
            Send Me a New One
          </ActionButton>
        )
      }
    >
      For your safety a link stops working when it has not been used for a long time. Everything on your page is still
      there.
    </RefusedAccess>
  );
}
