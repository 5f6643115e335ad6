import { Button } from '@chakra-ui/react/button';
import { Flex } from '@chakra-ui/react/flex';
import { useMutation } from '@tanstack/react-query';
import { CircleCheck, Trash2 } from 'lucide-react';
import type { Client } from '#shared/contract/clients.ts';
import { clientPath } from '../../lib/navigation/paths.ts';
import { useFocusFallback } from '../../lib/screen/use-focus-fallback.ts';
import { completeClient } from '../../parts/client/completion.ts';
import { ActionButton } from '../../ui/feedback/action-button.tsx';
import { useAct } from './acts.tsx';

const LOOK = { size: 'xs', px: '2', variant: 'ghost', colorPalette: 'gray' } as const;

const viewLink = (button: HTMLButtonElement) => button.parentElement?.querySelector('a') ?? null;

function Complete({ id, name }: Client) {
  const { mutateAsync } = useMutation(completeClient);
  const ref = useFocusFallback(viewLink);
  return (
    <ActionButton
      ref={ref}
      {...LOOK}
      aria-label={`Complete ${name}`}
      onAction={() => mutateAsync({ params: { id }, body: { completed: true } })}
    >
      <CircleCheck aria-hidden />
      Complete
    </ActionButton>
  );
}

function Delete({ client }: { client: Client }) {
  const act = useAct();
  const ref = useFocusFallback();
  return (
    <Button
      ref={ref}
      {...LOOK}
      aria-label={`Delete ${client.name}`}
      onClick={() => act({ kind: 'delete', clients: [client] })}
    >
      <Trash2 aria-hidden />
      Delete
    </Button>
  );
}

/** What one can do with a client from the list. */
export const ClientCardActions = ({ client }: { client: Client }) => (
  <Flex position="relative" zIndex="base" mt="3" pt="2" mx="-1" borderTopWidth="1px" borderColor="border.muted" gap="1">
    <Button asChild size="xs" px="2.5" variant="subtle" aria-label={`View ${client.name}`}>
      <a href={clientPath(client.id)}>View</a>
    </Button>
    {!client.completed && <Complete {...client} />}
    <Delete client={client} />
  </Flex>
);
