import { JOURNEY } from '#shared/rules/journey.ts';

/** Returns the number and title of a stage, such as "2. Information Gathering" or "2.3 Factfind". */
export function stageName(number: number): string {
  const stage = JOURNEY.find((one) => one.number === number);
  return `${number}${stage?.parent === null ? '.' : ''} ${stage?.title ?? ''}`;
}

/** Options of a choice of stages. */
export const STAGES = JOURNEY.map(({ number }) => ({ value: String(number), label: stageName(number) }));
