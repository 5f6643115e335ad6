import { Button } from '@chakra-ui/react/button';
import { Flex } from '@chakra-ui/react/flex';
import { Grid } from '@chakra-ui/react/grid';
import { Text } from '@chakra-ui/react/text';
import { useMutation } from '@tanstack/react-query';
import { RefreshCw } from 'lucide-react';
import { type MouseEvent, type ReactNode, type RefObject, useRef, useState } from 'react';
import * as z from 'zod/mini';
import type { InputOf } from '#shared/contract/api.ts';
import type { FirmSettings } from '#shared/contract/firm.ts';
import { ApiError } from '../../lib/http/api.ts';
import { useFocusFallback } from '../../lib/screen/use-focus-fallback.ts';
import { ActionButton } from '../../ui/feedback/action-button.tsx';
import { Form, SubmitButton, useForm } from '../../ui/form/form.tsx';
import { useFormDraft } from '../../ui/form/form-draft.ts';
import { Restored as RestoredNote } from '../../ui/form/text-note.tsx';
import type { Restored } from './drafts.ts';
import { saveSettings } from './queries.ts';

/** What each section gets: the settings as they are saved, and what reads them anew and says whether it could. */
export interface SectionProps {
  settings: FirmSettings;
  onReload: () => Promise<boolean>;
}

/** A field's hint, or what somebody else saved in it since it was read. */
type Hint = (saved: (settings: FirmSettings) => string | null, usual?: string) => string | undefined;

type Sent = Omit<InputOf<'PATCH /api/settings'>, 'version'>;

interface Props<S extends z.core.$ZodType> extends SectionProps {
  /** Each field is named as the server names it in its answers: "firm.name". */
  schema: S;
  sectionOf: (typed: z.output<S>) => Sent;
  /** What its fields are called where what is typed there is kept; absent where its owner keeps it. */
  draft?: string;
  /** Set if what is not saved yet is kept by its owner: true if there is any. */
  isChanged?: boolean;
  /** What its owner kept. */
  restored?: Restored | undefined;
  /** Forgets what was changed outside of fields, once it is saved or discarded. */
  onReset?: () => void;
  save: string;
  children: (hint: Hint) => ReactNode;
}

const Changed = ({ onReload }: { onReload: () => Promise<unknown> }) => (
  <Flex
    role="alert"
    bg="yellow.subtle"
    color="yellow.fg"
    borderRadius="l2"
    px="3"
    py="2"
    gap="3"
    align="center"
    wrap="wrap"
  >
    <Text textStyle="sm" flex="1 1 16rem">
      Someone else changed the settings. Reload to see theirs: what you typed stays.
    </Text>
    <ActionButton ref={useFocusFallback()} size="xs" variant="outline" onAction={onReload} busyLabel="Reloading...">
      <RefreshCw aria-hidden />
      Reload
    </ActionButton>
  </Flex>
);

/** Returns true if a section differs from the saved one. */
const differs = (sent: Sent, saved: FirmSettings) =>
  Object.entries(sent).some(([section, values]) => {
    const before: Record<string, unknown> = { ...saved[section as keyof Sent] };
    return Object.entries(values).some(([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name]));
  });

interface ButtonsProps {
  ref: RefObject<HTMLButtonElement | null>;
  save: string;
  isChanged: (values: object) => boolean;
  onDiscard: () => void;
}

/** Saves and discards; both keep the focus when there is nothing left to save. */
function Buttons({ ref, save, isChanged, onDiscard }: ButtonsProps) {
  const { values, busy } = useForm();
  const isIdle = !(busy || isChanged(values));
  return (
    <Flex gap="2">
      <SubmitButton
        busyLabel="Saving..."
        {...(isIdle && { 'aria-disabled': true, onClick: (event: MouseEvent) => event.preventDefault() })}
      >
        {save}
      </SubmitButton>
      <Button
        ref={ref}
        variant="outline"
        colorPalette="gray"
        aria-disabled={isIdle || undefined}
        onClick={() => !isIdle && onDiscard()}
      >
        Discard
      </Button>
    </Flex>
  );
}

/**
 * A section's fields with what saves and discards them. Where somebody else saved first, what was typed stays; after
 * Reload untouched fields show what is saved now, and touched ones say it.
 */
export function SectionForm<S extends z.core.$ZodType>(props: Props<S>) {
  const { settings, onReload, schema, sectionOf, onReset, save, children } = props;
  const { watch, drop, ...fields } = useFormDraft(props.draft && `settings/${props.draft}`);
  const restored = fields.restored ?? props.restored;
  const { mutateAsync, error, reset } = useMutation(saveSettings);
  const [first, setFirst] = useState(settings);
  const discard = useRef<HTMLButtonElement>(null);
  const isStale = error instanceof ApiError && error.status === 409;
  const hint: Hint = (saved, usual) =>
    saved(first) === saved(settings) ? usual : `Saved meanwhile: ${saved(settings) ?? 'nothing'}`;
  // Fields first, so that what React holds is shown after it.
  const forget = (saved: FirmSettings) => {
    discard.current?.form?.reset();
    setFirst(saved);
    drop();
    onReset?.();
  };
  const submit = async (typed: z.output<S>) =>
    forget(await mutateAsync({ body: { version: settings.version, ...sectionOf(typed) } }));
  // Text that cannot be parsed differs from what is saved, and saving it tells why.
  const isChanged = (values: object) => {
    if (props.isChanged !== undefined) return props.isChanged || isStale;
    const parsed = z.safeParse(schema, values);
    return restored !== undefined || isStale || !parsed.success || differs(sectionOf(parsed.data), settings);
  };
  return (
    <Form schema={schema} onSubmit={submit} watch={watch}>
      <Grid gap="5">
        {restored && <RestoredNote isOutdated={restored.isOutdated} onDiscard={() => forget(settings)} />}
        {children(hint)}
        {isStale && <Changed onReload={async () => (await onReload()) && reset()} />}
        <Buttons ref={discard} save={save} isChanged={isChanged} onDiscard={() => forget(settings)} />
      </Grid>
    </Form>
  );
}
