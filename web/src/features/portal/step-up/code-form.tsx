import { Button } from '@chakra-ui/react/button';
import { Grid } from '@chakra-ui/react/grid';
import { chakra } from '@chakra-ui/react/styled-system';
import { mutationOptions } from '@tanstack/react-query';
import { type RefObject, type SubmitEvent, useState } from 'react';
import type { InputOf } from '#shared/contract/api.ts';
import { ApiError, call } from '../../../lib/http/api.ts';
import { change, queryClient } from '../../../lib/query/query.ts';
import { useBusy } from '../../../lib/screen/use-busy.ts';
import { Checkbox } from '../../../ui/form/tick.tsx';
import { portalQuery } from '../portal-query.ts';
import { CodeField, type ProofKind } from './code-field.tsx';

/** Emails a code for this device. */
export const sendCode = change('POST /api/portal/code', { noSession: true });

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
  const [code, setCode] = useState('');
  const [remember, setRemember] = useState(true);
  const [busy, run] = useBusy();
  const send = async (event: SubmitEvent) => {
    event.preventDefault();
    if (await run(() => onSend(code, remember))) return;
    field.current?.focus();
  };
  return (
    <chakra.form onSubmit={send} noValidate>
      <Grid gap="3">
        <CodeField way={way} field={field} about={about} problem={problem} code={code} onType={setCode} />
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
