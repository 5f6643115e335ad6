import { Button, type ButtonProps } from '@chakra-ui/react/button';
import { chakra } from '@chakra-ui/react/styled-system';
import {
  createContext,
  type ReactNode,
  type SubmitEvent,
  use,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import * as z from 'zod/mini';
import { config } from 'zod/mini';
import { isVisible } from '#shared/rules/text.ts';
import { ApiError } from '../../lib/http/api.ts';
import { reasonOf } from '../../lib/http/failure.ts';
import { useBusy } from '../../lib/screen/use-busy.ts';

// The content security policy forbids `eval`, which zod would probe. Not `z.config`: the build may drop calls of `z`.
config({ jitless: true });

export type Values = Record<string, FormDataEntryValue>;
/** Note about a field while typing; `isOver` if its text is too long to send. */
type NoteOf = (name: string, value: string) => { text: string; isOver: boolean } | undefined;

/** Fields that must be filled in before the form can be sent, or a test of all values. */
export type Needs = readonly string[] | ((values: Values) => boolean);

type FormSize = 'md' | 'lg';

interface FormState {
  errors: Readonly<Record<string, string>>;
  values: Values;
  busy: boolean;
  noteOf?: NoteOf;
  size?: FormSize;
}

const FormContext = createContext<FormState>({ errors: {}, values: {}, busy: false });

export const useForm = () => use(FormContext);

/** Value of an incomplete date, so that validation refuses it instead of reading it as empty. */
const PARTIAL = '?';

export function valuesOf(form: HTMLFormElement): Values {
  const values: Values = Object.fromEntries(new FormData(form));
  for (const field of form.elements)
    if (field instanceof HTMLInputElement && field.validity.badInput) values[field.name] = PARTIAL;
  return values;
}

const errorsOf = (error: z.core.$ZodError) =>
  Object.fromEntries(error.issues.toReversed().map(({ path, message }) => [path.join('.'), message]));

/** Returns the errors by field. An error without fields is shown at the field `errorField`. */
function fieldsOf(error: unknown, errorField: string | undefined): FormState['errors'] {
  const fields = error instanceof ApiError ? error.fields : {};
  const reason = reasonOf(error);
  return errorField && reason && Object.keys(fields).length === 0 ? { [errorField]: reason } : fields;
}

const focusFirstError = (form: HTMLFormElement, errors: FormState['errors']) => {
  const field = [...form.elements].find((element) => (element.getAttribute('name') ?? '') in errors);
  if (field instanceof HTMLElement) field.focus();
};

/** Schema of the typed values, and the handler of the parsed result. The form keeps its input if that rejects. */
export interface FormProps<S extends z.core.$ZodType> {
  schema: S;
  onSubmit: (values: z.output<S>) => Promise<unknown>;
  /** Values without a field, such as a token from the address. */
  extra?: Record<string, string>;
  /** Called on mount and after each change, before the values are read. */
  watch?: (form: HTMLFormElement) => void;
  noteOf?: NoteOf;
  fieldSize?: FormSize;
  /** `on` for a form about the person who fills it in. In all others the browser would offer that person’s data. */
  autoComplete?: 'on' | 'off' | undefined;
  /** Name of the field that shows errors without a field of their own. */
  errorField?: string;
  children: ReactNode;
}

function useSubmit<S extends z.core.$ZodType>({
  schema,
  onSubmit,
  extra,
  errorField,
}: Pick<FormProps<S>, 'schema' | 'onSubmit' | 'extra' | 'errorField'>) {
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
    await run(() => onSubmit(parsed.data).catch((error: unknown) => refuse(form, fieldsOf(error, errorField))));
  };
  return { errors, busy, submit, forget: () => setErrors({}) };
}

/** Validates named fields and shows errors beside them, also the server's. Keeps its input after a failure. */
export function Form<S extends z.core.$ZodType>({
  children,
  watch,
  noteOf,
  fieldSize,
  autoComplete = 'off',
  ...options
}: FormProps<S>) {
  const ref = useRef<HTMLFormElement>(null);
  const [values, setValues] = useState<Values>({});
  const { errors, busy, submit, forget } = useSubmit(options);
  const read = () => {
    if (!ref.current) return;
    watch?.(ref.current);
    setValues(valuesOf(ref.current));
  };
  // Before anyone can type, as restored drafts overwrite the fields.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the initial values are read once
  useLayoutEffect(read, []);
  const readChange = useEffectEvent(read);
  // React ignores a value that code has set, such as one of a restored draft.
  useEffect(() => {
    const form = ref.current;
    const onChange = () => readChange();
    form?.addEventListener('change', onChange);
    return () => form?.removeEventListener('change', onChange);
  }, []);
  const reset = () => {
    forget();
    // The fields are reset after the event.
    setTimeout(read);
  };
  return (
    <FormContext value={{ errors, values, busy, noteOf, size: fieldSize }}>
      <chakra.form
        ref={ref}
        autoComplete={autoComplete}
        noValidate
        onSubmit={submit}
        onChange={read}
        onReset={reset}
        display="contents"
      >
        {children}
      </chakra.form>
    </FormContext>
  );
}

const isBlank = (value: FormDataEntryValue | undefined) => typeof value !== 'string' || !isVisible(value);

interface SubmitProps extends ButtonProps {
  busyLabel: string;
  needs?: Needs;
}

/** Submit button, disabled while a needed field is blank. `aria-disabled` while sending keeps the focus. */
export function SubmitButton({ busyLabel, needs = [], children, ...props }: SubmitProps) {
  const { busy, values, size } = useForm();
  const isReady = typeof needs === 'function' ? needs(values) : !needs.some((name) => isBlank(values[name]));
  return (
    <Button type="submit" size={size} disabled={!isReady} aria-disabled={busy || undefined} aria-busy={busy} {...props}>
      {busy ? busyLabel : children}
    </Button>
  );
}
