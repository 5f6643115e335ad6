import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useMemo, useState } from 'react';
import { matchesFilter } from '#shared/rules/clients.ts';
import { useDrawable } from '../../../lib/lazy/use-drawable.ts';
import { readWhole } from '../../../lib/query/pages.ts';
import { useMe } from '../../../parts/account/me.ts';
import { clientsQuery, searchClients } from '../../../parts/client/clients.ts';
import type { useListAddress } from './address.ts';
import { COLUMNS, type Facts, sorted } from './columns.tsx';
import { nextDueOf } from './facts.ts';

const pendingTasksQuery = readWhole('GET /api/tasks/pending');
const NO_DATES: Facts['due'] = new Map();

/** What the table's rows look at; due dates are read only where one sees them. */
function useFacts(needsDue: boolean): Facts {
  const me = useMe();
  const [now] = useState(() => new Date());
  const { data: due = NO_DATES } = useQuery({ ...pendingTasksQuery, select: nextDueOf, enabled: needsDue });
  return useMemo(() => ({ me, now, due }), [me, now, due]);
}

/**
 * The clients that an address lists, in its order; all of them, for counts, as far as they are known; the columns. What is
 * typed narrows the list when there is time, so that typing never waits for it.
 */
export function useListed(
  { filter, adviser, sort, text, view }: ReturnType<typeof useListAddress>,
  hidden: readonly string[],
) {
  const { role } = useMe();
  const whole = useQuery(clientsQuery());
  const filtered = useQuery({
    ...clientsQuery(filter),
    // What the server lists is known before it answers, where all clients are.
    placeholderData: filter && whole.data?.filter((client) => matchesFilter(client, filter)),
  });
  const choice = useMemo(() => COLUMNS.filter(({ id }) => id !== 'adviser' || role === 'admin'), [role]);
  const columns = useMemo(() => choice.filter(({ id }) => !hidden.includes(id)), [choice, hidden]);
  const facts = useFacts(view === 'table' && columns.some(({ id }) => id === 'due'));
  const wanted = useDeferredValue(text);
  const isDrawable = useDrawable(filtered.data !== undefined);
  const data = isDrawable ? filtered.data : undefined;
  const ofAdviser = useMemo(
    () => (adviser ? data?.filter(({ adviserId }) => adviserId === adviser) : data),
    [data, adviser],
  );
  const ordered = useMemo(() => ofAdviser && sorted(ofAdviser, sort, facts), [ofAdviser, sort, facts]);
  const clients = useMemo(() => ordered && searchClients(ordered, wanted), [ordered, wanted]);
  const counted = useMemo(
    () => (adviser ? whole.data?.filter(({ adviserId }) => adviserId === adviser) : whole.data),
    [whole.data, adviser],
  );
  return { query: filtered, clients, counted, choice, columns, facts };
}
