import { ADVISER_MESSAGES } from '#shared/rules/people.ts';
import { type Condition, unchanged } from '../aws/expressions.ts';
import { get, transact } from '../aws/table.ts';
import { type AdviserItem, adviserKey, toAdviser } from '../domain/accounts/account.ts';
import { changeAccount } from '../domain/accounts/account-change.ts';
import { countAdmins } from '../domain/accounts/accounts.ts';
import { emailKey } from '../domain/accounts/addresses.ts';
import { hashPassword } from '../domain/accounts/passwords.ts';
import { allAdvisers } from '../domain/clients/firm-lists.ts';
import { conflict, notFound } from '../domain/errors.ts';
import { firmLine } from '../domain/record.ts';
import { lambda, prepared } from '../pipeline/lambda.ts';

const load = ({ params: { id } }: { params: { id: string } }) => get<AdviserItem>(adviserKey(id));

const unchangedSinceRead = ({ card }: AdviserItem): Condition[] => [
  unchanged('card/email', card.email),
  unchanged('card/role', card.role),
];

export const handler = lambda('advisers', {
  'GET /api/advisers': prepared(allAdvisers, async (_, advisers) => advisers.map(toAdviser)),

  'PATCH /api/advisers/{id}':
    () =>
    async ({ actor, params, body, now, note }) => {
      // The password is hashed before the account is read, as the account may change while hashing runs.
      const passwordHash = body.password ? await hashPassword(body.password) : undefined;
      const account = await load({ params });
      if (!account) throw notFound('Adviser not found');
      const after = await changeAccount(account, body, passwordHash, { actor, now });
      const changed = (['name', 'email', 'role'] as const).filter((field) => after.card[field] !== account.card[field]);
      note({ changed: [...changed, ...(passwordHash ? ['password'] : [])] });
      return toAdviser(after);
    },

  'DELETE /api/advisers/{id}': prepared(load, async ({ actor, params: { id }, now }, account) => {
    if (!account) throw notFound('Adviser not found');
    if (id === actor.id) throw conflict(ADVISER_MESSAGES.ownAccount);
    if (account.clientCount > 0) throw conflict(ADVISER_MESSAGES.hasClients);
    const when: Condition[] = [...unchangedSinceRead(account), ['clientCount', '=', 0]];
    const admins = account.card.role === 'admin' ? [countAdmins(-1)] : [];
    await transact([
      { delete: adviserKey(id), when },
      { delete: await emailKey(account.card.email) },
      ...admins,
      firmLine(actor, { action: 'account-deleted', data: { name: account.card.name }, ref: id }, now),
    ]);
    return undefined;
  }),
});
