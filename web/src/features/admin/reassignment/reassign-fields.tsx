import { Box } from '@chakra-ui/react/box';
import type { KeyboardEvent, ReactNode } from 'react';
import type { Client } from '#shared/contract/clients.ts';
import { NewLinkChoice } from '../../../parts/link/new-link-choice.tsx';
import { Select } from '../../../ui/form/controls.tsx';
import { Words } from '../../../ui/text/words.tsx';
import type { ReassignForm } from './use-reassign.ts';

const isSend = ({ key, ctrlKey, metaKey }: KeyboardEvent) => key === 'Enter' && (ctrlKey || metaKey);

interface Props {
  client: Client;
  form: ReassignForm;
}

/** To whom a client is to be given. */
export const AdviserSelect = ({ client, options, form }: Props & { options: ReactNode }) => (
  <Select
    ref={form.select}
    size="sm"
    aria-label={`Reassign ${client.name} to`}
    value={form.chosen}
    onChange={({ target }) => form.choose(target.value)}
    onKeyDown={(event) => isSend(event) && form.reassign()}
  >
    <option value="">Select adviser</option>
    {options}
  </Select>
);

/** Whether the client gets another link, as the former adviser knows the present one. */
export const NewLink = ({ client, form }: Props) => (
  <Box mt="2" textStyle="sm">
    <NewLinkChoice
      count={1}
      former={client.adviserName && <Words>{client.adviserName}</Words>}
      checked={form.renewLink}
      onChange={form.setRenewLink}
    />
  </Box>
);
