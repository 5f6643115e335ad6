import type { AnswerOf } from '#shared/contract/api.ts';
import type { ClientPerson } from '#shared/contract/people.ts';
import { sayDay, sayShortDayAndMonth } from '#shared/rules/say-date.ts';
import { errorToast } from '../../../lib/http/failure.ts';
import { emailPortalLink, revealToken } from '../../../parts/link/portal-link.ts';
import { regenerateToken } from '../../../parts/link/renew-link.ts';
import { adviserChange } from '../../../parts/refreshes.ts';
import { makePhrase } from './queries.ts';

const KIND_LABEL: Readonly<Record<ClientPerson['kind'], string>> = {
  first: 'first',
  second: 'second client',
  attorney: 'attorney',
};

/** "3 Dec", or with its year if that is another one. No-break spaces keep it on one line. */
function dayOf(moment: string, now: Date): string {
  const day = sayDay(moment);
  const isThisYear = day.endsWith(sayDay(now).slice(-4));
  return (isThisYear ? sayShortDayAndMonth(moment) : day).replaceAll(' ', '\u00A0');
}

/** Says if a person's link was opened, and how long it works. */
function linkText({ link: { endsAt, usedAt, mailedAt } }: ClientPerson, now: Date): string {
  if (endsAt && Date.parse(endsAt) <= now.getTime()) return `link expired on ${dayOf(endsAt, now)}`;
  const state = usedAt
    ? `link opened ${dayOf(usedAt, now)}`
    : mailedAt
      ? `link emailed ${dayOf(mailedAt, now)}`
      : 'link not emailed yet';
  return endsAt ? `${state}, works until ${dayOf(endsAt, now)}` : state;
}

export const personFacts = (person: ClientPerson, now: Date): string[] => [
  KIND_LABEL[person.kind],
  linkText(person, now),
  ...(person.remindersStoppedAt ? [`reminders stopped ${dayOf(person.remindersStoppedAt, now)}`] : []),
];

// With the toasts of the client's calls.
const revealPersonToken = adviserChange('GET /api/people/{id}/token', { ...revealToken.meta });
const makePersonPhrase = adviserChange('POST /api/people/{id}/phrase', {});
const regeneratePersonToken = adviserChange('POST /api/people/{id}/token/regenerate', { ...regenerateToken.meta });
export const emailPersonLink = (email: string) =>
  adviserChange('POST /api/people/{id}/send-link', { ...emailPortalLink(email).meta });

/** Calls about a person's link, and the id that they take: the first person's link is the client's. */
export const linkCalls = ({ id, kind, email }: ClientPerson, clientId: string) =>
  kind === 'first'
    ? {
        params: { id: clientId },
        reveal: revealToken,
        emailLink: emailPortalLink(email),
        renew: regenerateToken,
        makePhrase,
      }
    : {
        params: { id },
        reveal: revealPersonToken,
        emailLink: emailPersonLink(email),
        renew: regeneratePersonToken,
        makePhrase: makePersonPhrase,
      };

const VOID = 'The old link was emailed to the former address and no longer works. Please email them the new link.';

export const addPerson = adviserChange('POST /api/clients/{id}/people', {
  failure: errorToast('Failed to add the person'),
});

/** Changes a person. A new address may void their link, which the toast then says. */
export const changePerson = ({ link }: ClientPerson) =>
  adviserChange('PATCH /api/people/{id}', {
    success: {
      title: 'Person Updated',
      describe: (answer) =>
        (answer as AnswerOf<'PATCH /api/people/{id}'>).link.issuedAt === link.issuedAt ? undefined : VOID,
    },
    failure: errorToast('Failed to update the person'),
  });

export const removePerson = adviserChange('DELETE /api/people/{id}', {
  success: { title: 'Person Removed', description: 'Their link no longer works. What they sent stays.' },
  failure: errorToast('Failed to remove the person'),
});
