import { Flex } from '@chakra-ui/react/flex';
import { chakra } from '@chakra-ui/react/styled-system';
import { useMutation } from '@tanstack/react-query';
import { CircleCheck } from 'lucide-react';
import { useId } from 'react';
import { CLIENT_STATUSES } from '#shared/rules/clients.ts';
import { CLIENT_STATUS } from '../../../parts/client/status-badge.tsx';
import { Select } from '../../../ui/form/controls.tsx';
import { useClient } from '../client-context.ts';
import { setClientStatus } from './queries.ts';

/** What a completed client's status reads: how it was doing no longer counts. */
const COMPLETED = 'completed';

/** Shows and sets how the client is doing; any status can follow any other (product 4), once a completed one is reopened. */
export function StatusSelect() {
  const { id: clientId, status, completed } = useClient().client;
  const { mutate } = useMutation(setClientStatus(clientId));
  const id = useId();
  const Icon = completed ? CircleCheck : CLIENT_STATUS[status][2];
  const choose = (value: string) => {
    const chosen = CLIENT_STATUSES.find((known) => known === value);
    if (chosen && chosen !== status) mutate({ params: { id: clientId }, body: { status: chosen } });
  };
  return (
    <Flex align="center" gap="2" color="colorPalette.fg">
      <chakra.label htmlFor={id} srOnly>
        Client status
      </chakra.label>
      <Icon size={20} aria-hidden />
      <Select
        id={id}
        width="9.5rem"
        size="sm"
        fontWeight="semibold"
        color="colorPalette.fg"
        value={completed ? COMPLETED : status}
        disabled={completed}
        title={completed ? 'Reopen the client to set its status' : undefined}
        onChange={(event) => choose(event.target.value)}
      >
        {completed && <option value={COMPLETED}>Completed</option>}
        {CLIENT_STATUSES.map((value) => (
          <option key={value} value={value}>
            {CLIENT_STATUS[value][0]}
          </option>
        ))}
      </Select>
    </Flex>
  );
}
