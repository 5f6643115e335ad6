import { Button } from '@chakra-ui/react/button';
import { Grid } from '@chakra-ui/react/grid';
import { chakra } from '@chakra-ui/react/styled-system';
import { Text } from '@chakra-ui/react/text';
import { mutationOptions, useMutation } from '@tanstack/react-query';
import { type RefObject, type SubmitEvent, useEffect, useEffectEvent, useId, useState } from 'react';
import type { InputOf } from '#shared/contract/api.ts';
import { CODE_MINUTES } from '#shared/rules/devices.ts';
import { ApiError, call } from '../../../lib/http/api.ts';
import { change, queryClient } from '../../../lib/query/query.ts';
import { useBusy } from '../../../lib/screen/use-busy.ts';
import { inTab } from '../../../lib/storage/storage.ts';
import { Input } from '../../../ui/eager/controls.tsx';
import { Checkbox } from '../../../ui/form/tick.tsx';
import { clientIdIn, portalQuery } from '../portal-query.ts';

/** Has a code mailed to the client's address. */
const sendCode = change('POST /api/portal/code', { noSession: true });

/** Tells the adviser that the client cannot get at its mail; answers whom to phone. */
export const askWithoutCode = change('POST /api/portal/no-code', {
  failure: { title: 'Error', description: 'Failed to tell your adviser', server: true },
  noSession: true,
});

const hasStatus = (error: unknown, status: number) => error instanceof ApiError && error.status === status;

/**
 * Confirms this device and opens the portal. Rejects where the code does not count, and where the browser did not keep that
 * the device was confirmed: `more.stepUp` then still asks for it.
 */
export const confirmDevice = (token: string) =>
  mutationOptions({
    mutationFn: async (body: InputOf<'POST /api/portal/device'>) => {
      await call('POST /api/portal/device', { body, token }).catch((error: unknown) => {
        // Confirmed meanwhile, in another tab.
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
const keyOf = (token: string) => `code-sent-${clientIdIn(token)}`;

/** When this tab last had a code mailed that still counts, in milliseconds; `undefined` where it had none. */
function codeSentAt(token: string): number | undefined {
  const at = Number(inTab((storage) => storage.getItem(keyOf(token))) ?? 0);
  return Date.now() - at < LIFE_MS ? at : undefined;
}

/** Remembers for this tab that a code was mailed now, so that a page that is loaded again asks for no other; gives the time. */
function noteCodeSent(token: string): number {
  const now = Date.now();
  inTab((storage) => storage.setItem(keyOf(token), String(now)));
  return now;
}

/** Forgets the code that was mailed: it has been used. */
export const forgetCode = (token: string) => inTab((storage) => storage.removeItem(keyOf(token)));

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

/** What is typed: the code of the mail, or the phrase that the adviser gave over the phone. */
export type Way = 'code' | 'phrase';

const FIELD = {
  code: { label: '6-digit code', inputMode: 'numeric', autoComplete: 'one-time-code' },
  phrase: { label: 'Phrase from your adviser', inputMode: 'text', autoComplete: 'off', autoCapitalize: 'characters' },
} as const;

interface Props {
  way: Way;
  field: RefObject<HTMLInputElement | null>;
  /** Id of what says where the code went. */
  about: string;
  /** Why the last try failed. */
  problem: string | undefined;
  onSend: (code: string, remember: boolean) => Promise<unknown>;
}

/** One field for the code or the phrase, and whether this device is to be remembered; what was typed stays after a failure. */
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
          hint="Not on a computer that others use"
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
