import { createContext, use, useRef, useState } from 'react';
import { parsed } from '../storage/storage.ts';
import { readDraft, storeDraft, useDraftKey } from './drafts.ts';

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;
/** Typed value of each field by name, with the saved value that it was based on. */
type Typed = Map<string, { typed: string; saved: string }>;

// Secrets, one-time codes, files and hidden fields are never stored.
const SECRET = '[type=password], [autocomplete$=password], [autocomplete=one-time-code], [type=file], [type=hidden]';

const isField = (element: Element): element is Field => element.matches('input, select, textarea');
/** Returns the fields that are stored. Of radio buttons, it is the checked one. */
const fieldsOf = (form: HTMLFormElement) =>
  [...form.elements]
    .filter(isField)
    .filter((field) => field.name && !field.matches(`${SECRET}, [type=radio]:not(:checked)`));

const TICKED = 'on';
type Tick = HTMLInputElement & { type: 'checkbox' };
const isTick = (field: Field): field is Tick => field.type === 'checkbox';
const groupOf = (field: Field) => {
  const group = field.type === 'radio' && field.form?.elements.namedItem(field.name);
  return group instanceof RadioNodeList ? group : undefined;
};
const typedIn = (field: Field) => (isTick(field) ? (field.checked ? TICKED : '') : field.value);
function typeInto(field: Field, text: string) {
  const group = groupOf(field);
  if (group) group.value = text;
  else if (isTick(field)) field.checked = text === TICKED;
  else field.value = text;
}

const savedIn = (field: Field) => {
  if (isTick(field)) return field.defaultChecked ? TICKED : '';
  const group = groupOf(field);
  if (group)
    return (
      [...group].find((radio): radio is HTMLInputElement => radio instanceof HTMLInputElement && radio.defaultChecked)
        ?.value ?? ''
    );
  if (!(field instanceof HTMLSelectElement)) return field.defaultValue;
  const options = [...field.options];
  return (options.find((option) => option.defaultSelected) ?? options[0])?.value ?? '';
};

/** Returns the fields that differ from the saved values. `before` has the saved values of a restored draft. */
const changesIn = (form: HTMLFormElement, before?: Saved): Typed =>
  new Map(
    fieldsOf(form)
      .filter((field) => typedIn(field) !== savedIn(field))
      .map(
        (field) => [field.name, { typed: typedIn(field), saved: before?.get(field.name) ?? savedIn(field) }] as const,
      ),
  );

const fieldsIn = (draft: string): Typed => new Map(parsed<[string, { typed: string; saved: string }][]>(draft, []));

/** Returns the typed values of a stored form by field name. */
export const typedValues = (draft: string): [name: string, typed: string][] =>
  [...fieldsIn(draft)].map(([name, { typed }]) => [name, typed]);

/** Restores typed values and removes them from `left`, except a choice whose option does not exist yet. */
const retype = (form: HTMLFormElement, left: Typed) =>
  fieldsOf(form).filter((field) => {
    const typed = left.get(field.name)?.typed;
    const isThere = !(field instanceof HTMLSelectElement) || [...field.options].some(({ value }) => value === typed);
    if (typed === undefined || !isThere) return false;
    typeInto(field, typed);
    return left.delete(field.name);
  });

/** Restores the remaining choices as their options load. */
function retypeLater(form: HTMLFormElement, left: Typed) {
  const later = new MutationObserver(() => {
    for (const field of retype(form, left)) field.dispatchEvent(new Event('change', { bubbles: true }));
    if (left.size === 0) later.disconnect();
  });
  if (left.size > 0) later.observe(form, { childList: true, subtree: true });
}

/** Saved values by field name, from when the draft was typed. */
type Saved = ReadonlyMap<string, string>;

/** Draft of an earlier visit. `isOutdated` if a saved value has changed since. */
export interface Restored {
  isOutdated: boolean;
}

interface RestoredForm extends Restored {
  saved: Saved;
}

export const RestoredContext = createContext<RestoredForm | undefined>(undefined);

/** Returns the saved value that the restored draft of a field is based on; `undefined` without one. */
export const useSavedBefore = (name: string) => use(RestoredContext)?.saved.get(name);

/** Stores a form's input until it is sent or discarded, and restores it. Without `what` nothing is stored. */
export function useFormDraft(name: string | undefined) {
  const key = useDraftKey(name);
  const form = useRef<HTMLFormElement>(null);
  const left = useRef<Typed>(new Map());
  /** Draft that this form last stored or restored. */
  const known = useRef('');
  const [restored, setRestored] = useState<RestoredForm>();

  const open = (opened: HTMLFormElement, kept: Typed) => {
    form.current = opened;
    left.current = kept;
    const saved = new Map([...kept].map(([name, field]) => [name, field.saved]));
    const isOutdated = fieldsOf(opened).some((field) => (saved.get(field.name) ?? savedIn(field)) !== savedIn(field));
    setRestored(kept.size === 0 ? undefined : { saved, isOutdated });
    retype(opened, kept);
    retypeLater(opened, kept);
  };
  /** Restores a newly opened form; stores the input after each change. */
  const watch = (now: HTMLFormElement) => {
    if (!key) return;
    if (now !== form.current) {
      known.current = readDraft(key);
      return open(now, fieldsIn(known.current));
    }
    const changes = changesIn(now, restored?.saved);
    for (const name of changes.keys()) left.current.delete(name);
    const all = [...left.current, ...changes];
    known.current = all.length > 0 ? JSON.stringify(all) : '';
    storeDraft(key, known.current);
  };
  const drop = () => {
    left.current.clear();
    setRestored(undefined);
    // Another tab may have typed into the same form since.
    if (key && readDraft(key) === known.current) storeDraft(key, '');
  };
  return {
    watch,
    drop,
    restored,
    isDirty: () => form.current !== null && (key ? left.current.size + changesIn(form.current).size > 0 : false),
    discard: () => {
      form.current?.reset();
      drop();
    },
  };
}
