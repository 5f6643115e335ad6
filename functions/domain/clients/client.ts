import type { Client, FullClient } from '#shared/contract/clients.ts';
import {
  type ClientFacts,
  type ClientStatus,
  type LINK_FIELDS,
  type MailProblem,
  RECENTLY_ADDED,
} from '#shared/rules/clients.ts';
import { currentStage, type JourneyState, progress, type StageStatus } from '#shared/rules/journey.ts';
import type { Key } from '../../aws/table.ts';
import { adviserPartition, clientIdOf, clientPartition, idOf, PREFIX } from '../keys.ts';

type TopCode = 'i' | 'c';

const TOP_STATUS: Record<TopCode, StageStatus> = { i: 'in_progress', c: 'completed' };

/** A client. The index carries what lists show. */
export interface ClientItem extends Key {
  gpk: string;
  gsk: string;
  name: string;
  email: string;
  phone?: string;
  description?: string;
  status: ClientStatus;
  /** Present where the client is completed. */
  completedAt?: string;
  links: Partial<Record<(typeof LINK_FIELDS)[number], string>>;
  lastUpdate?: string;
  /** Top-level stages in progress or completed, for lists: `{"1":"c","2":"i"}`. */
  top: Record<string, TopCode>;
  /** Touched stages by number. */
  stages: JourneyState;
  /** Documents by stage number. */
  documents: Record<string, number>;
  openAdviserTasks: number;
  openClientTasks: number;
  /** All documents and tasks, for their quotas. */
  totalDocuments?: number;
  totalTasks?: number;
  tokenVersion: number;
  signature?: { documentId: string | null; signedAt: string };
  /** The newest message that each side has read, as its key. */
  readByAdviser?: string;
  readByClient?: string;
  /** Set while the client is being deleted, so that nothing new hangs off it. */
  deleting?: boolean;
  /** Why nothing more is mailed to `email`. */
  mailProblem?: MailProblem;
}

/** Where a client is. */
export const clientKey = (clientId: string): Key => ({ pk: clientPartition(clientId), sk: 'CLIENT' });

/** The adviser a client is assigned to. */
export const adviserIdOf = (item: { gpk: string }) => idOf(item.gpk);

/** Index keys of a client: static but for reassignment. */
export const clientIndexKeys = (clientId: string, adviserId: string, createdAt: string) => ({
  gpk: adviserPartition(adviserId),
  gsk: `${PREFIX.indexedClient}${createdAt}#${clientId}`,
});

/** How a stage's status stands in a client's list item; `undefined` for pending. */
export const topCode = (status: StageStatus): TopCode | undefined =>
  status === 'completed' ? 'c' : status === 'in_progress' ? 'i' : undefined;

const topJourney = (top: ClientItem['top']): JourneyState =>
  Object.fromEntries(Object.entries(top).map(([number, code]) => [number, { status: TOP_STATUS[code] }]));

/** A client as its list item tells it, from table or index, with the name that its adviser's account has. */
export function toClient(item: ClientItem, adviserName: string): Client {
  const journey = topJourney(item.top);
  return {
    id: clientIdOf(item),
    adviserId: adviserIdOf(item),
    adviserName,
    name: item.name,
    email: item.email,
    phone: item.phone ?? null,
    description: item.description ?? null,
    status: item.status,
    completed: item.completedAt !== undefined,
    completedAt: item.completedAt ?? null,
    createdAt: item.gsk.split('#')[1] ?? '',
    cashcalcLink: item.links.cashcalcLink ?? null,
    intellifloLink: item.links.intellifloLink ?? null,
    dynamicPlannerLink: item.links.dynamicPlannerLink ?? null,
    pipedriveLink: item.links.pipedriveLink ?? null,
    progress: progress(journey, item.completedAt !== undefined),
    currentStage: currentStage(journey),
    lastUpdate: item.lastUpdate ?? RECENTLY_ADDED,
  };
}

/** A client by itself, as its item in the table tells it. */
export const toFullClient = (item: ClientItem, adviserName: string): FullClient => ({
  ...toClient(item, adviserName),
  mailProblem: item.mailProblem ?? null,
});

/** What filters and counts look at. */
export const toFacts = (item: ClientItem): ClientFacts => ({
  status: item.status,
  completed: item.completedAt !== undefined,
  openAdviserTasks: item.openAdviserTasks,
  openClientTasks: item.openClientTasks,
});
