import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { Flex } from '@chakra-ui/react/flex';
import { Grid } from '@chakra-ui/react/grid';
import { Text } from '@chakra-ui/react/text';
import { useMutation } from '@tanstack/react-query';
import { type MouseEvent, type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import * as z from 'zod/mini';
import type { FirmSettings } from '#shared/contract/firm.ts';
import { SETTING_CHANGES, type SectionName, type Setting, settingsOfSection, shownValue } from '#shared/settings.ts';
import type { Restored } from '../../lib/drafts/form-draft.ts';
import type { ValuesDraft } from '../../lib/drafts/values-draft.ts';
import { ApiError } from '../../lib/http/api.ts';
import { Restored as RestoredNote } from '../../ui/form/draft-note.tsx';
import { Form, SubmitButton, useForm, valuesOf } from '../../ui/form/form.tsx';
import { Summary } from '../../ui/form/summary.tsx';
import { saveSettings } from './queries.ts';
import { SettingField, storedFrom } from './setting-field.tsx';

type Values = Readonly<Record<string, unknown>>;

/** Says what a conflict means, above the buttons. */
export const Conflict = ({ children }: { children: string }) => (
  <Text role="alert" textStyle="sm" bg="yellow.subtle" color="yellow.fg" borderRadius="l2" px="3" py="2">
    {children}
  </Text>
);

const STALE =
  'Someone else changed the settings. Their values are shown now, and what you typed stays. Save again if yours are still right.';

interface ButtonsProps {
  ref: RefObject<HTMLButtonElement | null>;
  save: string;
  isChanged: boolean;
  onDiscard: () => void;
}

/** Save and Discard. Both keep the focus when nothing is left to save, so they use `aria-disabled`. */
function Buttons({ ref, save, isChanged, onDiscard }: ButtonsProps) {
  const { busy } = useForm();
  const isIdle = !(busy || isChanged);
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

const isShown = ({ onlyIf }: Setting, typed: Values, prefix = '') =>
  onlyIf === undefined || typed[prefix + onlyIf.field] === onlyIf.is;

/** Returns what to send for typed values: one section, with values of other parts such as lists. */
const changeFrom = (section: SectionName, typed: Values, more: Values) => ({
  [section]: {
    ...Object.fromEntries(
      settingsOfSection(section)
        .filter(([, about]) => about.kind !== 'days' && isShown(about, typed, `${section}.`))
        .map(([field, about]) => [field, storedFrom(about, `${section}.${field}`, typed)]),
    ),
    ...more,
  },
});

/** Parts of a section besides its fields. */
export interface Extras {
  /** Shown with the settings that an option needs, by the option. */
  notes?: Readonly<Record<string, ReactNode>>;
  /** Shown below all fields. */
  below?: ReactNode;
  /** Changed values without a field. */
  more?: Values;
}

const Fields = ({ children }: { children: ReactNode }) => (
  <Grid gap="5" templateColumns={{ base: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' }}>
    {children}
  </Grid>
);

/** Folded fields. An error in one of them opens them and gets the focus, unless an earlier field has one too. */
function Advanced({ names, children }: { names: readonly string[]; children: ReactNode }) {
  const ref = useRef<HTMLDetailsElement>(null);
  const { errors } = useForm();
  useLayoutEffect(() => {
    const details = ref.current;
    if (!details || details.open || !names.some((name) => name in errors)) return;
    details.open = true;
    const fields = [...details.querySelectorAll('input')];
    const first = fields[0]?.form?.querySelector<HTMLElement>('[aria-invalid]');
    if (first && details.contains(first)) first.focus();
  }, [errors, names]);
  return (
    <details ref={ref}>
      <Summary>Advanced</Summary>
      <Box pt="3">{children}</Box>
    </details>
  );
}

interface Props extends Extras {
  section: SectionName;
  title: string;
  settings: FirmSettings;
  draft: ValuesDraft<Record<string, string>>;
  isChanged: boolean;
  restored: Restored | undefined;
  /** Resets all values after saving or discarding. */
  onReset: () => void;
}

/**
 * Fields of a section with Save and Discard. After a conflict typed values stay. Untouched fields show what was saved
 * meanwhile, and changed ones show it as a hint.
 */
export function SectionForm(props: Props) {
  const { section, title, settings, draft, isChanged, restored, onReset, notes, below, more = {} } = props;
  const { mutateAsync, error, reset } = useMutation(saveSettings);
  const [first, setFirst] = useState(settings);
  const discard = useRef<HTMLButtonElement>(null);
  const isStale = error instanceof ApiError && error.status === 409;
  // Without unsaved changes, no field needs a hint about what was saved meanwhile.
  if (!(isChanged || isStale) && first !== settings) setFirst(settings);
  const schema = z.pipe(
    z.transform((typed: Values) => changeFrom(section, typed, more)),
    z.object(SETTING_CHANGES),
  );
  // Resets the fields first, because controlled values are rendered after it.
  const forget = (saved: FirmSettings) => {
    discard.current?.form?.reset();
    setFirst(saved);
    onReset();
  };
  // Invalid text counts as a change: saving it shows the error.
  const isUnsaved = (values: object, saved: FirmSettings) => {
    const { success, data } = z.safeParse(schema, values);
    const before: Values = saved[section];
    return (
      !success ||
      Object.entries({ ...data[section] }).some(
        ([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name]),
      )
    );
  };
  const latest = useRef(isUnsaved);
  useLayoutEffect(() => {
    latest.current = isUnsaved;
  });
  const submit = async (change: z.output<typeof schema>) => {
    const saved = await mutateAsync({ body: { version: settings.version, ...change } });
    const form = discard.current?.form;
    // Keeps what was entered meanwhile, which is a change of the saved settings now.
    if (form && latest.current(valuesOf(form), saved)) setFirst(saved);
    else forget(saved);
  };
  const all = settingsOfSection(section);
  const valueIn = (of: FirmSettings, field: string, about: Setting) => {
    const values: Values = of[section];
    return shownValue(about, values[field]);
  };
  const drawn = ([field, about]: [string, Setting]): ReactNode =>
    isShown(about, draft.shown) && (
      <SettingField
        key={field}
        section={section}
        field={field}
        about={about}
        typed={draft.shown}
        onType={draft.set}
        hint={(usual) => {
          const saved = valueIn(settings, field, about);
          return saved === valueIn(first, field, about) ? usual : `Saved meanwhile: ${saved}`;
        }}
        moreOf={(option) => {
          const needed = all.filter(([, { onlyIf }]) => onlyIf?.field === field && onlyIf.is === option);
          return needed.length > 0 && [notes?.[option], ...needed.map(drawn)];
        }}
      />
    );
  const own = all.filter(([, { kind, onlyIf }]) => kind !== 'days' && onlyIf === undefined);
  const [advanced, basic] = [own.filter(([, { advanced }]) => advanced), own.filter(([, { advanced }]) => !advanced)];
  return (
    <Form schema={schema} onSubmit={submit}>
      <Grid gap="5" templateColumns="minmax(0, 1fr)">
        {restored && <RestoredNote isOutdated={restored.isOutdated} onDiscard={() => forget(settings)} />}
        <Fields>{basic.map(drawn)}</Fields>
        {advanced.length > 0 && (
          <Advanced names={advanced.map(([field]) => `${section}.${field}`)}>
            <Fields>{advanced.map(drawn)}</Fields>
          </Advanced>
        )}
        {below}
        {isStale && <Conflict>{STALE}</Conflict>}
        <Buttons
          ref={discard}
          save={`Save ${title}`}
          isChanged={isChanged || isStale}
          onDiscard={() => {
            forget(settings);
            reset();
          }}
        />
      </Grid>
    </Form>
  );
}
