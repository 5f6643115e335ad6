import { LIST_COLUMNS, type ListColumn, listSortOf } from './client-list.ts';
import { type ClientStatus, RECENTLY_ADDED } from './clients.ts';
import { TOP_STAGES } from './journey.ts';
import { WHO, type Who } from './open-kinds.ts';
import type { RequestState } from './requests.ts';
import { fold } from './search.ts';
import { DAY_MS } from './time.ts';

/** Part of a client that columns show and sort by. */
export interface ListedClient {
  id: string;
  name: string;
  email: string;
  phone: string | null;
  adviserName: string;
  status: ClientStatus;
  completed: boolean;
  currentStage: string;
  stageSince: string | null;
  progress: number;
  lastUpdate: string;
  lastVisit: string | null;
  stuckSince: string | null;
  factfind: { state: RequestState; on: string } | null;
  advice: { initial: number | null; ongoing: number | null; agreedOn: string | null; givenOn: string | null } | null;
  waitingFor: readonly Who[];
}

/** Data that columns need besides the client. */
export interface ListFacts {
  now: Date;
  /** Next due date of open tasks, by client id. */
  due: ReadonlyMap<string, string>;
}

/** Returns the whole days in the current stage; undefined if none is in progress or the client is completed. */
export const daysInStage = (
  { stageSince, completed }: Pick<ListedClient, 'stageSince' | 'completed'>,
  now: Date,
): number | undefined =>
  stageSince && !completed ? Math.max(0, Math.floor((now.getTime() - Date.parse(stageSince)) / DAY_MS)) : undefined;

/** Returns the ISO time of the last change; undefined if nothing changed since the client was added. */
export const changedAt = ({ lastUpdate }: Pick<ListedClient, 'lastUpdate'>) =>
  lastUpdate === RECENTLY_ADDED ? undefined : lastUpdate;

/** Returns the earliest due date of open tasks, by client id. */
export function nextDueOf(tasks: Iterable<{ clientId: string; dueDate: string | null }>): ReadonlyMap<string, string> {
  const due = new Map<string, string>();
  for (const { clientId, dueDate } of tasks)
    if (dueDate && dueDate < (due.get(clientId) ?? '\uffff')) due.set(clientId, dueDate);
  return due;
}

const URGENCY = { urgent: 0, overdue: 1, on_target: 2, completed: 3 };

/** Sort key of urgency: 0 for urgent clients, 3 for completed ones. */
export const urgencyOf = ({ status, completed }: Pick<ListedClient, 'status' | 'completed'>) =>
  URGENCY[completed ? 'completed' : status];

/** Sort key: the adviser before others, several before one, nobody last. */
const waitingOrder = ({ waitingFor }: Pick<ListedClient, 'waitingFor'>) =>
  waitingFor.length === 0
    ? WHO.length * WHO.length
    : WHO.indexOf(waitingFor[0] ?? 'adviser') * WHO.length - waitingFor.length;
const STAGES = TOP_STAGES.map(({ title }) => title);

interface ColumnRule {
  label: string;
  /** Hidden by default. */
  isOptional?: true;
  /** Sort key. Clients without a key come last in both directions. */
  by: (client: ListedClient, facts: ListFacts) => string | number | undefined;
}

const RULES: Readonly<Record<ListColumn, ColumnRule>> = {
  name: { label: 'Name', by: ({ name }) => fold(name) },
  email: { label: 'Email', isOptional: true, by: ({ email }) => email },
  phone: { label: 'Phone', isOptional: true, by: ({ phone }) => phone ?? undefined },
  adviser: { label: 'Adviser', by: ({ adviserName }) => fold(adviserName) },
  stage: {
    label: 'Stage',
    by: ({ completed, currentStage }) => (completed ? STAGES.length : STAGES.indexOf(currentStage)),
  },
  progress: { label: 'Progress', by: ({ progress }) => progress },
  status: { label: 'Status', by: urgencyOf },
  waiting: { label: 'Waiting for', by: waitingOrder },
  days: { label: 'Days in stage', by: (client, { now }) => daysInStage(client, now) },
  update: { label: 'Last update', by: (client) => changedAt(client) ?? '' },
  visit: { label: 'Last visit', isOptional: true, by: ({ lastVisit }) => lastVisit ?? undefined },
  due: { label: 'Next due', by: ({ id }, { due }) => due.get(id) },
  initial: { label: 'Initial charge', isOptional: true, by: ({ advice }) => advice?.initial ?? undefined },
  ongoing: { label: 'Ongoing charge', isOptional: true, by: ({ advice }) => advice?.ongoing ?? undefined },
  agreed: { label: 'Charges agreed', isOptional: true, by: ({ advice }) => advice?.agreedOn ?? undefined },
  given: { label: 'Advice given', isOptional: true, by: ({ advice }) => advice?.givenOn ?? undefined },
  factfind: { label: 'Fact-find', isOptional: true, by: ({ factfind }) => factfind?.on },
};

/** Columns in display order. The name is always visible, the adviser only to admins. */
export const COLUMN_RULES: readonly (ColumnRule & { id: ListColumn })[] = LIST_COLUMNS.map((id) => ({
  id,
  ...RULES[id],
}));

/** Created lazily, because it slows every cold start. */
let names: Intl.Collator | undefined;

function order(a: string | number, b: string | number): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  names ??= new Intl.Collator('en-GB', { sensitivity: 'base', numeric: true });
  return names.compare(String(a), String(b));
}

/** Moves clients who asked for help to the front. Otherwise keeps the order. */
export const needsHelpFirst = <C extends Pick<ListedClient, 'stuckSince'>>(clients: readonly C[]): readonly C[] =>
  clients.toSorted((a, b) => Number(!a.stuckSince) - Number(!b.stuckSince));

/** Sorts clients. Without a sort, those who asked for help are first, then the given order: newest first. */
export function sortedClients<C extends ListedClient>(
  clients: readonly C[],
  sort: string,
  facts: ListFacts,
): readonly C[] {
  const by = listSortOf(sort);
  if (!by) return needsHelpFirst(clients);
  const keyed = clients.map((client) => ({ client, key: RULES[by.id].by(client, facts) }));
  const way = by.isDown ? -1 : 1;
  return keyed
    .sort(({ key: a }, { key: b }) => {
      if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined);
      return way * order(a, b);
    })
    .map(({ client }) => client);
}
