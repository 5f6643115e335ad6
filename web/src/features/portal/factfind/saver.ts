import type { FactfindAnswer } from '#shared/contract/factfind.ts';
import { type Given, isAnswered, isSameAnswer } from '#shared/rules/factfind-answers.ts';
import type { OwnQuestion } from '#shared/rules/factfind-shape.ts';
import { FACTFIND_LIMITS } from '#shared/rules/limits.ts';
import { ApiError, ConnectionError } from '../../../lib/http/api.ts';
import { isThrottled } from '../../../lib/http/failure.ts';
import { parsed } from '../../../lib/storage/storage.ts';
import { typedOf } from '../../../parts/factfind/typed.ts';
import {
  type Change,
  conflictOf,
  type Draft,
  givenIn,
  isOwn,
  nameOf,
  type Place,
  placeOf,
  questionAt,
  withSent,
} from './draft.ts';
import { isFactfindDraft } from './draft-names.ts';

/** Answers of one section by question, as the server has them. */
type Stored = Readonly<Record<string, FactfindAnswer>>;

export type SaveState =
  | { kind: 'none' }
  | { kind: 'saving' }
  | { kind: 'saved'; at: string }
  /** Waits for the connection. `outlivesPage` if the device keeps the answers. */
  | { kind: 'offline'; outlivesPage: boolean }
  | { kind: 'failed'; reason: string | undefined };

/** Unsaved changes by name of the draft, and how far saving has come. */
export interface Saving {
  drafts: ReadonlyMap<string, Draft>;
  state: SaveState;
  /** Reasons of the server for refusing an answer, by name of the draft. */
  refusals: ReadonlyMap<string, string>;
}

interface Sent {
  section: string;
  answers: ({ key: string; n: number } & ({ v: NonNullable<Given['v']> | null } | { s: NonNullable<Given['s']> }))[];
}

interface Options {
  /** Drafts that all tabs share. `write` returns true if the draft outlives the page. */
  storage: { read: () => ReadonlyMap<string, string>; write: (name: string, text: string) => boolean };
  send: (sent: Sent, isLeaving: boolean) => Promise<Stored>;
  /** Returns the latest answers that are known, by section; undefined before they are read. */
  stored: () => Readonly<Record<string, Stored>> | undefined;
  /** Returns the firm’s own questions; undefined before they are read. */
  own: () => readonly OwnQuestion[] | undefined;
  /** Returns true for a section that is asked. */
  isInForm: (section: string) => boolean;
  /** Takes over answers of the server, after a save or a conflict. */
  learn: (section: string, answers: Stored) => void;
  /** Reads the answers again after another tab saved some. */
  onSavedElsewhere: () => void;
  isOnline: () => boolean;
  /** Number of the person who answers. */
  me: number;
  now: () => Date;
}

/** Time without a key after which an answer is saved, in milliseconds. */
const STILL_MS = 2000;
/** Time until the next try without a connection, in milliseconds: browsers do not report every reconnection. */
const RETRY_MS = 15_000;
/** Statuses of refusals that concern a section: others may be saved still. */
const OF_SECTION = [400, 409];
/** A save with more conflicts than questions in a section would not end. */
const MOST_CONFLICTS = 20;

/**
 * Keeps answers on the device until the server has them. Saves one after another, so that none overtakes another.
 * `subscribe` and `all` fit `useSyncExternalStore`.
 */
export function answerSaver({
  storage,
  send,
  stored,
  own,
  isInForm,
  learn,
  onSavedElsewhere,
  isOnline,
  me,
  now,
}: Options) {
  let all: Saving = { drafts: new Map(), state: { kind: 'none' }, refusals: new Map() };
  const listeners = new Set<() => void>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let last: Promise<unknown> = Promise.resolve();
  let outlivesPage = true;
  /** Conflicts of the current run, of which each is held back from then on. */
  let conflicts = 0;
  /** Sections that the server refused in the current run, so that they do not block the others; and why. */
  const refusedSections = new Map<string, string | undefined>();

  const show = (next: Partial<Saving>) => {
    all = { ...all, ...next };
    for (const listener of listeners) listener();
  };
  const questionOf = (name: string) => questionAt(placeOf(name), own());
  const read = () =>
    new Map(
      [...storage.read()].flatMap(([name, text]) => {
        const draft = isFactfindDraft(name) ? parsed<Draft | null>(text, null) : null;
        // Any question may be the firm’s own before these are read.
        return draft && (!own() || questionOf(name)) ? [[name, draft] as const] : [];
      }),
    );
  const put = (name: string, draft: Draft | undefined) => {
    outlivesPage = storage.write(name, draft ? JSON.stringify(draft) : '');
    const drafts = new Map(all.drafts);
    if (draft) drafts.set(name, draft);
    else drafts.delete(name);
    show({ drafts });
  };
  const refuse = (name: string, reason: string | undefined) => {
    const refusals = new Map(all.refusals);
    if (reason) refusals.set(name, reason);
    else refusals.delete(name);
    show({ refusals });
  };
  const later = (ms: number) => {
    clearTimeout(timer);
    timer = setTimeout(() => void save(), ms);
  };

  const storedAt = ({ section, id }: Place) => stored()?.[section]?.[id];

  /** Drops drafts that say what the server has, unless they reply to staff, and takes over the number of answers that are a draft's own. */
  const settleDrafts = () => {
    if (own()) show({ drafts: new Map([...all.drafts].filter(([name]) => questionOf(name))) });
    for (const [name, draft] of all.drafts) {
      const place = placeOf(name);
      const known = storedAt(place);
      const given = givenIn(questionOf(name), draft);
      if (given && isSameAnswer(given, known) && !draft.isReply) put(name, undefined);
      else if (known && known.n !== draft.n && isOwn(draft, known, me)) put(name, { ...draft, n: known.n });
    }
  };

  const ready = () =>
    [...all.drafts].flatMap(([name, draft]) => {
      const place = placeOf(name);
      const question = questionOf(name);
      const given = givenIn(question, draft);
      const isHeld =
        all.refusals.has(name) ||
        refusedSections.has(place.section) ||
        !isInForm(place.section) ||
        conflictOf(question, draft, storedAt(place), me) !== undefined;
      return given && !isHeld ? [{ name, ...place, draft, given }] : [];
    });
  type Ready = ReturnType<typeof ready>[number];

  const toSent = ({ id, draft: { n }, given: { v, s } }: Ready) =>
    s ? { key: id, n, s } : { key: id, n, v: v ?? null };

  /** Shows why a batch was not saved. Returns true if the rest of it can be. */
  const failed = (error: unknown, section: string, batch: readonly Ready[]): boolean => {
    if (error instanceof ConnectionError || !isOnline()) {
      later(RETRY_MS);
      show({ state: { kind: 'offline', outlivesPage } });
      return false;
    }
    const { status = 500, serverMessage, fields = {} } = error instanceof ApiError ? error : {};
    const refused = Object.entries(fields).flatMap(([path, reason]) =>
      batch.filter(({ id }) => id === path.split('.')[0]).map(({ name }) => ({ name, reason })),
    );
    for (const { name, reason } of refused) refuse(name, reason);
    if (refused.length > 0) return true;
    if (isThrottled(error) && error.retryAfter) later(error.retryAfter * 1000);
    if (OF_SECTION.includes(status)) {
      refusedSections.set(section, serverMessage);
      return true;
    }
    show({ state: { kind: 'failed', reason: status < 500 ? serverMessage : undefined } });
    return false;
  };

  /** Drops the drafts of a saved batch. One that was typed on replaces the answer that was saved. */
  const saved = (batch: readonly Ready[], answers: Stored) => {
    for (const { name, id, draft, given } of batch) {
      const now = all.drafts.get(name);
      if (!now) continue;
      const isTypedOn = now.s !== draft.s || JSON.stringify(now.typed) !== JSON.stringify(draft.typed);
      put(name, isTypedOn ? { ...now, n: answers[id]?.n ?? now.n, sent: [given] } : undefined);
    }
  };

  /** Sends one batch. Returns true if there may be more to send. */
  async function sendBatch(isLeaving: boolean): Promise<boolean> {
    if (!stored()) return false;
    settleDrafts();
    const [first, ...others] = ready();
    if (!first) {
      const [refusal] = refusedSections.entries();
      if (refusal) show({ state: { kind: 'failed', reason: refusal[1] } });
      else if (all.state.kind !== 'saved') show({ state: { kind: 'none' } });
      return false;
    }
    if (!isOnline()) return failed(undefined, first.section, []);
    const batch = [first, ...others.filter(({ section }) => section === first.section)].slice(
      0,
      FACTFIND_LIMITS.answersAtOnce,
    );
    for (const { name, draft, given } of batch) put(name, withSent(draft, given));
    show({ state: { kind: 'saving' } });
    const { section } = first;
    try {
      const answers = await send({ section, answers: batch.map(toSent) }, isLeaving);
      learn(section, answers);
      saved(batch, answers);
      show({ state: { kind: 'saved', at: now().toISOString() } });
      return true;
    } catch (error) {
      const { answers } = error instanceof ApiError && error.status === 409 ? error.more : {};
      conflicts += 1;
      if (!answers || conflicts > MOST_CONFLICTS) return failed(error, section, batch);
      learn(section, answers);
      return true;
    }
  }

  async function run(isLeaving: boolean) {
    conflicts = 0;
    refusedSections.clear();
    // Each batch ends with fewer drafts to send, or with an error.
    while (await sendBatch(isLeaving));
  }

  /** Saves all changes. Resolves once they are saved or kept for later. */
  function save(isLeaving = false): Promise<unknown> {
    clearTimeout(timer);
    last = last.then(() => run(isLeaving)).catch(() => undefined);
    return last;
  }

  const sync = () => {
    const drafts = read();
    const isSavedElsewhere = [...all.drafts.keys()].some((name) => !drafts.has(name));
    show({ drafts });
    if (isSavedElsewhere) onSavedElsewhere();
  };
  show({ drafts: read() });

  return {
    all: () => all,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    /** Keeps a change, and saves it once the field is still. */
    change: (place: Place, change: Change) => {
      const name = nameOf(place);
      const before = all.drafts.get(name);
      const n = before?.n ?? storedAt(place)?.n ?? 0;
      refuse(name, undefined);
      put(name, { ...change, n, sent: before?.sent ?? [], ...(before?.isReply && { isReply: true }) });
      later(STILL_MS);
    },
    /** Keeps an answer as the reply to a question of staff, also if it is unchanged. An empty one is no reply. */
    reply: (place: Place) => {
      const name = nameOf(place);
      const { n = 0, v, s } = storedAt(place) ?? {};
      const draft = all.drafts.get(name) ?? { typed: typedOf(v), s, n };
      if (isAnswered(givenIn(questionOf(name), draft))) put(name, { ...draft, isReply: true });
    },
    /** Settles a conflict: keeps the own answer, or takes the other one. */
    settle: (place: Place, keepsOwn: boolean) => {
      const name = nameOf(place);
      const draft = all.drafts.get(name);
      const known = storedAt(place);
      put(name, keepsOwn && draft && known ? { ...draft, n: known.n } : undefined);
      return save();
    },
    save,
    /** Forgets changes. */
    discard: (names: Iterable<string>) => {
      for (const name of names) put(name, undefined);
    },
    /** Takes over what other tabs typed or saved. */
    sync,
  };
}
export type AnswerSaver = ReturnType<typeof answerSaver>;
