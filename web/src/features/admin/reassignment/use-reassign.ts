import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { Client } from '#shared/contract/clients.ts';
import { notify } from '../../../lib/screen/notify.ts';
import { useBusy } from '../../../lib/screen/use-busy.ts';
import { reassignClient } from '../queries.ts';
import { adviserOf, type Colleague, type Move } from './moves.ts';

/** What is said where no adviser is chosen (product 5). */
export const NONE_CHOSEN = 'Please select an adviser';

/** Nobody is chosen yet. With another adviser the client gets another link, unless that is unticked. */
const NO_CHOICE = { chosen: '', renewLink: true };

/** The choice of another adviser for one client. */
export function useReassign(client: Client, advisers: readonly Colleague[], onMoved: (move: Move) => void) {
  const { id, adviserId } = client;
  const { mutateAsync } = useMutation(reassignClient);
  const [choice, setChoice] = useState(NO_CHOICE);
  const { chosen, renewLink } = choice;
  const [busy, run] = useBusy();
  const select = useRef<HTMLSelectElement>(null);
  const isMove = chosen !== '' && chosen !== adviserId;
  const reassign = async () => {
    if (!chosen) return notify({ title: 'Error', description: NONE_CHOSEN }, 'error');
    const to = advisers.find((adviser) => adviser.id === chosen);
    if (!isMove || !to) return;
    // The button is disabled from here on, until another adviser is chosen.
    select.current?.focus();
    if (!(await run(() => mutateAsync({ params: { id }, body: { adviserId: chosen, renewLink } })))) return;
    onMoved({ client, from: adviserOf(client), to, state: { is: 'done' } });
    // Who already chooses the next one keeps that choice.
    setChoice((now) => (now.chosen === chosen ? NO_CHOICE : now));
  };
  const choose = (to: string) => setChoice((now) => ({ ...(busy ? NO_CHOICE : now), chosen: to }));
  const setRenewLink = (on: boolean) => setChoice((now) => ({ ...now, renewLink: on }));
  return { select, chosen, choose, renewLink, setRenewLink, reassign, isMove, busy };
}

/** The choice of another adviser, as the fields show it. */
export type ReassignForm = ReturnType<typeof useReassign>;
