import type { Client } from '#shared/contract/clients.ts';
import type { ClientFilter } from '#shared/rules/clients.ts';
import { readWhole } from '../../lib/query/pages.ts';
import { fold } from '../../lib/text/fold.ts';
import { adviserChange } from '../refreshes.ts';

/** All clients that one may see, newest first; `filter` as the contract knows it. */
export const clientsQuery = (filter?: ClientFilter) => readWhole('GET /api/clients', filter && { query: { filter } });

const LOOKS_LIKE_PHONE = /^[\d\s+().-]+$/;
const LEAST_DIGITS = 3;

/** The digits of a phone number as British ones compare: "+44 (0)20" and "0044 20" as "020". */
const digitsOf = (phone: string) =>
  phone
    .replace('(0)', '')
    .replace(/[^\d+]/g, '')
    .replace(/^(\+|00)44/, '0')
    .replace('+', '');

/** What a search looks in, made once for each client that was read. */
const searched = new WeakMap<Client, { words: string; digits: string }>();
function searchedOf(client: Client) {
  const known = searched.get(client);
  if (known) return known;
  const made = { words: fold(`${client.name}\n${client.email}`), digits: digitsOf(client.phone ?? '') };
  searched.set(client, made);
  return made;
}

/**
 * Those whose name (product 2) or e-mail address holds the text, whatever its case and its accents, or whose phone number
 * holds its digits.
 */
export function searchClients(clients: readonly Client[], text: string): readonly Client[] {
  const typed = text.trim();
  if (!typed) return clients;
  const wanted = fold(typed);
  const digits = LOOKS_LIKE_PHONE.test(typed) ? digitsOf(typed) : '';
  const isPhone = digits.length >= LEAST_DIGITS;
  return clients.filter((client) => {
    const { words, digits: own } = searchedOf(client);
    return words.includes(wanted) || (isPhone && own.includes(digits));
  });
}

const URGENCY = { urgent: 0, overdue: 1, on_target: 2, completed: 3 };

/** A client's place where those come first who need attention most: lowest for the most urgent, highest once completed. */
export const urgencyOf = ({ status, completed }: Client) => URGENCY[completed ? 'completed' : status];

/** Removes a client and all that hangs off it, and is done once the lists on the screen are without it. */
export const deleteClient = adviserChange('DELETE /api/clients/{id}', {
  success: { title: 'Client Deleted', description: 'Client has been permanently removed' },
  failure: { title: 'Error', description: 'Failed to delete client' },
  waits: true,
});
