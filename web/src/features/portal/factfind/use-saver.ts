import { useEffect } from 'react';
import type { Factfind } from '#shared/contract/factfind.ts';
import { sectionAt } from '#shared/rules/factfind.ts';
import { isAnswered } from '#shared/rules/factfind-answers.ts';
import { clientOwner, draftKey, draftsOf, storeDraft } from '../../../lib/drafts/drafts.ts';
import { ApiError, call } from '../../../lib/http/api.ts';
import { personIdIn } from '../../../lib/http/token.ts';
import { queryClient } from '../../../lib/query/query.ts';
import { type Access, useAccess } from '../access.ts';
import { portalQuery } from '../portal-query.ts';
import { DRAFTS } from './draft-names.ts';
import { formIn } from './factfind-context.ts';
import { queryOf, SAVE } from './queries.ts';
import { type AnswerSaver, answerSaver } from './saver.ts';

const FIRST_PERSON = 1;

/** Returns the questions of staff without those that an answer settles. */
const withoutAsks = (asks: Factfind['asks'], section: string, keys: readonly string[]): Factfind['asks'] => ({
  ...asks,
  [section]: Object.fromEntries(Object.entries(asks[section] ?? {}).filter(([key]) => !keys.includes(key))),
});

function saverOf(token: string, { client, me }: Access['portal']): AnswerSaver {
  const owner = clientOwner(personIdIn(token));
  const { queryKey } = queryOf(client.id, token);
  const portalKey = portalQuery(token).queryKey;
  const reread = (key: readonly unknown[]) => queryClient.invalidateQueries({ queryKey: key });
  const change = (to: (before: Factfind) => Factfind) =>
    queryClient.setQueryData<Factfind>(queryKey, (before) => before && to(before));
  return answerSaver({
    storage: {
      read: () => draftsOf(owner),
      write: (name, text) => storeDraft(draftKey(owner, name), text),
    },
    send: async (body, keepalive) => {
      try {
        const { answers, request } = await call(SAVE, { params: { id: client.id }, body, token, keepalive });
        // A read that is under way may be older, and its end would undo the change.
        await queryClient.cancelQueries({ queryKey });
        // An empty answer settles no question.
        const keys = body.answers.map(({ key }) => key).filter((key) => isAnswered(answers[key]));
        change((before) => ({ ...before, request, asks: withoutAsks(before.asks, body.section, keys) }));
        queryClient.setQueryData<Access['portal']>(
          portalKey,
          (portal) =>
            portal && {
              ...portal,
              requests: portal.requests.map((one) => (one.id === request.id ? request : one)),
            },
        );
        return answers;
      } catch (error) {
        const { status, more } = error instanceof ApiError ? error : {};
        // Reading the portal shows whether the link is still valid, or the device has to be confirmed.
        if (status === 401) void reread(portalKey);
        // Settled meanwhile.
        if (status === 409 && !more?.answers) for (const key of [portalKey, queryKey]) void reread(key);
        throw error;
      }
    },
    isInForm: (section) => {
      const factfind = queryClient.getQueryData<Factfind>(queryKey);
      return factfind !== undefined && sectionAt(formIn(factfind), section) !== undefined;
    },
    stored: () => queryClient.getQueryData<Factfind>(queryKey)?.answers,
    own: () => queryClient.getQueryData<Factfind>(queryKey)?.request.facts?.own,
    learn: (section, answers) => {
      change((before) => ({
        ...before,
        answers: { ...before.answers, [section]: { ...before.answers[section], ...answers } },
      }));
    },
    onSavedElsewhere: () => void reread(queryKey),
    isOnline: () => navigator.onLine,
    me: me?.number ?? FIRST_PERSON,
    now: () => new Date(),
  });
}

/** Savers by token: one for each, so that answers of a page that was left do not overtake newer ones. */
const savers = new Map<string, AnswerSaver>();

/** Returns what saves the answers; undefined in an adviser's preview. */
export function useSaver(): AnswerSaver | undefined {
  const { token, portal } = useAccess();
  if (token === undefined) return undefined;
  const saver = savers.get(token) ?? saverOf(token, portal);
  savers.set(token, saver);
  return saver;
}

/** Saves while a page is open: what an earlier visit left, when the connection is back, and when the page is left. */
export function useSaving(saver: AnswerSaver | undefined) {
  useEffect(() => {
    if (!saver) return;
    void saver.save();
    const left = new AbortController();
    const leave = () => void saver.save(true);
    const onStored = ({ key }: StorageEvent) => key?.includes(DRAFTS) && saver.sync();
    document.addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && leave(), left);
    window.addEventListener('pagehide', leave, left);
    window.addEventListener('online', () => void saver.save(), left);
    window.addEventListener('storage', onStored, left);
    return () => {
      left.abort();
      leave();
    };
  }, [saver]);
}
