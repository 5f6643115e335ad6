import { Button } from '@chakra-ui/react/button';
import { Grid } from '@chakra-ui/react/grid';
import { chakra } from '@chakra-ui/react/styled-system';
import { Text } from '@chakra-ui/react/text';
import { mutationOptions, useMutation } from '@tanstack/react-query';
import { type RefObject, type SubmitEvent, useEffect, useEffectEvent, useId, useState } from 'react';
import type { InputOf } from '#shared/contract/api.ts';
import { CODE_MINUTES } from '#shared/rules/lifetimes.ts';
import { ApiError, call } from '../../../lib/http/api.ts';
import { personIdIn } from '../../../lib/http/token.ts';
import { change, queryClient } from '../../../lib/query/query.ts';
import { useBusy } from '../../../lib/screen/use-busy.ts';
import { inTab } from '../../../lib/storage/storage.ts';
import { Input } from '../../../ui/eager/controls.tsx';
import { Checkbox } from '../../../ui/form/tick.tsx';
import { portalQuery } from '../portal-query.ts';

const sendCode = change('POST /api/portal/code', { noSession: true });

/** Notifies the adviser that the client cannot open their mailbox. Returns whom to phone. */
export const askWithoutCode = change('POST /api/portal/no-code', {
  failure: { title: 'Error', description: 'Failed to tell your adviser', server: true },
  noSession: true,
});

const hasStatus = (error: unknown, status: number) => error instanceof ApiError && error.status === status;

/**
 * Confirms this device and loads the portal. Throws if the code is wrong, or if the browser dropped the cookie
 * (`more.stepUp` is set).
 */
export const confirmDevice = (token: string) =>
  mutationOptions({
    mutationFn: async (body: InputOf<'POST /api/portal/device'>) => {
      await call('POST /api/portal/device', { body, token }).catch((error: unknown) => {
        // Another tab has confirmed the device meanwhile.
        if (!hasStatus(error, 403)) throw error;
      });
      const { queryKey } = portalQuery(token);
      const portal = await call('GET /api/portal/{token}', { params: { token }, token }).catch((error: unknown) => {
        if (hasStatus(error, 401)) throw error;
      });
      if (portal) queryClient.setQueryData(queryKey, portal);
      else await queryClient.refetchQueries({ queryKey, exact: true });
    },
    meta: {
      success: { title: 'Device Confirmed', description: 'Your page is open.' },
      noSession: true,
    },
  });

const LIFE_MS = CODE_MINUTES * 60_000;
const keyOf = (token: string) => `code-sent-${personIdIn(token)}`;

/** Returns when this tab last had a code emailed, in milliseconds, if that code is still valid. */
function codeSentAt(token: string): number | undefined {
  const at = Number(inTab((storage) => storage.getItem(keyOf(token))) ?? 0);
  return Date.now() - at < LIFE_MS ? at : undefined;
}

/** Remembers the time in this tab, so that a reload does not request another code. */
function noteCodeSent(token: string): number {
  const now = Date.now();
  inTab((storage) => storage.setItem(keyOf(token), String(now)));
  return now;
}

export const clearCode = (token: string) => inTab((storage) => storage.removeItem(keyOf(token)));

const PAUSE_MS = 30_000;

export interface MailedCode {
  state: 'sending' | 'sent' | 'sent again' | 'failed';
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

/**
 * Emails a code when the page opens, but not after a reload. Sent by script, because mail scanners open links.
 * `onFailure` gets the refusal.
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

/** Kind of proof: the emailed code, or the phrase that the adviser reads out on the phone. */
export type ProofKind = 'code' | 'phrase';

const FIELD = {
  code: { label: '6-digit code', inputMode: 'numeric', autoComplete: 'one-time-code' },
  phrase: { label: 'Phrase from your adviser', inputMode: 'text', autoComplete: 'off', autoCapitalize: 'characters' },
} as const;

interface Props {
  way: ProofKind;
  field: RefObject<HTMLInputElement | null>;
  /** Id of the element that says where the code went. */
  about: string;
  problem: string | undefined;
  onSend: (code: string, remember: boolean) => Promise<unknown>;
}

/** Field for the code or phrase, and the choice to remember this device. Keeps typed text after a failure. */
export function CodeForm({ way, field, about, problem, onSend }: Props) {
  const id = useId();
  const [code, setCode] = useState('');
  const [remember, setRemember] = useState(true);
  const [busy, run] = useBusy();
  const { label, ...keyboard } = FIELD[way];
  const send = async (event: SubmitEvent) => {
    event.preventDefault();
    if (await run(() => onSend(code, remember))) return;
    field.current?.focus();
  };
  return (
    <chakra.form onSubmit={send} noValidate>
      <Grid gap="3">
        <Grid gap="1.5">
          <chakra.label htmlFor={id} fontWeight="semibold">
            {label}
          </chakra.label>
          <Input
            {...keyboard}
            ref={field}
            id={id}
            name="code"
            size="xl"
            fontFamily="mono"
            letterSpacing="widest"
            spellCheck={false}
            value={code}
            onChange={(event) => setCode(event.target.value)}
            aria-invalid={problem ? true : undefined}
            aria-describedby={problem ? `${id}-problem` : about}
          />
          <Text id={`${id}-problem`} role="alert" color="fg.error">
            {problem}
          </Text>
        </Grid>
        <Checkbox
          label="Remember this device"
          hint="Not on a shared computer"
          checked={remember}
          onChange={setRemember}
        />
        <Button type="submit" size="lg" aria-busy={busy} aria-disabled={busy || undefined}>
          {busy ? 'Checking...' : 'Continue'}
        </Button>
      </Grid>
    </chakra.form>
  );
}
