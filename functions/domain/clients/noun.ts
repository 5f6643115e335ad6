import { isDeepStrictEqual } from 'node:util';
import { stageState, TOP_STAGES } from '#shared/rules/journey.ts';
import { dayOf } from '#shared/rules/london.ts';
import { bookedIn } from '#shared/rules/meetings.ts';
import { unchanged } from '../../aws/expressions.ts';
import { transact, tryUpdate, type Write } from '../../aws/table.ts';
import * as KEYS from '../../services/keys/item-kinds.ts';
import { clientIdOf } from '../../services/keys/keys.ts';
import type { ChangesItem } from '../../services/notices.ts';
import { RECENT } from '../../services/recent-changes.ts';
import { type Finding, recounted } from '../finding.ts';
import {
  ABOUT_FIRM,
  ALONE,
  type AttributesOf,
  type ClientFile,
  type ExportedFile,
  type Nouns,
  STAFF,
  section,
  time,
} from '../noun.ts';
import { clientKey, sinceByStage, topCode } from './client.ts';
import { furtherIn, numberOf, type PersonItem, stoppedAtOf, toKnownPerson } from './person.ts';
import type { SeenLink } from './portal-link.ts';
import { type SearchWord, searchWords } from './search-words.ts';

/** Finds reminders that count as unanswered, although the client opened the page on a later day. */
function answeredReminders({ client }: ClientFile): Finding[] {
  const { reminded, visitedAt } = client.summary;
  if (!reminded?.n || !visitedAt || (reminded.on ?? '') >= dayOf(visitedAt)) return [];
  const when = [unchanged('summary/reminded', reminded), unchanged('summary/visitedAt', visitedAt)];
  const set = { 'summary/reminded': { ...reminded, n: 0 } };
  return [
    {
      where: `client ${clientIdOf(client)}`,
      problem: `counts ${reminded.n} reminders since the last visit, which was after them`,
      repair: () => tryUpdate(clientKey(clientIdOf(client)), { set, when }),
    },
  ];
}

/** Finds words of a client that an admin's search would miss or find wrongly. */
function checkWords({ client, of }: ClientFile): Finding[] {
  const id = clientIdOf(client);
  const stored = of<SearchWord>(KEYS.searchWord);
  const wanted = searchWords(id, {
    name: client.summary.name,
    people: furtherIn(of<PersonItem>(KEYS.person)).map(toKnownPerson),
  });
  const missing = wanted.filter(({ gsk }) => !stored.some((word) => word.gsk === gsk));
  const extra = stored.filter(({ gsk }) => !wanted.some((word) => word.gsk === gsk));
  if (missing.length + extra.length === 0) return [];
  const unchangedClient: Write = {
    check: clientKey(id),
    when: [unchanged('summary/lastUpdate', client.summary.lastUpdate), ['deleting', 'absent']],
  };
  const repair = async () => {
    await transact([
      unchangedClient,
      ...wanted.map((word) => ({ put: word })),
      ...extra.filter(({ sk }) => !wanted.some((word) => word.sk === sk)).map((word) => ({ delete: word })),
    ]);
    return true;
  };
  const problem = `has ${missing.length} words missing from the search, and ${extra.length} too many`;
  return [{ where: `client ${id}`, problem, repair }];
}

function check(file: ClientFile): Finding[] {
  const { stages } = file.client;
  const codes = TOP_STAGES.map(({ number }) => [number, topCode(stageState(stages, number).status)] as const);
  return [
    ...recounted(file.client, {
      'summary/top': Object.fromEntries(codes.filter(([, code]) => code)),
      'summary/since': sinceByStage(stages),
      'summary/booked': bookedIn(stages),
    }),
    ...answeredReminders(file),
  ];
}

/** Finds further people that differ from the client's item, which lists and searches read. */
function checkPeople({ client, of }: ClientFile): Finding[] {
  const before = client.summary.people;
  const wanted = furtherIn(of<PersonItem>(KEYS.person)).map((own) => {
    const person = toKnownPerson(own);
    return { ...before?.find(({ number }) => number === person.number), ...person };
  });
  if (isDeepStrictEqual(before ?? [], wanted)) return [];
  const set = { 'summary/people': wanted.length > 0 ? wanted : undefined };
  const when = [unchanged('summary/people', before)];
  return [
    {
      where: `client ${clientIdOf(client)}`,
      problem: `knows ${before?.length ?? 0} further people, but has ${wanted.length}, or knows them otherwise`,
      repair: () => tryUpdate(clientKey(clientIdOf(client)), { set, when }),
    },
  ];
}

const toExportedPerson = (own: PersonItem, { client }: ExportedFile) => ({
  name: own.summary.name,
  email: own.summary.email,
  phone: own.summary.phone ?? null,
  kind: own.kind,
  powerSeenOn: own.powerSeenOn ?? null,
  mailProblem: own.summary.mailProblem ?? null,
  linkIssuedAt: own.linkIssuedAt,
  linkMailedAt: own.linkMailedAt ?? null,
  linkUsedAt: own.linkUsedAt ?? null,
  remindersStopped: stoppedAtOf(client, numberOf({ own })) ?? null,
});

export const nouns = {
  client: {
    name: 'client',
    rest: ['id'],
    index: `list: \`${KEYS.account.pk}adviser\` / \`${KEYS.client.row}created#id\``,
    key: KEYS.client,
    owner: 'client',
    exported: ['client', 'stages', 'signature'],
    restored: 'back',
    verified: check,
    grows: ['tokenVersion', 'deviceVersion', 'peopleMade'],
    // Access that was closed since must not reopen. `news` is the newest audit entry, and entries are never removed.
    stays: [
      'linkIssuedAt',
      'linkUsedAt',
      'linkMailedTo',
      'linkMailedAt',
      'renewedFrom',
      'summary/portalSuspended',
      'stepUp',
      'stepUpReason',
      'news',
      // A client who stopped reminders gets none after a restore.
      'summary/reminders',
      'unansweredAt',
      // Figures are not restored, so a journey stays counted as it is.
      'countedAs',
    ],
    // People are not restored.
    current: ['summary/people'],
  },
  person: {
    name: 'second client or attorney',
    rest: ['client', 'number'],
    key: KEYS.person,
    owner: 'client',
    exported: section('people', 'Further People', {}, toExportedPerson, {
      name: 'Name',
      email: 'Email',
      phone: 'Phone',
      kind: 'Kind',
      powerSeenOn: 'Power seen on',
      mailProblem: 'Mail problem',
      linkIssuedAt: ['Link created', ({ linkIssuedAt }) => time(linkIssuedAt)],
      linkMailedAt: ['Link emailed', ({ linkMailedAt }) => time(linkMailedAt)],
      linkUsedAt: ['Link opened', ({ linkUsedAt }) => time(linkUsedAt)],
      remindersStopped: ['Reminders stopped', ({ remindersStopped }) => time(remindersStopped)],
    }),
    // A link that was removed must not open the page again.
    restored: 'never',
    verified: checkPeople,
  },
  searchWord: {
    name: 'word of the search',
    rest: ['client', 'number'],
    index: `firm: \`${KEYS.searchWord.sk}word#client\``,
    key: KEYS.searchWord,
    owner: 'client',
    exported: 'Made of the client’s name.',
    restored: 'back',
    verified: checkWords,
  },
  clientCounts: {
    name: 'numbers of an adviser’s clients and load',
    rest: ['', 'adviser'],
    key: KEYS.clientCounts,
    owner: 'firm',
    exported: 'Numbers without personal data.',
    // An account that was deleted since needs one again. `verify --repair` recounts it, and the next run its load.
    restored: 'added',
  },
  seenLink: {
    name: 'portal link that an account saw',
    rest: ['id', 'client'],
    key: KEYS.seenLink,
    owner: 'account',
    exported: 'The client’s audit log says who saw the link.',
    // The deletion of a restored account finds the links to renew only here.
    restored: 'added',
    attributes: {
      v: true,
      seenAt: true,
    } satisfies AttributesOf<SeenLink>,
  },
  creation: {
    name: 'marker of something sent with an idempotency key',
    rest: ['client', 'sender#key'],
    key: KEYS.creation,
    owner: 'client',
    exported: 'Ids of what was created, for a week.',
    restored: 'never',
    verified: ALONE,
  },
  ownCreation: {
    name: 'marker of a client or view created with an idempotency key',
    rest: ['adviser', 'key'],
    key: KEYS.ownCreation,
    owner: 'firm',
    exported: STAFF,
    restored: 'never',
  },
  clientChanges: {
    name: 'latest change of any client',
    key: KEYS.clientChanges,
    owner: 'firm',
    exported: ABOUT_FIRM,
    restored: 'never',
    attributes: {
      v: true,
      latest: true,
      by: true,
      otherLatest: true,
      ...RECENT,
    } satisfies AttributesOf<ChangesItem>,
  },
} as const satisfies Nouns;
