import { createContext, use } from 'react';
import type { FullClient } from '#shared/contract/clients.ts';
import type { Stage } from '#shared/contract/journey.ts';

/** Data of the client's page, and functions that move between its parts. */
export interface ClientView {
  client: FullClient;
  /** Seven top-level stages in order, with nested sub-stages. */
  stages: readonly Stage[];
  /** Opens the dialog of a stage or sub-stage. */
  showStage: (id: string) => void;
  /** Expands a stage in the list of stages and scrolls to it. */
  revealStage: (id: string) => void;
  /** Returns true if the stage is expanded in the list of stages. */
  isOpen: (id: string) => boolean;
  toggleStage: (id: string) => void;
  /** True while the journey diagram is shown. */
  isDiagramShown: boolean;
  toggleDiagram: () => void;
}

export const ClientContext = createContext<ClientView | undefined>(undefined);

/** Returns the context of the client's page. Throws if called outside that page. */
export function useClient(): ClientView {
  const view = use(ClientContext);
  if (!view) throw new Error('useClient() was called outside the client page');
  return view;
}
