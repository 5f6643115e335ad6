import { createContext, type ReactNode, use, useState } from 'react';
import type { Client } from '#shared/contract/clients.ts';
import { DeleteClientDialog } from '../../parts/client/delete-client-dialog.tsx';
import { lazyDialog } from '../../ui/eager/lazy-dialog.tsx';
import type { JobKind } from './bulk/jobs.tsx';

const BulkDialog = lazyDialog(() => import('./bulk/bulk-dialog.tsx'));

/** Something that is asked about before it is done to some clients. */
export interface Act {
  kind: JobKind | 'delete';
  clients: readonly Client[];
}

const ActContext = createContext<(act: Act) => void>(() => undefined);

/** Begins an act on some clients: the dialogs are there once for the whole list. */
export const useAct = () => use(ActContext);

/** The list, and the dialogs of what is done to its clients. */
export function Acts({ children }: { children: ReactNode }) {
  const [act, setAct] = useState<Act>();
  const [open, setOpen] = useState(false);
  const begin = (next: Act) => {
    setAct(next);
    setOpen(true);
  };
  // One function for good, so that a dialog that opens does not draw the list anew.
  const [stable] = useState(() => begin);
  const state = { open, onClose: () => setOpen(false) };
  const [client] = act?.clients ?? [];
  return (
    <ActContext value={stable}>
      {children}
      {act?.kind === 'delete' && client && <DeleteClientDialog {...state} id={client.id} name={client.name} />}
      {act && act.kind !== 'delete' && <BulkDialog {...state} kind={act.kind} clients={act.clients} />}
    </ActContext>
  );
}
