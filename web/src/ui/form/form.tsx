import { Button, type ButtonProps } from '@chakra-ui/react/button';
import { chakra } from '@chakra-ui/react/styled-system';
import { createContext, type ReactNode, type SubmitEvent, use, useLayoutEffect, useRef, useState } from 'react';
import * as z from 'zod/mini';
import { config } from 'zod/mini';
import { isVisible } from '#shared/rules/text.ts';
import { ApiError } from '../../lib/http/api.ts';
import { reasonOf } from '../../lib/http/failure.ts';
import { useBusy } from '../../lib/screen/use-busy.ts';

// The content security policy forbids `eval`, which zod could otherwise try. Not by `z.`, whose calls the build may drop.
config({ jitless: true });

type Values = Record<string, FormDataEntryValue>;
/** What is said about a field while it is typed into, and whether it could not be sent so. */
type NoteOf = (name: string, value: string) => { text: string; isOver: boolean } | undefined;

/** How large fields and the submit button are. */
type FormSize = 'md' | 'lg';

interface FormState {
  errors: Readonly<Record<string, string>>;
  values: Values;
  busy: boolean;
  noteOf?: NoteOf;
  size?: FormSize;
}

const FormContext = createContext<FormState>({ errors: {}, values: {}, busy: false });

/** The state of the form around: errors by field name, what is typed, whether it is being sent. */
export const useForm = () => use(FormContext);

/** Value of a date that is typed only in part, so that its field refuses it and does not take it for none. */
const PARTIAL = '?';

function valuesOf(form: HTMLFormElement): Values {
  const values: Values = Object.fromEntries(new FormData(form));
  for (const field of form.elements)
    if (field instanceof HTMLInputElement && field.validity.badInput) values[field.name] = PARTIAL;
  return values;
}

const errorsOf = (error: z.core.$ZodError) =>
  Object.fromEntries(error.issues.toReversed().map(({ path, message }) => [path.join('.'), message]));

/** What a failure says of each field; its sentence at the field `tellsAt` where it names none. */
function fieldsOf(error: unknown, tellsAt: string | undefined): FormState['errors'] {
  const fields = error instanceof ApiError ? error.fields : {};
  const reason = reasonOf(error);
  return tellsAt && reason && Object.keys(fields).length === 0 ? { [tellsAt]: reason } : fields;
}

const focusFirstError = (form: HTMLFormElement, errors: FormState['errors']) => {
  const field = [...form.elements].find((element) => (element.getAttribute('name') ?? '') in errors);
  if (field instanceof HTMLElement) field.focus();
};

/** A schema for what is typed, and what to do with the parsed result; a rejection keeps the form as it is. */
export interface FormProps<S extends z.core.$ZodType> {
  schema: S;
  onSubmit: (values: z.output<S>) => Promise<unknown>;
  /** Values that no field holds, such as a token from the address. */
  extra?: Record<string, string>;
  /** Is shown the form when it is there and after each change, before what is typed is read. */
  watch?: (form: HTMLFormElement) => void;
  noteOf?: NoteOf;
  fieldSize?: FormSize;
  /** Name of the field at which a failure is told that is no field's own. */
  tellsAt?: string;
  children: ReactNode;
}

function useSubmit<S extends z.core.$ZodType>({
  schema,
  onSubmit,
  extra,
  tellsAt,
}: Pick<FormProps<S>, 'schema' | 'onSubmit' | 'extra' | 'tellsAt'>) {
  const [errors, setErrors] = useState<FormState['errors']>({});
  const [busy, run] = useBusy();
  const refuse = (form: HTMLFormElement, found: FormState['errors']) => {
    setErrors(found);
    focusFirstError(form, found);
  };
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    event.stopPropagation();
    const form = event.currentTarget;
    if (busy) return;
    const parsed = z.safeParse(schema, { ...valuesOf(form), ...extra });
    if (!parsed.success) return refuse(form, errorsOf(parsed.error));
    setErrors({});
    await run(() => onSubmit(parsed.data).catch((error: unknown) => refuse(form, fieldsOf(error, tellsAt))));
  };
  return { errors, busy, submit, forget: () => setErrors({}) };
}

/**
 * A form of named fields: checks what is typed against the schema, shows what is wrong at each field (the server's
 * answer too), and sends once however often it is submitted. What is typed stays after a failure.
 */
export function Form<S extends z.core.$ZodType>({ children, watch, noteOf, fieldSize, ...options }: FormProps<S>) {
  const ref = useRef<HTMLFormElement>(null);
  const [values, setValues] = useState<Values>({});
  const { errors, busy, submit, forget } = useSubmit(options);
  const read = () => {
    if (!ref.current) return;
    watch?.(ref.current);
    setValues(valuesOf(ref.current));
  };
  // Before anybody can type: what was typed earlier would be put over it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the initial values are read once
  useLayoutEffect(read, []);
  const reset = () => {
    forget();
    // The fields are reset after the event.
    setTimeout(read);
  };
  return (
    <FormContext value={{ errors, values, busy, noteOf, size: fieldSize }}>
      <chakra.form ref={ref} noValidate onSubmit={submit} onChange={read} onReset={reset} display="contents">
        {children}
      </chakra.form>
    </FormContext>
  );
}

const isBlank = (value: FormDataEntryValue | undefined) => typeof value !== 'string' || !isVisible(value);

interface SubmitProps extends ButtonProps {
  /** What the button reads while the form is being sent. */
  busyLabel: string;
  /** Fields without which there is nothing to send yet. */
  needs?: readonly string[];
}

/**
 * A form's submit button: disabled while it is being sent, when it keeps the focus, and while a needed field is blank.
 */
export function SubmitButton({ busyLabel, needs = [], children, ...props }: SubmitProps) {
  const { busy, values, size } = useForm();
  return (
    <Button
      type="submit"
      size={size}
      disabled={needs.some((name) => isBlank(values[name]))}
      aria-disabled={busy || undefined}
      aria-busy={busy}
      {...props}
    >
      {busy ? busyLabel : children}
    </Button>
  );
}
