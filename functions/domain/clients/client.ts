import type { Client, FullClient } from '#shared/contract/clients.ts';
import {
  type ClientFacts,
  type ClientStatus,
  type LINK_FIELDS,
  type MailProblem,
  RECENTLY_ADDED,
} from '#shared/rules/clients.ts';
import {
  currentStage,
  type JourneyState,
  progress,
  type StageState,
  type StageStatus,
  stageSince,
  stageState,
  TOP_STAGES,
} from '#shared/rules/journey.ts';
import type { Booked } from '#shared/rules/meetings.ts';
import { countsIn, type OpenCounts, waitingFor } from '#shared/rules/open-work.ts';
import type { PersonKind } from '#shared/rules/persons.ts';
import type { RequestState } from '#shared/rules/requests.ts';
import type { Calendar } from '#shared/rules/working-days.ts';
import type { Key, Row } from '../../aws/table.ts';
import * as KEYS from '../../services/keys/item-kinds.ts';
import { adviserPartition, clientIdOf, idOf, itemKey, PREFIX } from '../../services/keys/keys.ts';
import type { Reader } from '../../services/mail/templates/layout.ts';
import { type StoredAdvice, toAdvice } from './advice.ts';
import type { CallForHelp } from './calls-for-help.ts';
import { type LinkRules, linkEndsAt } from './link-validity.ts';
import { firstPerson, type Person, tagOf } from './person.ts';

type TopCode = 'i' | 'c';

const TOP_STATUS: Record<TopCode, StageStatus> = { i: 'in_progress', c: 'completed' };

interface ClientSummary {
  name: string;
  email: string;
  phone?: string;
  description?: string;
  status: ClientStatus;
  completedAt?: string;
  links: Partial<Record<(typeof LINK_FIELDS)[number], string>>;
  lastUpdate?: string;
  /** Top-level stages in progress or completed: `{"1":"c","2":"i"}`. */
  top: Record<string, TopCode>;
  /** Start times (ISO) of stages in progress, by number. */
  since: Record<string, string>;
  /** Meetings that have not been held. Absent if there are none. */
  booked?: Booked;
  openAdviserTasks: number;
  openClientTasks: number;
  /** Requests that wait for the client, and those to review. Absent until there is one. */
  openRequests?: number;
  submittedRequests?: number;
  /** State of the newest fact-find, with London's day on which it came about. */
  factfind?: { state: RequestState; on: string };
  /** Days of the next chase of letters of authority under way, by part of its key; blank for those to be sent. */
  letters: Record<string, string>;
  /** ISO time of the first opening of the portal on the last day on which the client opened it. */
  visitedAt?: string;
  /**
   * Reminders: number since the last visit and in all, London's day of the last one, and of the last new start.
   * `plannedAt` is the time (ISO) of one that waits for the end of quiet hours.
   */
  reminded?: { n: number; total: number; on?: string; since?: string; plannedAt?: string };
  unread: number;
  /** Time (ISO) of the oldest unread message. */
  unreadSince?: string;
  helpSince?: string;
  portalSuspended?: true;
  mailProblem?: MailProblem;
  reminders?: ReminderChoices;
  advice?: StoredAdvice;
  /** Further people, of whose items lists show and search this. Absent if there are none. */
  people?: readonly KnownPerson[];
}

export interface KnownPerson {
  number: number;
  name: string;
  email: string;
  kind: PersonKind;
  /** ISO time at which this person stopped reminders. Only here, as a run decides by the client's row. */
  stoppedAt?: string | undefined;
}

export type ClientRow = Row<ClientSummary>;

/** Choices of staff and client about reminders. Days are London's. */
export interface ReminderChoices {
  /** Switched off by staff, whatever the firm's settings. */
  disabled?: true | undefined;
  pausedUntil?: string | undefined;
  /** ISO time. Only the client sets and removes it. */
  stoppedAt?: string | undefined;
}

export interface ClientItem extends ClientRow {
  v: 1;
  stages: JourneyState;
  documents: Record<string, number>;
  totalDocuments: number;
  totalTasks: number;
  totalRequests?: number;
  /** Number of people ever added. Their numbers go on from it, so none is used again. */
  peopleMade?: number;
  /** Sum over all documents. Absent for clients from before it was counted, until `verify --repair`. */
  totalBytes?: number;
  /** Key of the upload that was begun last. Locks the number of open uploads, which are counted from their items. */
  begunUpload?: string;
  tokenVersion: number;
  /** ISO times. */
  linkIssuedAt: string;
  linkUsedAt?: string;
  linkMailedTo?: string;
  /** ISO time of the last email with a link. Older than `linkIssuedAt` if the current link was not emailed. */
  linkMailedAt?: string;
  /** First version in the chain of renewals after expiry. Holders of these links may request the current one. */
  renewedFrom?: number;
  /** Incremented to revoke all confirmed devices. */
  deviceVersion?: number;
  /** Overrides the firm's `portal.stepUp`; `off` needs a reason. */
  stepUp?: 'on' | 'off';
  stepUpReason?: string;
  signature?: { documentId: string | null; signedAt: string };
  /** Key of the newest message that each side has read, and when they read it. */
  readByAdviser?: string;
  readByAdviserAt?: string;
  readByClient?: string;
  readByClientAt?: string;
  newestFromClient?: string;
  /** Key of the newest fact-find, and who of staff read its answers on a London's day. */
  factfind?: { request: string; read?: { day: string; by: readonly string[] } };
  /** Open calls for help, oldest first. `summary.helpSince` is the time of the first. */
  calls?: readonly CallForHelp[];
  /** Key of the newest audit entry that the client may see. */
  news?: string;
  /** ISO time at which the adviser was last notified that reminders are not answered. */
  unansweredAt?: string;
  /** How a completed journey is counted in the figures: month, days and adviser. */
  countedAs?: { month: string; days: number; adviserId: string };
  /** Set during deletion; blocks new items below the client. */
  deleting?: boolean;
}

export const clientKey = (clientId: string): Key => itemKey(KEYS.client, clientId);

export const adviserIdOf = (item: { gpk: string }) => idOf(item.gpk);

export const clientIndexKeys = (clientId: string, adviserId: string, createdAt: string) => ({
  gpk: adviserPartition(adviserId),
  gsk: `${PREFIX.indexedClient}${createdAt}#${clientId}`,
});

export const topCode = (status: StageStatus): TopCode | undefined =>
  status === 'completed' ? 'c' : status === 'in_progress' ? 'i' : undefined;

const topJourney = ({ top, since }: ClientSummary): JourneyState =>
  Object.fromEntries(
    Object.entries(top).map(([number, code]) => {
      const inProgressAt = since[number];
      return [number, { status: TOP_STATUS[code], ...(inProgressAt && { inProgressAt }) }];
    }),
  );

const sinceOf = ({ status, inProgressAt }: StageState) => (status === 'in_progress' ? inProgressAt : undefined);

export const sinceByStage = (stages: JourneyState): Record<string, string> =>
  Object.fromEntries(
    TOP_STAGES.flatMap(({ number }) => {
      const since = sinceOf(stageState(stages, number));
      return since ? [[number, since]] : [];
    }),
  );

/** Returns the changed attributes of the summary. */
export const stageInSummary = (number: number, after: StageState) => ({
  [`summary/top/${number}`]: topCode(after.status),
  [`summary/since/${number}`]: sinceOf(after),
});

export const createdAtOf = ({ gsk }: Pick<ClientRow, 'gsk'>) => gsk.split('#')[1] ?? '';

export function toClient(row: ClientRow, adviserName: string): Omit<Client, 'waitingFor'> {
  const { summary } = row;
  const journey = topJourney(summary);
  return {
    id: clientIdOf(row),
    adviserId: adviserIdOf(row),
    adviserName,
    name: summary.name,
    email: summary.email,
    phone: summary.phone ?? null,
    description: summary.description ?? null,
    status: summary.status,
    completed: summary.completedAt !== undefined,
    completedAt: summary.completedAt ?? null,
    createdAt: createdAtOf(row),
    cashcalcLink: summary.links.cashcalcLink ?? null,
    intellifloLink: summary.links.intellifloLink ?? null,
    dynamicPlannerLink: summary.links.dynamicPlannerLink ?? null,
    pipedriveLink: summary.links.pipedriveLink ?? null,
    progress: progress(journey, summary.completedAt !== undefined),
    currentStage: currentStage(journey),
    stageSince: stageSince(journey),
    lastUpdate: summary.lastUpdate ?? RECENTLY_ADDED,
    unread: summary.unread,
    stuckSince: summary.helpSince ?? null,
    advice: summary.advice ? toAdvice(summary.advice) : null,
    openAdviserTasks: summary.openAdviserTasks,
    openClientTasks: summary.openClientTasks,
    openRequests: summary.openRequests ?? 0,
    requestsToReview: summary.submittedRequests ?? 0,
    factfind: summary.factfind ?? null,
    openLoas: Object.keys(summary.letters).length,
    lastVisit: summary.visitedAt ?? null,
    reminders: summary.reminded?.n ?? 0,
    people: (summary.people ?? []).map(({ name, email, kind }) => ({ name, email, kind })),
  };
}

/** Returns the numbers of a client's open items by kind, without reading these. */
export function openCountsOf(
  client: Omit<Client, 'waitingFor'>,
  { summary }: ClientRow,
  calendar: Calendar,
): OpenCounts {
  const { mailProblem = null, letters } = summary;
  return countsIn(
    { ...client, helpSince: client.stuckSince, mailProblem, chaseDays: Object.values(letters) },
    calendar,
  );
}

/** Returns a client as lists show it, with who is waited for. */
export const toListedClient = (row: ClientRow, adviserName: string, calendar: Calendar): Client => {
  const client = toClient(row, adviserName);
  return { ...client, waitingFor: waitingFor(openCountsOf(client, row, calendar)) };
};

export const toPortalAccess = (item: ClientItem): Pick<FullClient, 'portalSuspended' | 'stepUp' | 'stepUpReason'> => ({
  portalSuspended: item.summary.portalSuspended ?? false,
  stepUp: item.stepUp ?? 'inherit',
  stepUpReason: item.stepUpReason ?? null,
});

export function toLink(person: Person, settings: LinkRules): FullClient['link'] {
  const { linkIssuedAt, linkMailedAt = '', linkUsedAt = null } = person.own;
  return {
    issuedAt: linkIssuedAt,
    mailedAt: linkMailedAt >= linkIssuedAt ? linkMailedAt : null,
    usedAt: linkUsedAt,
    endsAt: linkEndsAt(person, settings)?.toISOString() ?? null,
  };
}

export const toFullClient = (
  item: ClientItem,
  adviserName: string,
  settings: LinkRules,
): Omit<FullClient, 'access'> => ({
  ...toClient(item, adviserName),
  mailProblem: item.summary.mailProblem ?? null,
  ...toPortalAccess(item),
  link: toLink(firstPerson(item), settings),
});

export const toFacts = ({ summary }: Pick<ClientRow, 'summary'>): ClientFacts => ({
  status: summary.status,
  completed: summary.completedAt !== undefined,
  openAdviserTasks: summary.openAdviserTasks,
  openClientTasks: summary.openClientTasks,
});

export const clientReader = ({ own }: Pick<Person, 'own'>): Reader => ({
  kind: 'client',
  id: tagOf(own),
  name: own.summary.name,
  email: own.summary.email,
});
