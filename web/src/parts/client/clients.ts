import type { Client } from '#shared/contract/clients.ts';
import type { ClientFilter } from '#shared/rules/clients.ts';
import { readWhole } from '../../lib/query/pages.ts';
import { read } from '../../lib/query/query.ts';
import { fold, searchable, searchFor } from '../search.ts';

export const clientsQuery = (filter?: ClientFilter) => readWhole('GET /api/clients', filter && { query: { filter } });

export const clientQuery = (id: string) => read('GET /api/clients/{id}', { params: { id } });

export const statsQuery = read('GET /api/dashboard/stats');

const LOOKS_LIKE_PHONE = /^[\d\s+().\p{Pd}\p{Cf}]+$/u;
const LEAST_DIGITS = 3;

/** Normalises a British phone number for comparison: "+44 (0)20" and "0044 20" become "020". */
const digitsOf = (phone: string) =>
  phone
    .replace('(0)', '')
    .replace(/[^\d+]/g, '')
    .replace(/^(\+|00)44/, '0')
    .replace('+', '');

function fieldsOf({ name, email, phone }: Client) {
  const asOne = searchable(name);
  return { name: fold(name), asOne, text: `${asOne}\n${searchable(email)}`, digits: digitsOf(phone ?? '') };
}

const known = new WeakMap<Client, ReturnType<typeof fieldsOf>>();

/** Returns the normalised fields of a client, cached per client object. */
export function searchedFields(client: Client) {
  const fields = known.get(client) ?? fieldsOf(client);
  known.set(client, fields);
  return fields;
}

/** Filters clients whose name or email address has each word, or whose phone number has the digits. */
export function searchClients(clients: readonly Client[], typed: string): readonly Client[] {
  const wanted = fold(typed);
  if (!wanted) return clients;
  const isFound = searchFor(wanted);
  const digits = LOOKS_LIKE_PHONE.test(typed) ? digitsOf(typed) : '';
  const isPhone = digits.length >= LEAST_DIGITS;
  return clients.filter((client) => {
    const { text, digits: own } = searchedFields(client);
    return isFound(text) || (isPhone && own.includes(digits));
  });
}

/** Moves clients who asked for help to the front. Otherwise keeps the order. */
export const needsHelpFirst = (clients: readonly Client[]): readonly Client[] =>
  clients.toSorted((a, b) => Number(!a.stuckSince) - Number(!b.stuckSince));

const URGENCY = { urgent: 0, overdue: 1, on_target: 2, completed: 3 };

/** Sort key of urgency: 0 for urgent clients, 3 for completed ones. */
export const urgencyOf = ({ status, completed }: Client) => URGENCY[completed ? 'completed' : status];
