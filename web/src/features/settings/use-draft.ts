import { useDraft as useTextDraft } from '../../ui/form/draft.ts';
import { parsed } from './parsed.ts';

/** What was changed before the page was opened: whether something else has been saved there since. */
export interface Restored {
  isOutdated: boolean;
}

/** A section as it is shown and will be saved: what was chosen or typed, over what is saved. */
export interface Draft<T> {
  shown: T;
  set: (change: Partial<T>) => void;
  reset: () => void;
  restored: Restored | undefined;
  /** True if something differs from what is saved. */
  isChanged: boolean;
}

/** What is changed, and what was saved when it was. */
interface Kept<T> {
  changed: Partial<T>;
  was: Partial<T>;
}

/** What of some changes differs from what is saved. */
const differing = <T extends object>(changed: Partial<T>, saved: Partial<T>) =>
  (Object.keys(changed) as (keyof T)[]).filter((name) => changed[name] !== saved[name]);

/** Changes to a section that is saved elsewhere, kept until they are saved or discarded: what nobody touched follows it. */
export function useDraft<T extends object>(what: string, saved: T): Draft<T> {
  const { text, type, isRestored } = useTextDraft(`settings/${what}`);
  const read = (kept: string) => parsed<Kept<T>>(kept, { changed: {}, was: {} });
  const { changed, was } = read(text);
  const isOutdated = differing(changed, saved).some((name) => was[name] !== saved[name]);
  return {
    shown: { ...saved, ...changed },
    set: (more) =>
      type((now) => {
        const before = read(now);
        const next: Kept<T> = { changed: { ...before.changed, ...more }, was: { ...saved, ...before.was } };
        return differing(next.changed, saved).length > 0 ? JSON.stringify(next) : '';
      }),
    reset: () => type(''),
    restored: isRestored ? { isOutdated } : undefined,
    isChanged: differing(changed, saved).length > 0,
  };
}
