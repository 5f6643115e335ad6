export const CLIENT_STATUSES = ['on_target', 'overdue', 'urgent'] as const;

export type ClientStatus = (typeof CLIENT_STATUSES)[number];

export const CLIENT_STATUS_LABELS: Readonly<Record<ClientStatus, string>> = {
  on_target: 'On Target',
  overdue: 'Overdue',
  urgent: 'Urgent',
};

export const CLIENT_FILTERS = [
  'all',
  'urgent',
  'overdue',
  'on-target',
  'active',
  'pending-adviser',
  'pending-client',
] as const;

export type ClientFilter = (typeof CLIENT_FILTERS)[number];

export const LINK_FIELDS = ['cashcalcLink', 'intellifloLink', 'dynamicPlannerLink', 'pipedriveLink'] as const;

/** Shown until something about the client changes. */
export const RECENTLY_ADDED = 'Recently added';

/** A completed journey is at no stage, even if some are not completed. */
export const journeyLabel = ({ completed, currentStage }: { completed: boolean; currentStage: string }): string =>
  completed ? 'Journey completed' : currentStage;

export const MAIL_PROBLEMS = ['bounced', 'complained'] as const;

export type MailProblem = (typeof MAIL_PROBLEMS)[number];

const WHY_UNDELIVERED: Record<MailProblem, string> = {
  bounced: 'the mailbox refused it',
  complained: 'it was reported as spam',
};

export const undelivered = (problem: MailProblem, address = 'this address') =>
  `Mail to ${address} was not delivered: ${WHY_UNDELIVERED[problem]}`;

export const UNDELIVERED_ADVICE =
  'We no longer email this address. Save another address for the client, or copy the portal link and send it another way. If the mailbox works again, ask an admin to allow mail to it.';

export const BEING_DELETED =
  'This client is being deleted. If they are still in the list in a minute, delete them there again to finish.';

export interface ClientFacts {
  status: ClientStatus;
  completed: boolean;
  openAdviserTasks: number;
  openClientTasks: number;
}

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

export interface DashboardStats {
  totalClients: number;
  urgentClients: number;
  overdueClients: number;
  onTargetClients: number;
  activeJourneys: number;
  pendingAdviserActions: number;
  pendingClientActions: number;
}

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

export const portalAddress = (origin: string, token: string) => `${origin}/portal/${token}`;

export const STEP_UPS = ['inherit', 'on', 'off'] as const;
