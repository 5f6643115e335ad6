import { createContext, use } from 'react';
import type { GivenPlan } from '../../parts/plan/plan-dialog.tsx';
import type { Place, ShownAnswer } from './shown-answers.ts';

/** Acts of staff on the answers of a client. */
export interface Acts {
  clientId: string;
  /** Opens the dialog of an answer. `isFilling` goes on with the questions that have none. */
  answer: (place: Place, isFilling: boolean) => void;
  /** Opens the dialog of a question about an answer. */
  ask: (shown: ShownAnswer) => void;
  /** Collected questions, which are not sent yet, by section and question. */
  asks: Readonly<Record<string, string>>;
  removeAsk: (key: string) => void;
  /** Opens the dialog of a plan, filled in from a row of a list. */
  addPlan: (given: GivenPlan) => void;
}

/** Undefined while nothing can be changed, as once the fact-find is waived. */
export const ActsContext = createContext<Acts | undefined>(undefined);

export const useActs = () => use(ActsContext);
