import { Flex } from '@chakra-ui/react/flex';
import { chakra } from '@chakra-ui/react/styled-system';
import { useMutation } from '@tanstack/react-query';
import { useId } from 'react';
import { CLIENT_STATUSES } from '#shared/clients.ts';
import { Select } from '../../ui/controls.tsx';
import { CLIENT_STATUS } from '../../ui/status-badge.tsx';
import { useClient } from './client-context.ts';
import { setClientStatus } from './queries.ts';

/** Shows and sets how the client is doing; any status can follow any other (product 4). */
export function StatusSelect() {
  const { id: clientId, status } = useClient().client;
  const { mutate } = useMutation(setClientStatus(clientId));
  const id = useId();
  const Icon = CLIENT_STATUS[status][2];
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
        value={status}
        onChange={(event) => choose(event.target.value)}
      >
        {CLIENT_STATUSES.map((value) => (
          <option key={value} value={value}>
            {CLIENT_STATUS[value][0]}
          </option>
        ))}
      </Select>
    </Flex>
  );
}
