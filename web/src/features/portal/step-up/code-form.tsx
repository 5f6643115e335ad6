import { Button } from '@chakra-ui/react/button';
import { Grid } from '@chakra-ui/react/grid';
import { chakra } from '@chakra-ui/react/styled-system';
import { Text } from '@chakra-ui/react/text';
import { type RefObject, type SubmitEvent, useId, useState } from 'react';
import { useBusy } from '../../../lib/screen/use-busy.ts';
import { Input } from '../../../ui/form/controls.tsx';
import { Checkbox } from '../../../ui/form/tick.tsx';

/** What is typed: the code of the mail, or the phrase that the adviser gave over the phone. */
export type Way = 'code' | 'phrase';

const FIELD = {
  code: { label: '6-digit code', inputMode: 'numeric', autoComplete: 'one-time-code' },
  phrase: { label: 'Phrase from your adviser', inputMode: 'text', autoComplete: 'off', autoCapitalize: 'characters' },
} as const;

interface Props {
  way: Way;
  field: RefObject<HTMLInputElement | null>;
  /** Id of what says where the code went. */
  about: string;
  /** Why the last try failed. */
  problem: string | undefined;
  onSend: (code: string, remember: boolean) => Promise<unknown>;
}

/** One field for the code or the phrase, and whether this device is to be remembered; what was typed stays after a failure. */
export function CodeForm({ way, field, about, problem, onSend }: Props) {
  const id = useId();
  const [code, setCode] = useState('');
  const [remember, setRemember] = useState(true);
  const [busy, run] = useBusy();
  const { label, ...keyboard } = FIELD[way];
  const send = async (event: SubmitEvent) => {
    event.preventDefault();
    if (await run(() => onSend(code, remember))) return;
    field.current?.focus();
  };
  return (
    <chakra.form onSubmit={send} noValidate>
      <Grid gap="3">
        <Grid gap="1.5">
          <chakra.label htmlFor={id} fontWeight="semibold">
            {label}
          </chakra.label>
          <Input
            {...keyboard}
            ref={field}
            id={id}
            name="code"
            size="xl"
            fontFamily="mono"
            letterSpacing="widest"
            spellCheck={false}
            value={code}
            onChange={(event) => setCode(event.target.value)}
            aria-invalid={problem ? true : undefined}
            aria-describedby={problem ? `${id}-problem` : about}
          />
          <Text id={`${id}-problem`} role="alert" color="fg.error">
            {problem}
          </Text>
        </Grid>
        <Checkbox
          label="Remember this device"
          hint="Not on a computer that others use"
          checked={remember}
          onChange={setRemember}
        />
        <Button type="submit" size="lg" aria-busy={busy} aria-disabled={busy || undefined}>
          {busy ? 'Checking...' : 'Continue'}
        </Button>
      </Grid>
    </chakra.form>
  );
}
