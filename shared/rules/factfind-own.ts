import { type Given, isAnswered } from './factfind-answers.ts';

/** Answer with the number of the person of the client who gave it, null for staff, and when (ISO). */
interface GivenBy extends Given {
  by: number | null;
  at: string;
}

/** Returns the newest value that the client gave; undefined without one. */
export function clientsOwn(
  answer: (GivenBy & { was?: readonly GivenBy[] | undefined }) | undefined,
): GivenBy | undefined {
  const newest = answer?.by === null ? answer.was?.findLast(({ by }) => by !== null) : answer;
  return newest && isAnswered(newest) ? newest : undefined;
}
