import { createContext, use, useRef, useState } from 'react';
import { keepDraft, readDraft, useDraftKey } from '../../lib/storage/drafts.ts';

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;
/** What is typed into each field, by its name, and what was saved there when it was. */
type Typed = Map<string, { typed: string; saved: string }>;

// What is secret, or good once, is never kept.
const SECRET = '[type=password], [autocomplete$=password], [autocomplete=one-time-code], [type=file], [type=hidden]';

const isField = (element: Element): element is Field => element.matches('input, select, textarea');
const fieldsOf = (form: HTMLFormElement) =>
  [...form.elements].filter(isField).filter((field) => field.name && !field.matches(SECRET));

/** What a box that is ticked counts as. */
const TICKED = 'on';
type Tick = HTMLInputElement & { type: 'checkbox' };
const isTick = (field: Field): field is Tick => field.type === 'checkbox';
const typedIn = (field: Field) => (isTick(field) ? (field.checked ? TICKED : '') : field.value);
function typeInto(field: Field, text: string) {
  if (isTick(field)) field.checked = text === TICKED;
  else field.value = text;
}

const savedIn = (field: Field) => {
  if (isTick(field)) return field.defaultChecked ? TICKED : '';
  if (!(field instanceof HTMLSelectElement)) return field.defaultValue;
  const options = [...field.options];
  return (options.find((option) => option.defaultSelected) ?? options[0])?.value ?? '';
};

/** What differs in a form from what is saved; `before` is what was saved when what was restored was typed. */
const changesIn = (form: HTMLFormElement, before?: Saved): Typed =>
  new Map(
    fieldsOf(form)
      .filter((field) => typedIn(field) !== savedIn(field))
      .map(
        (field) => [field.name, { typed: typedIn(field), saved: before?.get(field.name) ?? savedIn(field) }] as const,
      ),
  );

function readTyped(key: string): Typed {
  try {
    return new Map(JSON.parse(readDraft(key) || '[]'));
  } catch {
    return new Map();
  }
}

/**
 * Types again what was typed, and takes it out of `left`: all but a choice that is not there to be chosen yet. Gives the
 * fields that were typed into.
 */
const retype = (form: HTMLFormElement, left: Typed) =>
  fieldsOf(form).filter((field) => {
    const typed = left.get(field.name)?.typed;
    const isThere = !(field instanceof HTMLSelectElement) || [...field.options].some(({ value }) => value === typed);
    if (typed === undefined || !isThere) return false;
    typeInto(field, typed);
    return left.delete(field.name);
  });

/** Types again what could not be typed yet as soon as it can be: a choice whose options are still on their way. */
function retypeLater(form: HTMLFormElement, left: Typed) {
  const later = new MutationObserver(() => {
    for (const field of retype(form, left)) field.dispatchEvent(new Event('change', { bubbles: true }));
    if (left.size === 0) later.disconnect();
  });
  if (left.size > 0) later.observe(form, { childList: true, subtree: true });
}

/** By a field's name, what was saved in it when one began to type there. */
type Saved = ReadonlyMap<string, string>;

/** What was typed into a form before it was opened: what was saved then, and whether something else has been since. */
interface Restored {
  saved: Saved;
  isOutdated: boolean;
}

/** What the form around has restored. */
export const RestoredContext = createContext<Restored | undefined>(undefined);

/** What was saved in a field when one began to type what the form around has restored there; `undefined` where nothing was. */
export const useSavedBefore = (name: string) => use(RestoredContext)?.saved.get(name);

/**
 * Keeps what is typed into a form until it is sent or discarded, whatever happens to the page meanwhile, and types it again
 * when the form is next opened. `what` says which form of which thing it is; nothing is kept without.
 */
export function useFormDraft(what: string | undefined) {
  const key = useDraftKey(what);
  const form = useRef<HTMLFormElement>(null);
  const left = useRef<Typed>(new Map());
  const [restored, setRestored] = useState<Restored>();

  const open = (opened: HTMLFormElement, kept: Typed) => {
    form.current = opened;
    left.current = kept;
    const saved = new Map([...kept].map(([name, field]) => [name, field.saved]));
    const isOutdated = fieldsOf(opened).some((field) => (saved.get(field.name) ?? savedIn(field)) !== savedIn(field));
    setRestored(kept.size === 0 ? undefined : { saved, isOutdated });
    retype(opened, kept);
    retypeLater(opened, kept);
  };
  /** Looks at the form when it is opened and after each change. */
  const watch = (now: HTMLFormElement) => {
    if (!key) return;
    if (now !== form.current) return open(now, readTyped(key));
    const changes = changesIn(now, restored?.saved);
    for (const name of changes.keys()) left.current.delete(name);
    const all = [...left.current, ...changes];
    keepDraft(key, all.length > 0 ? JSON.stringify(all) : '');
  };
  /** Forgets what was typed, once it is sent. */
  const drop = () => {
    left.current.clear();
    setRestored(undefined);
    if (key) keepDraft(key, '');
  };
  return {
    watch,
    drop,
    restored,
    isDirty: () => form.current !== null && (key ? left.current.size + changesIn(form.current).size > 0 : false),
    /** Shows again what is saved. */
    discard: () => {
      form.current?.reset();
      drop();
    },
  };
}
