import { useEffect } from 'react';
import { changedElsewhere, changedHere, type Elsewhere, tellOtherTabs } from '../lib/http/session-events.ts';
import { catchUp } from '../lib/query/query.ts';
import { effectNamed, isOfClient } from './refreshes.ts';

const isSent = (value: unknown): value is { params?: object; clientId?: string; id?: string } =>
  typeof value === 'object' && value !== null;

/** The client that a change was about, by the first id that was sent: a client's own, or one that begins with it. */
function clientOf(sent: unknown): string | undefined {
  if (!isSent(sent)) return undefined;
  const [first = sent.clientId ?? sent.id]: unknown[] = Object.values(sent.params ?? {});
  return typeof first === 'string' ? first.split('.')[0] : undefined;
}

/** What other tabs changed and this one has not read yet, once however often it was changed. */
const due = new Map<string, Elsewhere>();

/** Reads what is due, as soon as somebody can see the tab. What cannot be read is read with the next news. */
function readDue() {
  if (document.visibilityState !== 'visible') return;
  const changes = [...due.values()];
  due.clear();
  for (const { call, client } of changes) catchUp(effectNamed(call), client).catch(() => undefined);
}

/**
 * Has what an account changes in one tab of this browser read anew in its others, by the rule that changes follow in their own
 * tab: nothing that is typed, under way or in view is lost. Tabs of another account are left alone.
 */
export function useTabsAgree(account: string) {
  useEffect(() => {
    const stops = [
      changedHere.on(({ call, sent }) => {
        const client = isOfClient(call) ? clientOf(sent) : undefined;
        tellOtherTabs({ account, call, client });
      }),
      changedElsewhere.on((change) => {
        if (change.account !== account) return;
        due.set(`${change.call} ${change.client}`, change);
        readDue();
      }),
    ];
    document.addEventListener('visibilitychange', readDue);
    return () => {
      for (const stop of stops) stop();
      document.removeEventListener('visibilitychange', readDue);
      due.clear();
    };
  }, [account]);
}
