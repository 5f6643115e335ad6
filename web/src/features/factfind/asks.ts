import { useCallback, useEffect, useMemo, useRef } from 'react';
import type { AskedBack } from '#shared/contract/factfind.ts';
import { FACTFIND_LIMITS } from '#shared/rules/limits.ts';
import { useDraft } from '../../lib/drafts/drafts.ts';
import { parsed } from '../../lib/storage/storage.ts';
import { placeKey, type ShownSection } from './shown-answers.ts';

/** Texts of questions by section and question. */
export type Texts = Readonly<Record<string, string>>;

const textsIn = (draft: string) => parsed<Texts>(draft, {});
const draftOf = (texts: Texts) => (Object.keys(texts).length > 0 ? JSON.stringify(texts) : '');

/** Joins what two tabs collected at the same time. */
const joined = (theirs: string, own: string) => draftOf({ ...textsIn(theirs), ...textsIn(own) });

/** `set` and `remove` are stable. Questions whose text changed since stay. */
export interface CollectedAsks {
  texts: Texts;
  set: (key: string, text: string) => void;
  remove: (gone: Texts) => void;
}

/** Questions of staff about answers, which are kept in this browser until they are sent together. */
export function useCollectedAsks(clientId: string): CollectedAsks {
  const { text, type } = useDraft(`asks/${clientId}`, joined);
  const change = useRef(type);
  useEffect(() => {
    change.current = type;
  });
  const texts = useMemo(() => textsIn(text), [text]);
  const set = useCallback(
    (key: string, ask: string) => change.current((now) => draftOf({ ...textsIn(now), [key]: ask })),
    [],
  );
  const remove = useCallback(
    (gone: Texts) =>
      change.current((now) =>
        draftOf(Object.fromEntries(Object.entries(textsIn(now)).filter(([key, one]) => gone[key] !== one))),
      ),
    [],
  );
  return { texts, set, remove };
}

export type AskToSend = AskedBack['asks'][number];

/** Returns the collected questions about answers that are still asked, as many as one call takes. */
export const asksToSend = (texts: Texts, sections: readonly ShownSection[]): AskToSend[] =>
  sections
    .flatMap(({ asked }) => asked)
    .flatMap((shown) => {
      const text = texts[placeKey(shown)];
      return text === undefined ? [] : [{ section: shown.section, key: shown.question.id, text }];
    })
    .slice(0, FACTFIND_LIMITS.answersAtOnce);
