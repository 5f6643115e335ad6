import { Grid } from '@chakra-ui/react/grid';
import { chakra } from '@chakra-ui/react/styled-system';
import { type RefObject, useId } from 'react';
import { Input } from '../../../ui/eager/controls.tsx';
import { FieldError } from '../field-error.tsx';

/** Kind of proof: the emailed code, or the phrase that the adviser reads out on the phone. */
export type ProofKind = 'code' | 'phrase';

const FIELD = {
  code: { label: '6-digit code', inputMode: 'numeric', autoComplete: 'one-time-code' },
  phrase: { label: 'Phrase from your adviser', inputMode: 'text', autoComplete: 'off', autoCapitalize: 'characters' },
} as const;

interface Props {
  way: ProofKind;
  field: RefObject<HTMLInputElement | null>;
  /** Id of the element that says where the code went. */
  about: string;
  problem: string | undefined;
  code: string;
  onType: (code: string) => void;
}

/** Field for the code or phrase, with its error. */
export function CodeField({ way, field, about, problem, code, onType }: Props) {
  const id = useId();
  const { label, ...keyboard } = FIELD[way];
  return (
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
        onChange={(event) => onType(event.target.value)}
        aria-invalid={problem ? true : undefined}
        aria-describedby={problem ? `${id}-problem` : about}
      />
      <FieldError id={`${id}-problem`}>{problem}</FieldError>
    </Grid>
  );
}
