import { Box } from '@chakra-ui/react/box';
import { Grid } from '@chakra-ui/react/grid';
import { chakra } from '@chakra-ui/react/styled-system';
import { Text } from '@chakra-ui/react/text';
import { useId } from 'react';
import type { ListedAdviser } from '#shared/contract/advisers.ts';
import { countOf } from '#shared/rules/words.ts';
import { NewLinkChoice } from '../../../parts/link/new-link-choice.tsx';
import { ProgressBar } from '../../../ui/feedback/progress-bar.tsx';
import { Select } from '../../../ui/form/controls.tsx';
import { Words } from '../../../ui/text/words.tsx';
import type { Run } from '../reassignment/moves.ts';
import type { useDeletion } from './use-deletion.ts';

interface Props extends Omit<ReturnType<typeof useDeletion>, 'confirm'> {
  adviser: ListedAdviser;
  busy: boolean;
}

/** How far the clients are on their way, and which of them did not get there. */
function Moving({ run: { moves, done, failed, isRunning } }: { run: Run }) {
  const stayed = moves.filter(({ client }) => failed.includes(client.id)).map(({ client }) => client.name);
  return (
    <Box role="status" textStyle="sm">
      {isRunning && (
        <>
          <ProgressBar
            label="Reassigning"
            percent={Math.round((100 * done) / moves.length)}
            height="1.5"
            bg="bg.emphasized"
            borderRadius="full"
            mb="1"
          />
          <span aria-hidden>
            {done} of {moves.length} reassigned
          </span>
        </>
      )}
      {stayed.length > 0 && (
        <Text color="fg.error">
          {countOf(stayed.length, 'client')} could not be reassigned, so the account is still there:{' '}
          <Words>{stayed.join(', ')}</Words>
        </Text>
      )}
    </Box>
  );
}

/** Who gets the clients of an account that is to be deleted. */
export function ReassignFirst({ adviser, busy, clients, colleagues, to, run, ...form }: Props) {
  const id = useId();
  return (
    <Grid gap="3" mt="4" pt="4" borderTopWidth="1px">
      <Text>
        <Words>{adviser.name}</Words> has <strong>{countOf(clients, 'client')}</strong>.
      </Text>
      <div>
        <chakra.label htmlFor={id} display="block" textStyle="sm" fontWeight="medium" mb="1.5">
          Reassign all to…
        </chakra.label>
        <Select id={id} value={to?.id ?? ''} disabled={busy} onChange={({ target }) => form.choose(target.value)}>
          <option value="">Select adviser</option>
          {colleagues.map((colleague) => (
            <option key={colleague.id} value={colleague.id} dir="auto">
              {colleague.name}
            </option>
          ))}
        </Select>
      </div>
      {to && (
        <NewLinkChoice
          count={clients}
          former={<Words>{adviser.name}</Words>}
          checked={form.renewLink}
          onChange={form.setRenewLink}
        />
      )}
      {run && <Moving run={run} />}
    </Grid>
  );
}
