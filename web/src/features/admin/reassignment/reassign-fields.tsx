import { Box } from '@chakra-ui/react/box';
import type { KeyboardEvent, ReactNode } from 'react';
import type { Client } from '#shared/contract/clients.ts';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { Select } from '../../../ui/controls.tsx';
import { Words } from '../../../ui/words.tsx';
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
    <Checkbox
      label="Make a new link and email it to the client"
      hint={
        <>
          <Words>{client.adviserName || 'The former adviser'}</Words> knows the present one.
        </>
      }
      checked={form.renewLink}
      onChange={form.setRenewLink}
    />
  </Box>
);
