import { useMutation } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { codeSentAt, noteCodeSent } from './code-sent.ts';
import { sendCode } from './queries.ts';

const PAUSE_MS = 30_000;

/** How the code in the mail stands. */
export interface MailedCode {
  state: 'sending' | 'sent' | 'sent again' | 'failed';
  /** Whether it may be sent again by now. */
  isDue: boolean;
  /** Has it sent, and rejects where that is refused. */
  send: () => Promise<unknown>;
}

/** Whether so much time has passed since then that the code may be sent again; it is told when that is so. */
function useIsDue(sentAt: number | undefined): boolean {
  const [due, setDue] = useState<number>();
  useEffect(() => {
    if (sentAt === undefined) return;
    const timer = setTimeout(() => setDue(sentAt), sentAt + PAUSE_MS - Date.now());
    return () => clearTimeout(timer);
  }, [sentAt]);
  return sentAt === due;
}

/**
 * The code that is mailed to the client: once when the page is opened, by the page itself and never by the link's address,
 * which programs open that look through mail; not for a page that is only loaded again. `onFailure` gets what refused that.
 */
export function useMailedCode(token: string, onFailure: (error: unknown) => void): MailedCode {
  const [before] = useState(() => codeSentAt(token));
  const [sentAt, setSentAt] = useState(before);
  const [count, setCount] = useState(before === undefined ? 0 : 1);
  const { mutateAsync, isPending, isError } = useMutation(sendCode);
  const send = async () => {
    await mutateAsync({ token });
    setSentAt(noteCodeSent(token));
    setCount(count + 1);
  };
  const opened = useEffectEvent(() => {
    if (before === undefined) send().catch(onFailure);
  });
  useEffect(() => opened(), []);
  const isDue = useIsDue(sentAt);
  const sent = count > 1 ? 'sent again' : 'sent';
  return { state: isError ? 'failed' : isPending || count === 0 ? 'sending' : sent, isDue: isDue || isError, send };
}
