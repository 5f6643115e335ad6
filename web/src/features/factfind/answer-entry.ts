import { useState } from 'react';
import type { Factfind, FactfindAnswer } from '#shared/contract/factfind.ts';
import { type Given, isSameAnswer, sayAnswer } from '#shared/rules/factfind-answers.ts';
import { clientsOwn } from '#shared/rules/factfind-own.ts';
import type { Question } from '#shared/rules/factfind-shape.ts';
import { REQUEST_TEXTS } from '#shared/rules/request-texts.ts';
import { isVisible } from '#shared/rules/text.ts';
import { useDraft } from '../../lib/drafts/drafts.ts';
import { ApiError } from '../../lib/http/api.ts';
import { parsed } from '../../lib/storage/storage.ts';
import { dotted } from '../../lib/text/format.ts';
import { isRows, readTyped, type Typed, typedOf } from '../../parts/factfind/typed.ts';
import { type Place, placeKey } from './shown-answers.ts';

/** Content of the dialog. `n` is the number of the answer that it replaces. */
interface Entry {
  typed?: Typed | undefined;
  s?: Given['s'];
  reason: string;
  n: number;
}

export const answerDraft = (clientId: string, place: Place) => `answer/${clientId}/${placeKey(place)}`;

const entryOf = (stored: FactfindAnswer | undefined): Entry => ({
  typed: typedOf(stored?.v),
  s: stored?.s,
  reason: '',
  n: stored?.n ?? 0,
});

const contentOf = ({ typed, s, reason }: Entry) => JSON.stringify([typed ?? null, s ?? null, reason]);

/** Two tabs' entries cannot be joined, so the last one counts. */
const last = (_theirs: string, own: string) => own;

/** Returns true if the client’s value has been sent, in this fact-find or in one before. */
const wasSent = ({ facts, createdAt }: Factfind['request'], at: string) => facts?.sentAt !== null || at < createdAt;

/** Returns the errors of a refused save: at fields of the question, and at the reason. */
function refusalsOf(error: unknown, { id }: Question, given: Given): Record<string, string> {
  if (!(error instanceof ApiError)) return {};
  const rows = Array.isArray(given.v) ? given.v : [];
  return Object.fromEntries(
    Object.entries(error.fields).map(([path, text]) => {
      const [name, row, field] = path.split('.');
      if (path.endsWith('.reason')) return ['reason', text];
      if (name !== id) return [path, text];
      const found = rows[Number(row)];
      return [typeof found === 'object' && field ? `${found.id}.${field}` : '', text];
    }),
  );
}

/** Returns typed text that is no valid answer yet, a row of a list in each line. */
function sayTyped({ fields = [] }: Question, typed: Typed | undefined): string {
  if (!isRows(typed)) return String(typed ?? '');
  return typed.map((row) => dotted(fields.map(({ id, options }) => options?.[row[id] ?? ''] ?? row[id]))).join('\n');
}

/** Returns what is typed for an answer, kept until it is saved, with what it needs to be saved. */
export function useAnswerEntry(clientId: string, factfind: Factfind, place: Place) {
  const { section, question } = place;
  const stored = factfind.answers[section]?.[question.id];
  const draft = useDraft(answerDraft(clientId, place), last);
  const [hasTried, setTried] = useState(false);
  const [refusals, setRefusals] = useState<Readonly<Record<string, string>>>({});
  const [isReasonAsked, setReasonAsked] = useState(false);
  const entry = draft.text ? parsed<Entry>(draft.text, entryOf(stored)) : entryOf(stored);
  const { typed, s, reason } = entry;
  const read = readTyped(question, typed);
  const given: Given = s ? { s } : { v: read.value };
  const own = clientsOwn(stored);
  const replaces = own !== undefined && wasSent(factfind.request, own.at);
  const needsReason = (replaces && !isSameAnswer(own, given)) || isReasonAsked;
  const problems = s ? {} : (read.errors ?? {});
  const isValid = Object.keys(problems).length === 0;
  const errors: Record<string, string> = { ...refusals, ...(hasTried && problems) };
  const isNewer = draft.text !== '' && stored !== undefined && stored.n !== entry.n && !isSameAnswer(stored, given);
  const change = (more: Partial<Entry>) => {
    setRefusals({});
    const next = { ...entry, ...more };
    draft.type(contentOf(next) === contentOf(entryOf(stored)) ? '' : JSON.stringify(next));
  };
  return {
    stored,
    typed: s ? undefined : typed,
    s,
    given,
    /** The answer in words. */
    words: isValid ? sayAnswer(question, given) : sayTyped(question, typed),
    reason,
    errors,
    needsReason,
    isChanged: draft.text !== '',
    isRestored: draft.isRestored,
    /** Answer that somebody gave since this one was typed. */
    theirs: isNewer ? stored : undefined,
    type: (to: Typed | undefined) => change({ typed: to, s: undefined }),
    toggle: (to: NonNullable<Given['s']>) => change({ s: s === to ? undefined : to }),
    giveReason: (to: string) => change({ reason: to }),
    keepOwn: () => change({ n: stored?.n ?? 0 }),
    clear: () => {
      setRefusals({});
      setTried(false);
      draft.type('');
    },
    /** Returns the body of the save, or undefined with the errors shown. */
    toSend: () => {
      setTried(true);
      const isWithout = needsReason && !isVisible(reason);
      if (isWithout) setRefusals({ reason: REQUEST_TEXTS.whyCorrected });
      if (isWithout || !isValid) return undefined;
      const why = needsReason ? { reason: reason.trim() } : {};
      const value = s ? { s } : { v: read.value ?? null };
      return { section, answers: [{ key: question.id, n: entry.n, ...value, ...why }] };
    },
    refuse: (error: unknown) => {
      const found = refusalsOf(error, question, given);
      setRefusals(found);
      if (found.reason !== undefined) setReasonAsked(true);
    },
  };
}
