import type { Item } from '../../aws/table.ts';
import { CARD } from '../../aws/table-index.ts';
import { PREFIX } from '../../services/keys/keys.ts';
import type { Migration } from './migration.ts';

const CLIENT = ['name', 'email', 'phone', 'description', 'status', 'completedAt', 'links', 'lastUpdate', 'top'];
const COUNTS = ['openAdviserTasks', 'openClientTasks'];
const TASK = ['stageId', 'title', 'description', 'assignedBy', 'status', 'responsibility', 'dueDate', 'completedAt'];
const NOTES = ['adviserNotes', 'clientNotes'];
const ACCOUNT = ['name', 'email', 'role'];
// Once a copy of the account's name, which no longer stands anywhere else.
const DROPPED = 'adviserName';

/** The attributes of an item that its card takes in; `undefined` for what stands in no list. */
function shown({ sk }: Item): readonly string[] | undefined {
  if (sk === 'CLIENT') return [...CLIENT, ...COUNTS];
  if (sk === 'ADVISER') return ACCOUNT;
  return sk.startsWith(PREFIX.task) ? [...TASK, ...NOTES] : undefined;
}

/** What lists show of clients, tasks and accounts moves from attributes of their own into one, their card. */
export const cards: Migration = {
  number: 2,
  name: 'move what lists show into cards',
  migrate: (item) => {
    const names = shown(item);
    if (!names || CARD in item) return item;
    const parts = Object.groupBy(Object.entries(item), ([name]) => (names.includes(name) ? 'card' : 'own'));
    const own = (parts.own ?? []).filter(([name]) => name !== DROPPED);
    return { ...(Object.fromEntries(own) as Item), v: 1, [CARD]: Object.fromEntries(parts.card ?? []) };
  },
};
