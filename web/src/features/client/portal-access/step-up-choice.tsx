import { Grid } from '@chakra-ui/react/grid';
import { chakra } from '@chakra-ui/react/styled-system';
import { Text } from '@chakra-ui/react/text';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { FullClient } from '#shared/contract/clients.ts';
import { STEP_UPS } from '#shared/rules/clients.ts';
import { settingsQuery } from '../../../parts/settings.ts';
import { Select } from '../../../ui/form/controls.tsx';
import { lazyDialog } from '../../../ui/overlay/lazy-dialog.tsx';
import { Words } from '../../../ui/text/words.tsx';
import { useClient } from '../client-context.ts';
import { setStepUp } from './queries.ts';

const ReasonDialog = lazyDialog(() => import('./reason-dialog.tsx'));

type StepUp = FullClient['stepUp'];

const isStepUp = (value: string): value is StepUp => STEP_UPS.some((known) => known === value);

/** Labels of the choices. `isAsked` is the firm's setting, undefined until it is loaded. */
const labelOf = (isAsked: boolean | undefined): Record<StepUp, string> => ({
  inherit: `Firm default${isAsked === undefined ? '' : isAsked ? ' (on)' : ' (off)'}`,
  on: 'Always ask for a code',
  off: 'Never ask for a code',
});

/** Sets if a new device needs a code before it opens this client's portal; "never" needs a reason. */
export function StepUpChoice() {
  const id = useId();
  const { client } = useClient();
  const [asksWhy, setAsksWhy] = useState(false);
  const { data: isAsked } = useQuery({ ...settingsQuery, select: ({ portal }) => portal.stepUp === 'new-device' });
  const { mutate } = useMutation(setStepUp(client.id));
  const labels = labelOf(isAsked);
  const choose = (stepUp: string) => {
    if (stepUp === 'off') setAsksWhy(true);
    else if (isStepUp(stepUp)) mutate({ params: { id: client.id }, body: { stepUp } });
  };
  return (
    <Grid gap="1.5">
      <chakra.label htmlFor={id} textStyle="sm" fontWeight="medium">
        Code on new devices
      </chakra.label>
      <Select id={id} size="sm" value={client.stepUp} onChange={(event) => choose(event.target.value)}>
        {STEP_UPS.map((stepUp) => (
          <option key={stepUp} value={stepUp}>
            {labels[stepUp]}
          </option>
        ))}
      </Select>
      {client.stepUpReason && (
        <Text textStyle="sm" color="fg.muted">
          Reason: <Words>{client.stepUpReason}</Words>
        </Text>
      )}
      <ReasonDialog open={asksWhy} onClose={() => setAsksWhy(false)} />
    </Grid>
  );
}
