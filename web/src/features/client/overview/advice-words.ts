import type { Advice } from '#shared/contract/clients.ts';
import { sayDay } from '#shared/rules/say-date.ts';
import { dotted, formatPounds } from '../../../lib/text/format.ts';

const pounds = (amount: number | null, how: string) => (amount === null ? [] : [`${formatPounds(amount)} ${how}`]);

function chargesOf({ initial, ongoing, how, agreedOn }: Advice): string {
  const amounts = [...pounds(initial, 'once'), ...pounds(ongoing, 'a year')];
  const isFree = amounts.length > 0 && !initial && !ongoing;
  const charges = isFree ? 'nothing to pay' : amounts.join(' and ') || how;
  const agreed = agreedOn && `agreed on ${sayDay(agreedOn)}`;
  if (!charges) return agreed ? `Charges ${agreed}` : '';
  return `Charges: ${[charges, agreed].filter(Boolean).join(', ')}`;
}

const givenOf = ({ givenOn, about }: Advice) =>
  givenOn ? `Advice given on ${sayDay(givenOn)}` : about && `Advice about ${about}`;

/** Returns "Charges: £1,500 once and £900 a year, agreed on 3 Dec 2026 · Advice given on 12 Jan 2027". */
export const adviceWords = (advice: Advice | null): string =>
  advice ? dotted([chargesOf(advice), givenOf(advice)]) : 'No charges or advice noted yet.';
