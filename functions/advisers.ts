import { ADVISER_MESSAGES } from '#shared/advisers.ts';
import { countAdmins, reserveEmail } from './core/accounts.ts';
import { renameAdviser } from './core/assignments.ts';
import { type AdviserItem, adviserKey, directoryKeys, emailKey, toAdviser } from './core/entities.ts';
import { conflict, notFound } from './core/errors.ts';
import type { Condition } from './core/expressions.ts';
import { allAdvisers } from './core/firm-lists.ts';
import { lambda, prepared } from './core/lambda.ts';
import { hashPassword } from './core/passwords.ts';
import { get, transact, type Write } from './core/table.ts';

const load = ({ params: { id } }: { params: { id: string } }) => get<AdviserItem>(adviserKey(id));

const asRead = (account: AdviserItem): Condition[] => [
  ['email', '=', account.email],
  ['role', '=', account.role],
];

const moveEmail = (id: string, from: string, to: string): Write[] =>
  from === to ? [] : [{ delete: emailKey(from), when: [['adviserId', '=', id]] }, reserveEmail(to, id)];

export const handler = lambda('advisers', {
  'GET /api/advisers': prepared(allAdvisers, async (_, advisers) => advisers.map(toAdviser)),

  'PATCH /api/advisers/{id}': prepared(load, async ({ actor, params: { id }, body }, account) => {
    if (!account) throw notFound('Adviser not found');
    const { name = account.name, email = account.email, role = account.role, password } = body;
    const moved = email !== account.email;
    // A reset link that was mailed belongs to the address and the password of then, undelivered mail to the address.
    const unset = { ...((password || moved) && { reset: undefined }), ...(moved && { mailProblem: undefined }) };
    const secret = password ? { passwordHash: await hashPassword(password) } : {};
    const set = { name, email, role, ...secret, ...unset, ...directoryKeys(id, name) };
    // A password that an admin sets ends the holder's sessions; an admin's own stays signed in.
    const add = { sessionVersion: password && id !== actor.id ? 1 : 0 };
    const admins = role === account.role ? [] : [countAdmins(role === 'admin' ? 1 : -1)];
    await transact([
      { update: adviserKey(id), change: { set, add, when: asRead(account) } },
      ...moveEmail(id, account.email, email),
      ...admins,
    ]);
    await renameAdviser(id, name);
    return { id, name, email, role };
  }),

  'DELETE /api/advisers/{id}': prepared(load, async ({ actor, params: { id } }, account) => {
    if (!account) throw notFound('Adviser not found');
    if (id === actor.id) throw conflict(ADVISER_MESSAGES.ownAccount);
    if (account.clientCount > 0) throw conflict(ADVISER_MESSAGES.hasClients);
    const when: Condition[] = [...asRead(account), ['clientCount', '=', 0]];
    const admins = account.role === 'admin' ? [countAdmins(-1)] : [];
    await transact([{ delete: adviserKey(id), when }, { delete: emailKey(account.email) }, ...admins]);
    return undefined;
  }),
});
