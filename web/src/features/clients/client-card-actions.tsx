import { Button } from '@chakra-ui/react/button';
import { Flex } from '@chakra-ui/react/flex';
import { useMutation } from '@tanstack/react-query';
import { CircleCheck } from 'lucide-react';
import { Link } from 'react-router';
import type { Client } from '#shared/clients.ts';
import { clientPath } from '../../paths.ts';
import { DeleteClient } from '../../ui/delete-client.tsx';
import { completeClient } from './queries.ts';

function Complete({ id, name }: Client) {
  const { mutate, isPending } = useMutation(completeClient);
  return (
    <Button
      size="xs"
      variant="ghost"
      colorPalette="gray"
      disabled={isPending}
      aria-label={`Complete ${name}`}
      onClick={() => mutate({ params: { id }, body: { completed: true } })}
    >
      <CircleCheck aria-hidden />
      Complete
    </Button>
  );
}

const Delete = ({ id, name }: Client) => (
  <DeleteClient id={id} size="xs" variant="ghost" colorPalette="gray" aria-label={`Delete ${name}`}>
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
