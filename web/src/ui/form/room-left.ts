import { once } from '../../lib/text/format.ts';

/** From which share of the limit on it is said. */
const NEARLY = 0.9;
const HUNDRED = 100;
const count = once(() => new Intl.NumberFormat('en-GB'));
const characters = (number: number) => `${count().format(number)} character${number === 1 ? '' : 's'}`;

/** What is said about the room in a field. */
export interface RoomLeft {
  text: string;
  /** Whether there is more in it than is taken. */
  isOver: boolean;
}

/**
 * How many characters of `max` are left in a field, or how many are too many; `undefined` while there is room. In hundreds
 * while there are some, so that it is not read out with each key.
 */
export function roomLeft(text: string, max: number | undefined): RoomLeft | undefined {
  if (max === undefined || text.length <= max * NEARLY) return;
  const left = max - text.length;
  if (left < 0) return { text: `${characters(-left)} too many: at most ${count().format(max)} fit`, isOver: true };
  return { text: `${characters(left > HUNDRED ? left - (left % HUNDRED) : left)} left`, isOver: false };
}
