import { once } from '../../lib/text/format.ts';

/** Share of the limit from which on the remaining characters are shown. */
const NEARLY = 0.9;
const HUNDRED = 100;
const count = once(() => new Intl.NumberFormat('en-GB'));
const characters = (number: number) => `${count().format(number)} character${number === 1 ? '' : 's'}`;

export interface CharactersLeft {
  text: string;
  isOver: boolean;
}

/** Remaining characters from 90 % on, in hundreds, so that screen readers do not announce each key. */
export function charactersLeft(text: string, max: number | undefined): CharactersLeft | undefined {
  if (max === undefined || text.length <= max * NEARLY) return;
  const left = max - text.length;
  if (left < 0) return { text: `${characters(-left)} too many: at most ${count().format(max)} fit`, isOver: true };
  return { text: `${characters(left > HUNDRED ? left - (left % HUNDRED) : left)} left`, isOver: false };
}
