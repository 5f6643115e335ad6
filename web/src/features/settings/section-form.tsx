import { Button } from '@chakra-ui/react/button';
import { Flex } from '@chakra-ui/react/flex';
import { Grid } from '@chakra-ui/react/grid';
import { Text } from '@chakra-ui/react/text';
import { useMutation } from '@tanstack/react-query';
import { RefreshCw } from 'lucide-react';
import { type MouseEvent, type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import * as z from 'zod/mini';
import type { InputOf } from '#shared/contract/api.ts';
import type { FirmSettings } from '#shared/contract/firm.ts';
import type { Restored } from '../../lib/drafts/form-draft.ts';
import { useFormDraft } from '../../lib/drafts/form-draft.ts';
import { ApiError } from '../../lib/http/api.ts';
import { useFocusFallback } from '../../lib/screen/use-focus-fallback.ts';
import { ActionButton } from '../../ui/feedback/action-button.tsx';
import { Restored as RestoredNote } from '../../ui/form/draft-note.tsx';
import { Form, SubmitButton, useForm, valuesOf } from '../../ui/form/form.tsx';
import { saveSettings } from './queries.ts';

/** Props of each section. `onReload` refetches the settings and returns true on success. */
export interface SectionProps {
  settings: FirmSettings;
  onReload: () => Promise<boolean>;
}

/** Returns a field's hint, or the value that somebody else saved meanwhile. */
type Hint = (saved: (settings: FirmSettings) => string | null, usual?: string) => string | undefined;

type Sent = Omit<InputOf<'PATCH /api/settings'>, 'version'>;

interface Props<S extends z.core.$ZodType> extends SectionProps {
  /** Names each field as the server's answers do: "firm.name". */
  schema: S;
  sectionOf: (typed: z.output<S>) => Sent;
  /** Draft key of the fields; absent if the owner keeps the draft. */
  draft?: string;
  /** Set by an owner that keeps the draft: true if there are unsaved changes. */
  isChanged?: boolean;
  /** Restored draft of an owner that keeps it. */
  restored?: Restored | undefined;
  /** Resets values outside of fields after saving or discarding. */
  onReset?: () => void;
  save: string;
  children: (hint: Hint) => ReactNode;
}

export const Changed = ({ onReload }: { onReload: () => Promise<unknown> }) => (
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
      Someone else changed the settings. Reload to see their changes: what you typed stays.
    </Text>
    <ActionButton ref={useFocusFallback()} size="xs" variant="outline" onAction={onReload} busyLabel="Reloading...">
      <RefreshCw aria-hidden />
      Reload
    </ActionButton>
  </Flex>
);

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

/** Save and Discard. Both keep the focus when nothing is left to save, so they use `aria-disabled`. */
function Buttons({ ref, save, isChanged, onDiscard }: ButtonsProps) {
  const { values, busy } = useForm();
  const isIdle = !(busy || isChanged(values));
  return (
    <Flex gap="2" wrap="wrap">
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
 * Fields of a section with Save and Discard. After a conflict typed values stay; Reload updates untouched fields and
 * shows the saved value on changed ones.
 */
export function SectionForm<S extends z.core.$ZodType>(props: Props<S>) {
  const { settings, onReload, schema, sectionOf, onReset, save, children } = props;
  const { watch, drop, ...fields } = useFormDraft(props.draft && `settings/${props.draft}`);
  const restored = fields.restored ?? props.restored;
  const { mutateAsync, error, reset } = useMutation(saveSettings);
  const [first, setFirst] = useState(settings);
  const discard = useRef<HTMLButtonElement>(null);
  const isStale = error instanceof ApiError && error.status === 409;
  // Without unsaved changes, no field needs a hint about what was saved meanwhile.
  if (props.isChanged === false && !isStale && first !== settings) setFirst(settings);
  const hint: Hint = (saved, usual) =>
    saved(first) === saved(settings) ? usual : `Saved meanwhile: ${saved(settings) ?? 'nothing'}`;
  // Resets the fields first, because controlled values are rendered after it.
  const forget = (saved: FirmSettings) => {
    discard.current?.form?.reset();
    setFirst(saved);
    drop();
    onReset?.();
  };
  // Invalid text counts as a change: saving it shows the error.
  const isUnsaved = (values: object, saved: FirmSettings) => {
    const parsed = z.safeParse(schema, values);
    return !parsed.success || differs(sectionOf(parsed.data), saved);
  };
  const latest = useRef(isUnsaved);
  useLayoutEffect(() => {
    latest.current = isUnsaved;
  });
  const submit = async (typed: z.output<S>) => {
    const saved = await mutateAsync({ body: { version: settings.version, ...sectionOf(typed) } });
    const form = discard.current?.form;
    // Keeps what was entered meanwhile, which is a change of the saved settings now.
    if (form && latest.current(valuesOf(form), saved)) setFirst(saved);
    else forget(saved);
  };
  const isChanged = (values: object) =>
    isStale || (props.isChanged ?? (restored !== undefined || isUnsaved(values, settings)));
  return (
    <Form schema={schema} onSubmit={submit} watch={watch}>
      <Grid gap="5" templateColumns="minmax(0, 1fr)">
        {restored && <RestoredNote isOutdated={restored.isOutdated} onDiscard={() => forget(settings)} />}
        {children(hint)}
        {isStale && <Changed onReload={async () => (await onReload()) && reset()} />}
        <Buttons ref={discard} save={save} isChanged={isChanged} onDiscard={() => forget(settings)} />
      </Grid>
    </Form>
  );
}
