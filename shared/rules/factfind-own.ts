import { type Given, isAnswered, isSameAnswer } from './factfind-answers.ts';

/** Answer with the number of the person of the client who gave it, null for staff, and when (ISO). */
export interface GivenBy extends Given {
  by: number | null;
  at: string;
}

interface Answer extends GivenBy {
  was?: readonly GivenBy[] | undefined;
}

/** Returns the newest value that the client gave; undefined without one. */
export function clientsOwn(answer: Answer | undefined): GivenBy | undefined {
  const newest = answer?.by === null ? answer.was?.findLast(({ by }) => by !== null) : answer;
  return newest && isAnswered(newest) ? newest : undefined;
}

/** Returns the client’s newest value if staff replaced it by another one. */
export function correctedOf(answer: Answer | undefined): GivenBy | undefined {
  const own = answer?.by === null ? clientsOwn(answer) : undefined;
  return own && !isSameAnswer(own, answer) ? own : undefined;
}
