import * as z from 'zod/mini';
import { emailAddress, flag, LIMITS, link, nullableText, oneOf, personName, requiredLine } from './fields.ts';

/** How a client is doing (product 4). */
export const CLIENT_STATUSES = ['on_target', 'overdue', 'urgent'] as const;
/** One of {@link CLIENT_STATUSES}. */
export type ClientStatus = (typeof CLIENT_STATUSES)[number];

/** Filters of the clients list (contract, Clients). */
export const CLIENT_FILTERS = [
  'all',
  'urgent',
  'overdue',
  'on-target',
  'active',
  'pending-adviser',
  'pending-client',
] as const;
/** One of {@link CLIENT_FILTERS}. */
export type ClientFilter = (typeof CLIENT_FILTERS)[number];

/** Fields that hold the address of an external tool. */
export const LINK_FIELDS = ['cashcalcLink', 'intellifloLink', 'dynamicPlannerLink', 'pipedriveLink'] as const;

/** Shown until something about the client changes (product 9). */
export const RECENTLY_ADDED = 'Recently added';

/** A client as advisers see it. */
export const client = z.object({
  id: z.string(),
  adviserId: z.string(),
  adviserName: z.string(),
  name: z.string(),
  email: z.string(),
  phone: z.nullable(z.string()),
  description: z.nullable(z.string()),
  status: z.enum(CLIENT_STATUSES),
  completed: z.boolean(),
  completedAt: z.nullable(z.string()),
  createdAt: z.string(),
  cashcalcLink: z.nullable(z.string()),
  intellifloLink: z.nullable(z.string()),
  dynamicPlannerLink: z.nullable(z.string()),
  pipedriveLink: z.nullable(z.string()),
  progress: z.number(),
  currentStage: z.string(),
  lastUpdate: z.string(),
});
/** A client as advisers see it. */
export type Client = z.infer<typeof client>;

/** Where a client's journey is, as screens say it: one that is completed is at no stage, whatever was done of them. */
export const journeyLabel = ({ completed, currentStage }: Pick<Client, 'completed' | 'currentStage'>): string =>
  completed ? 'Journey completed' : currentStage;

const MAIL_PROBLEMS = ['bounced', 'complained'] as const;
/** Why nothing more is mailed to an address: its mailbox refused a mail for good, or its reader reported one as spam. */
export type MailProblem = (typeof MAIL_PROBLEMS)[number];

/** A client by itself: with what lists leave out. */
export const fullClient = z.extend(client, { mailProblem: z.nullable(z.enum(MAIL_PROBLEMS)) });
/** A client by itself. */
export type FullClient = z.infer<typeof fullClient>;

/** A new client with the token of its portal link. */
export const createdClient = z.extend(fullClient, { token: z.string() });

const WHY_UNDELIVERED: Record<MailProblem, string> = {
  bounced: 'the mailbox refused it',
  complained: 'it was reported as spam',
};
/** What stands against an address, in words. */
export const undelivered = (problem: MailProblem, address = 'this address') =>
  `Mail to ${address} was not delivered: ${WHY_UNDELIVERED[problem]}`;
/** What an adviser can do about it. */
export const UNDELIVERED_ADVICE =
  'No more mail is sent there. Save another address for the client, or copy the portal link and send it another way. If the mailbox works again, whoever runs the portal can allow mail to it.';

/** Answers whoever opens or changes a client whose deletion is under way, or was interrupted. */
export const BEING_DELETED =
  'This client is being deleted. If it still stands in the list in a minute, delete it there again to finish.';

const fields = {
  name: personName(),
  email: emailAddress(),
  phone: z.optional(nullableText(LIMITS.phone)),
  adviserId: z.optional(requiredLine(LIMITS.name, 'Please select an adviser')),
};

/** POST /api/clients. */
export const newClient = z.strictObject(fields);

/** PATCH /api/clients/{id}. */
export const clientChange = z.partial(
  z.strictObject({
    ...fields,
    status: oneOf(CLIENT_STATUSES),
    description: nullableText(),
    completed: flag,
    cashcalcLink: link,
    intellifloLink: link,
    dynamicPlannerLink: link,
    pipedriveLink: link,
  }),
);
/** A parsed PATCH of a client. */
export type ClientChange = z.infer<typeof clientChange>;

/** What a filter looks at. */
export interface ClientFacts {
  status: ClientStatus;
  completed: boolean;
  openAdviserTasks: number;
  openClientTasks: number;
}

/** Whether a client belongs in a filtered list (contract, Clients). */
export function matchesFilter(facts: ClientFacts, filter: ClientFilter): boolean {
  switch (filter) {
    case 'all':
      return true;
    case 'active':
      return !facts.completed;
    case 'pending-adviser':
      return facts.openAdviserTasks > 0;
    case 'pending-client':
      return facts.openClientTasks > 0;
    default:
      return !facts.completed && facts.status === filter.replace('-', '_');
  }
}

/** The dashboard's numbers (contract, dashboard). */
export const dashboardStats = z.object({
  totalClients: z.number(),
  urgentClients: z.number(),
  overdueClients: z.number(),
  onTargetClients: z.number(),
  activeJourneys: z.number(),
  pendingAdviserActions: z.number(),
  pendingClientActions: z.number(),
});
/** The dashboard's numbers. */
export type DashboardStats = z.infer<typeof dashboardStats>;

/** Counts clients as the filters do, and tasks that are not completed. */
export function countClients(clients: Iterable<ClientFacts>): DashboardStats {
  const stats: DashboardStats = {
    totalClients: 0,
    urgentClients: 0,
    overdueClients: 0,
    onTargetClients: 0,
    activeJourneys: 0,
    pendingAdviserActions: 0,
    pendingClientActions: 0,
  };
  for (const facts of clients) {
    stats.totalClients += 1;
    if (matchesFilter(facts, 'urgent')) stats.urgentClients += 1;
    if (matchesFilter(facts, 'overdue')) stats.overdueClients += 1;
    if (matchesFilter(facts, 'on-target')) stats.onTargetClients += 1;
    if (matchesFilter(facts, 'active')) stats.activeJourneys += 1;
    stats.pendingAdviserActions += facts.openAdviserTasks;
    stats.pendingClientActions += facts.openClientTasks;
  }
  return stats;
}

/** First letters of the first two words, upper case (product 9); "?" where there is no word. */
export function initials(name: string): string {
  const words = name.trim().split(/\s+/u).filter(Boolean).slice(0, 2);
  return (
    words
      .map((word) => Array.from(word)[0] ?? '')
      .join('')
      .toUpperCase() || '?'
  );
}

/** `{origin}/portal/{token}` (product 9). */
export const portalLink = (origin: string, token: string) => `${origin}/portal/${token}`;
