import { type UseMutationOptions, useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { CODE_MINUTES } from '#shared/rules/lifetimes.ts';
import { inTab } from '../../../lib/storage/storage.ts';

const LIFE_MS = CODE_MINUTES * 60_000;
const keyOf = (id: string) => `code-sent-${id}`;

/** Returns when this tab last had a code emailed, in milliseconds, if that code is still valid. */
function codeSentAt(id: string): number | undefined {
  const at = Number(inTab((storage) => storage.getItem(keyOf(id))) ?? 0);
  return Date.now() - at < LIFE_MS ? at : undefined;
}

/** Remembers the time in this tab, so that a reload does not request another code. */
function noteCodeSent(id: string): number {
  const now = Date.now();
  inTab((storage) => storage.setItem(keyOf(id), String(now)));
  return now;
}

/** Forgets a code that was used. */
export const clearCode = (id: string) => inTab((storage) => storage.removeItem(keyOf(id)));

const PAUSE_MS = 30_000;

export interface MailedCode {
  state: 'sending' | 'sent' | 'sent again' | 'failed';
  /** True if a code was sent that may still be valid. */
  isSent: boolean;
  /** True if the code may be sent again. */
  isDue: boolean;
  /** Emails a code. Rejects if the server refuses. */
  send: () => Promise<unknown>;
}

/** Returns true once 30 s have passed since `sentAt`, and rerenders then. */
function useIsDue(sentAt: number | undefined): boolean {
  const [due, setDue] = useState<number>();
  useEffect(() => {
    if (sentAt === undefined) return;
    const timer = setTimeout(() => setDue(sentAt), sentAt + PAUSE_MS - Date.now());
    return () => clearTimeout(timer);
  }, [sentAt]);
  return sentAt === due;
}

/** Emails codes by the change `by`. `id` names the person or request that they are for. */
export function useMailedCode<A, S>(id: string, by: UseMutationOptions<A, Error, S>, sent: NoInfer<S>): MailedCode {
  const [before] = useState(() => codeSentAt(id));
  const [sentAt, setSentAt] = useState(before);
  const [count, setCount] = useState(before === undefined ? 0 : 1);
  const { mutateAsync, isPending, isError } = useMutation(by);
  const send = async () => {
    await mutateAsync(sent);
    setSentAt(noteCodeSent(id));
    setCount(count + 1);
  };
  const isDue = useIsDue(sentAt);
  const state = count > 1 ? 'sent again' : 'sent';
  return {
    state: isError ? 'failed' : isPending || count === 0 ? 'sending' : state,
    isSent: count > 0,
    isDue: isDue || isError,
    send,
  };
}
