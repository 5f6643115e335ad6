import { createContext, use } from 'react';
import type { FullClient } from '#shared/contract/clients.ts';
import type { Stage } from '#shared/contract/journey.ts';

/** What every part of the client's page works on, and the ways from one part to another. */
export interface ClientView {
  client: FullClient;
  /** The seven top-level stages in order, sub-stages nested. */
  stages: readonly Stage[];
  /** Opens the dialog of a stage or sub-stage. */
  showStage: (id: string) => void;
  /** Opens a stage in the list of stages and brings it into view. */
  revealStage: (id: string) => void;
  /** Whether a stage is open in the list of stages. */
  isOpen: (id: string) => boolean;
  /** Opens or closes a stage in the list of stages. */
  toggleStage: (id: string) => void;
  /** Whether the diagram of the journey is unfolded. */
  isDrawn: boolean;
  /** Unfolds or folds the diagram of the journey. */
  toggleDiagram: () => void;
}

/** Provides the client to the parts of its page. */
export const ClientContext = createContext<ClientView | undefined>(undefined);

/** The client whose page this is. */
export function useClient(): ClientView {
  const view = use(ClientContext);
  if (!view) throw new Error('Only parts of the client page know a client');
  return view;
}
