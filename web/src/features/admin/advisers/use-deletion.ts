import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ListedAdviser } from '#shared/contract/advisers.ts';
import { errorToast, failureNotice } from '../../../lib/http/failure.ts';
import { queryClient } from '../../../lib/query/query.ts';
import { notify } from '../../../lib/screen/notify.ts';
import { advisersQuery } from '../../../parts/account/advisers.ts';
import { clientsQuery } from '../../../parts/client/clients.ts';
import { deleteAdviser } from '../queries.ts';
import { useMoves } from '../reassignment/moves.ts';

/** Removes an account; where a colleague is chosen, that one gets all of its clients first. */
export function useDeletion(adviser: ListedAdviser) {
  const { mutateAsync } = useMutation(deleteAdviser);
  const { data: advisers = [] } = useQuery(advisersQuery);
  const [chosen, choose] = useState('');
  const [renewLink, setRenewLink] = useState(true);
  const { run, give } = useMoves();
  const colleagues = advisers.filter(({ id }) => id !== adviser.id);
  const to = colleagues.find(({ id }) => id === chosen);

  /** Gives whether all clients are with the colleague. */
  const reassignAll = async () => {
    if (!to) return true;
    // Whose they are now, not when the list was last read.
    const all = await queryClient.fetchQuery({ ...clientsQuery(), staleTime: 0 }).catch((error: unknown) => {
      notify(failureNotice(error, errorToast('Failed to fetch clients')), 'error');
    });
    if (!all) return false;
    const theirs = all.filter(({ adviserId }) => adviserId === adviser.id);
    return theirs.length === 0 || (await give(theirs, to, renewLink));
  };
  /** Gives whether the account is gone; `false` where some of its clients stayed. Rejects where the account did. */
  const confirm = async () => {
    if (!(await reassignAll())) return false;
    try {
      await mutateAsync({ params: { id: adviser.id } });
    } catch (error) {
      void queryClient.invalidateQueries({ queryKey: advisersQuery.queryKey });
      throw error;
    }
    return true;
  };
  const left = run?.isRunning === false ? run.failed.length : adviser.clients;
  return { clients: left, colleagues, to, choose, renewLink, setRenewLink, run, confirm };
}
