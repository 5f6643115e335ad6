import { isAnswered } from './factfind-answers.ts';
import type { GivenBy } from './factfind-own.ts';

/** Returns true if staff gave every answer, so that the client need not send them. */
export const isByStaff = (answers: readonly GivenBy[]): boolean =>
  answers.some(isAnswered) && answers.every(({ by }) => by === null);

/** Last hand-in: its time (ISO), and whether the client would rather answer together with the adviser. */
interface HandIn {
  sentAt?: string | null | undefined;
  together?: boolean | undefined;
}

/** Returns true if staff answered since the client last sent: they say when they agreed that with the client. */
export const needsAgreement = (answers: readonly GivenBy[], { sentAt, together = false }: HandIn = {}): boolean =>
  // A client who would rather do it together has sent nothing that staff answered.
  answers.some(({ by, at }) => by === null && (together || at > (sentAt ?? '')));
