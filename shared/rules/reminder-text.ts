import { countOf } from './counted-words.ts';
import { senderName } from './people.ts';
import { sayDayAndMonth, sayWeekday } from './say-date.ts';

const WORDS = ['One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine', 'Ten'];

/** Returns a reminder's subject. It names no document or task, because others may read the mailbox. */
export const reminderSubject = (adviser: string, firm: string, count: number): string =>
  `A reminder from ${senderName(adviser, firm)}: ${countOf(count, 'thing')} ${count === 1 ? 'is' : 'are'} still open`;

interface Open {
  /** Name of the adviser, or of the firm if there is none. */
  adviser: string;
  count: number;
  /** Earliest due date of the open things. */
  firstDue?: string | null | undefined;
  /** London's day. */
  today: string;
}

/** Returns a reminder's sentences, without greeting and foot. */
export function reminderSentences({ adviser, count, firstDue, today }: Open): string[] {
  const things = `${WORDS[count - 1] ?? count} ${count === 1 ? 'thing' : 'things'}`;
  const open = `${things} that ${adviser} asked you for ${count === 1 ? 'is' : 'are'} still open.`;
  const first = count === 1 ? 'It' : 'The first';
  const due = firstDue
    ? ` ${first} ${firstDue < today ? 'was' : 'is'} due on ${sayWeekday(firstDue)} ${sayDayAndMonth(firstDue)}.`
    : '';
  return [
    `${open}${due}`,
    'If you don’t have something, or are not sure what is meant, your page has a button to say so.',
  ];
}

export const KEEP_IT = 'The link is for you alone, so please don’t forward this email.';

/** Label of the link to the page where a client pauses or stops reminders. */
export const PAUSE_OR_STOP = 'Pause or stop these reminders';

/** Returns the reason for a reminder, at its foot. */
export const reminderReason = (firm: string): string =>
  [
    `We sent you this because you are a client of ${firm}.`,
    'Already sent it another way? Then please ignore this email.',
    KEEP_IT,
  ].join(' ');
