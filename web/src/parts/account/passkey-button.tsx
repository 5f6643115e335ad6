import { Grid } from '@chakra-ui/react/grid';
import { type ComponentProps, useId } from 'react';
import { ActionButton } from '../../ui/feedback/action-button.tsx';
import { ActionFailure } from '../../ui/feedback/action-failure.tsx';

interface Props extends ComponentProps<typeof ActionButton> {
  error: unknown;
}

export function PasskeyButton({ error, ...button }: Props) {
  const id = useId();
  return (
    <Grid gap="2">
      <ActionButton {...button} busyLabel="Waiting for your passkey..." aria-describedby={error ? id : undefined} />
      <ActionFailure id={id} error={error} otherwise="The passkey could not be used. Please try again." />
    </Grid>
  );
}
