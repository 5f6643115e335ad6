import { Button } from '@chakra-ui/react/button';
import { Flex } from '@chakra-ui/react/flex';
import { useMutation } from '@tanstack/react-query';
import { CircleCheck } from 'lucide-react';
import { Link } from 'react-router';
import type { Client } from '#shared/contract/clients.ts';
import { clientPath } from '../../lib/paths.ts';
import { useFocusFallback } from '../../lib/use-focus-fallback.ts';
import { DeleteClient } from '../../parts/delete-client.tsx';
import { ActionButton } from '../../ui/action-button.tsx';
import { completeClient } from './queries.ts';

const viewLink = (button: HTMLButtonElement) => button.parentElement?.querySelector('a') ?? null;

function Complete({ id, name }: Client) {
  const { mutateAsync } = useMutation(completeClient);
  const ref = useFocusFallback(viewLink);
  return (
    <ActionButton
      ref={ref}
      size="xs"
      variant="ghost"
      colorPalette="gray"
      aria-label={`Complete ${name}`}
      onAction={() => mutateAsync({ params: { id }, body: { completed: true } })}
    >
      <CircleCheck aria-hidden />
      Complete
    </ActionButton>
  );
}

const Delete = ({ id, name }: Client) => (
  <DeleteClient
    ref={useFocusFallback()}
    id={id}
    size="xs"
    variant="ghost"
    colorPalette="gray"
    aria-label={`Delete ${name}`}
  >
    Delete
  </DeleteClient>
);

/** What one can do with a client from the list. */
export const ClientCardActions = (client: Client) => (
  <Flex position="relative" zIndex="base" mt="3" pt="2" mx="-1" borderTopWidth="1px" borderColor="border.muted" gap="1">
    {!client.completed && <Complete {...client} />}
    <Delete {...client} />
    <Button asChild size="xs" variant="ghost" ms="auto" aria-label={`View ${client.name}`}>
      <Link to={clientPath(client.id)}>View</Link>
    </Button>
  </Flex>
);
