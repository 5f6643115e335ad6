import { addDays, londonInstant, londonParts } from '#shared/rules/london.ts';
import { isWorkingDay } from '#shared/rules/working-days.ts';
import type { Act, DemoClient, DemoTask } from './demo-story.ts';

/** What is done for one client at one time. */
export interface Moment {
  at: Date;
  client: DemoClient;
  acts: readonly Act[];
}

/** London's date that so many working days lie before `now`; weekends and bank holidays are none. */
export function workingDays(now: Date): (ago: number) => string {
  const days = [londonParts(now).date];
  let date = days[0] ?? '';
  return (ago) => {
    while (days.length <= ago) {
      date = addDays(date, -1);
      if (isWorkingDay(date, [])) days.push(date);
    }
    return days[ago] ?? date;
  };
}

/** Nobody does something at :00 each time: seconds by which clients differ. */
const seconds = (index: number) => ((index * 37 + 11) % 60) * 1000;

/** All that is done for the firm's clients, in the order of time. */
export function timelineOf(clients: readonly DemoClient[], now: Date): Moment[] {
  const dayOf = workingDays(now);
  const moments = clients.flatMap((client, index) =>
    client.story.map(({ ago, time, acts }) => {
      const at = londonInstant(dayOf(ago), time);
      return { at: new Date(at.getTime() + seconds(index)), client, acts };
    }),
  );
  return moments.sort((a, b) => a.at.getTime() - b.at.getTime());
}

/** The day itself where it is a working day, else the next one, or the last one before for one that is over. */
function workedOn(date: string, step: 1 | -1): string {
  let day = date;
  while (!isWorkingDay(day, [])) day = addDays(day, step);
  return day;
}

/** When a task is due that is made at a time, `YYYY-MM-DD`, on a working day unless it is today; `null` for no date. */
export function dueDateOf({ due, within }: DemoTask, made: Date, now: Date): string | null {
  const today = londonParts(now).date;
  if (due === 0) return today;
  if (due !== undefined) return workedOn(addDays(today, due), due < 0 ? -1 : 1);
  return within === undefined ? null : workedOn(addDays(londonParts(made).date, within), 1);
}
