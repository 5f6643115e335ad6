import type { AdviserChange } from '#shared/contract/advisers.ts';
import { type ItemChange, together, unchanged } from '../../aws/expressions.ts';
import type { Write } from '../../aws/table.ts';
import { summaryPaths } from '../../aws/table-index.ts';
import type { EntryActor } from '../../services/audit-log/entry.ts';
import { firmEntry } from '../../services/audit-log/firm-log.ts';
import { idOf } from '../../services/keys/keys.ts';
import { type AdviserItem, adviserKey, directoryKeys, VOID_LINKS } from './account.ts';
import { countAdmins, emailKey, reserveEmail } from './account-creation.ts';

type Fields = Pick<AdviserChange, 'name' | 'email' | 'role'>;

/** Returns only the fields that differ, so that a stale value does not undo a concurrent change. */
export function changedFields({ summary }: AdviserItem, { name, email, role }: Fields): Fields {
  return {
    ...(name !== undefined && name !== summary.name && { name }),
    ...(email !== undefined && email !== summary.email && { email }),
    ...(role !== undefined && role !== summary.role && { role }),
  };
}

const moveEmail = async (id: string, from: string, to: string): Promise<Write[]> => [
  { delete: await emailKey(from), when: [['adviserId', '=', id]] },
  await reserveEmail(to, id),
];

function dataOf({ summary }: AdviserItem, { name, email, role }: Fields, { set = {} }: ItemChange) {
  const changed = { name, email, password: set.passwordHash };
  const fields = Object.entries(changed).flatMap(([field, value]) => (value === undefined ? [] : [field]));
  return {
    name: name ?? summary.name,
    fields,
    ...(role && { from: summary.role, to: role }),
    ...(summary.role === 'admin' &&
      (email !== undefined || set.passwordHash !== undefined) && { ofAdmin: true as const }),
    ...(email && { formerEmail: summary.email }),
    ...(name && { changes: [{ field: 'name' as const, was: summary.name, is: name }] }),
  };
}

/**
 * Returns the writes of changed fields, with an optimistic lock on address and role. `also` is added to the update.
 * Without changed fields or a new password, they have no audit entry.
 */
export async function changeWrites(
  account: AdviserItem,
  change: Fields,
  { also, actor, now }: { also: ItemChange; actor: EntryActor; now: Date },
): Promise<Write[]> {
  const id = idOf(account.pk);
  const { name, email, role } = change;
  const own: ItemChange = {
    set: {
      ...summaryPaths(change),
      ...(name && directoryKeys(id, name)),
      ...(email && { ...VOID_LINKS, mailProblem: undefined, mailProblemAddress: undefined }),
    },
    when: [
      ['pk', 'exists'],
      ...(email ? [unchanged('summary/email', account.summary.email)] : []),
      ...(role ? [unchanged('summary/role', account.summary.role)] : []),
    ],
  };
  const data = dataOf(account, change, also);
  return [
    { update: adviserKey(id), change: together(own, also) },
    ...(email ? await moveEmail(id, account.summary.email, email) : []),
    ...(role ? [countAdmins(role === 'admin' ? 1 : -1)] : []),
    ...(data.fields.length > 0 || role ? [firmEntry(actor, { action: 'account-changed', data, ref: id }, now)] : []),
  ];
}
