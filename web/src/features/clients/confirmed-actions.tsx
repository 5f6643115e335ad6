import { createContext, type ReactNode, use, useState } from 'react';
import type { Client } from '#shared/contract/clients.ts';
import { DeleteClientDialog } from '../../parts/dialogs/delete-client-dialog.tsx';
import { lazyDialog } from '../../ui/eager/lazy-dialog.tsx';
import type { JobKind } from './bulk/jobs.tsx';

const BulkDialog = lazyDialog(() => import('./bulk/bulk-dialog.tsx'));

/** Action on clients that a dialog confirms first. */
export interface ConfirmedAction {
  kind: JobKind | 'delete';
  clients: readonly Client[];
}

const ConfirmedActionContext = createContext<(act: ConfirmedAction) => void>(() => undefined);

/** Returns a function that opens the dialog of an action. One dialog serves the whole list, not one per row. */
export const useConfirmedAction = () => use(ConfirmedActionContext);

/** Provides `useConfirmedAction` to the list, and renders the dialogs. */
export function ConfirmedActions({ children }: { children: ReactNode }) {
  const [act, setAct] = useState<ConfirmedAction>();
  const [open, setOpen] = useState(false);
  const begin = (next: ConfirmedAction) => {
    setAct(next);
    setOpen(true);
  };
  // Has a stable identity, so that opening a dialog does not render the list.
  const [stable] = useState(() => begin);
  const state = { open, onClose: () => setOpen(false) };
  const [client] = act?.clients ?? [];
  return (
    <ConfirmedActionContext value={stable}>
      {children}
      {act?.kind === 'delete' && client && <DeleteClientDialog {...state} client={client} key={client.id} />}
      {act && act.kind !== 'delete' && <BulkDialog {...state} kind={act.kind} clients={act.clients} />}
    </ConfirmedActionContext>
  );
}
