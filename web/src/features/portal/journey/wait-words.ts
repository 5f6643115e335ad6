import type { Waiting } from '#shared/contract/loas.ts';
import { countOf } from '#shared/rules/counted-words.ts';
import { sayLongDay } from '#shared/rules/say-date.ts';

const askedWords = ({ workingDays, askedOn }: Waiting) =>
  workingDays === 0 ? `Asked on ${sayLongDay(askedOn)}` : `Asked ${countOf(workingDays, 'working day')} ago`;

function usualWords({ typical }: Waiting): string {
  if (!typical) return 'We will tell you here when it arrives.';
  const { from, to } = typical;
  if (to === 0) return 'Answers usually come on the same day.';
  const least = from === 0 ? 'up to ' : from === to ? '' : `${from} to `;
  return `Answers usually take ${least}${countOf(to, 'working day')}.`;
}

const dateWords = (date: string | null) => (date === null ? '' : ` on ${sayLongDay(date)}`);

/** Returns what a provider has done with a letter, for the client. */
export function waitWords(wait: Waiting): string {
  switch (wait.state) {
    case 'sent':
      return `${askedWords(wait)}. ${usualWords(wait)}`;
    case 'acknowledged':
      return `${askedWords(wait)}, they confirmed${dateWords(wait.confirmedOn)}. ${usualWords(wait)}`;
    case 'part':
      return 'Some of it has arrived, we have asked for the rest.';
    case 'received':
      return `Arrived${dateWords(wait.arrivedOn)}.`;
    case 'rejected':
      return 'We are sending this again.';
  }
}
