import { countOf } from '#shared/rules/counted-words.ts';
import { PAUSE_OR_STOP, reminderReason, reminderSentences, reminderSubject } from '#shared/rules/reminder-text.ts';
import { env } from '../../../aws/env.ts';
import type { Email, Firm, FirmOfClients, Reader } from './layout.ts';
import { portalOf } from './links.ts';

interface About {
  count: number;
  firstDue: string | undefined;
  today: string;
}

const titled = (title: string) => ({ title, subject: title });

/** Email about everything that a client was asked for and has not done. It names none of it. */
export const reminderEmail = (
  firm: FirmOfClients,
  to: Reader,
  about: About,
  { adviserName, token, key }: { adviserName: string; token: string; key: string },
): Email => ({
  firm,
  to,
  ...titled(reminderSubject(adviserName, firm.name, about.count)),
  sentences: reminderSentences({ adviser: adviserName || firm.name, ...about }),
  button: { label: 'Open your page', url: portalOf(token) },
  because: reminderReason(firm.name),
  unsubscribe: {
    label: PAUSE_OR_STOP,
    url: `${env('ORIGIN')}/reminders/${key}`,
    oneClick: `${env('ORIGIN')}/api/reminders/${key}/stop`,
  },
});

/** Parts of the weekly list, with the number of things in each. */
export interface WeeklyPart {
  heading: 'For you' | 'For clients' | 'For providers';
  count: number;
  lines: readonly string[];
}

const LISTED = 10;

const SUBJECT: Readonly<Record<WeeklyPart['heading'], (count: number) => string>> = {
  'For you': (count) => `${countOf(count, 'thing')} ${count === 1 ? 'waits' : 'wait'} for you`,
  'For clients': (count) => `${count} for clients`,
  'For providers': (count) => `${count} for providers`,
};

const listed = (lines: readonly string[]) => [
  ...lines.slice(0, LISTED),
  ...(lines.length > LISTED ? [`And ${lines.length - LISTED} more.`] : []),
];

/** Email to an adviser on the first working day of a week. `parts` are not empty. */
export const weeklyEmail = (firm: Firm, to: Reader, parts: readonly WeeklyPart[]): Email => ({
  firm,
  to,
  ...titled(`Your week: ${parts.map(({ heading, count }) => SUBJECT[heading](count)).join(', ')}`),
  sentences: [],
  lists: parts.map(({ heading, lines }) => ({ heading, lines: listed(lines) })),
  button: { label: 'Open Your Work', url: `${env('ORIGIN')}/chase` },
  because: `We sent you this because you look after clients of ${firm.name}.`,
  unsubscribe: { url: `${env('ORIGIN')}/account` },
});
