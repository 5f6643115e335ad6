import { ownAccountCalls } from '#shared/contract/account.ts';
import { accountCalls } from '#shared/contract/advisers.ts';
import { get } from '../aws/table.ts';
import { type AdviserItem, adviserKey, allAdvisers, toAdviser, toListedAdviser } from '../domain/accounts/account.ts';
import { changeAccount, deleteAccount, invite, inviteAgain } from '../domain/accounts/administration.ts';
import { changeWorks } from '../domain/accounts/colleagues.ts';
import { resetSecondFactor } from '../domain/accounts/factors/reset.ts';
import { checkNewPassword } from '../domain/accounts/password-rule.ts';
import { hashPassword } from '../domain/accounts/passwords.ts';
import { HttpResponse } from '../pipeline/http.ts';
import { lambda, prepared } from '../pipeline/lambda.ts';
import { allCounts } from '../services/client-counts.ts';
import { conflict, notFound } from '../services/errors.ts';
import { childKeyOf, idOf } from '../services/keys/keys.ts';
import { logged, pseudonym } from '../services/keys/pseudonym.ts';

const load = ({ params: { id } }: { params: { id: string } }) => get<AdviserItem>(adviserKey(id));

export const handler = lambda(
  'advisers',
  { ...accountCalls, ...ownAccountCalls },
  {
    'GET /api/advisers': prepared(
      () => Promise.all([allAdvisers(), allCounts()]),
      async (_, [advisers, counts]) => {
        const clients = new Map(counts.map((own) => [childKeyOf(own), own.totalClients]));
        return advisers.map((row) => toListedAdviser(row, clients.get(idOf(row.pk)) ?? 0));
      },
    ),

    'POST /api/advisers/invitations':
      () =>
      async ({ actor, body, now, note }) => {
        note({ address: logged(await pseudonym(body.email)) });
        return invite({ ...body, role: body.role ?? 'adviser' }, { by: actor, now });
      },

    'POST /api/advisers/{id}/invitation': prepared(load, async ({ actor, now }, account) => {
      if (!account) throw notFound('Adviser not found');
      await inviteAgain(account, { by: actor, now });
      return undefined;
    }),

    'PATCH /api/advisers/{id}':
      () =>
      async ({ actor, settings, params, body, now, note }) => {
        // Hashes before reading the account, because the account may change while hashing runs.
        const passwordHash = body.password ? await hashPassword(body.password) : undefined;
        const account = await load({ params });
        if (!account) throw notFound('Adviser not found');
        const { works, worksWas, ...change } = body;
        if (works && worksWas) return toAdviser(await changeWorks(account, { works, worksWas }, { actor, now }));
        const { name = account.summary.name, email = account.summary.email } = change;
        if (body.password) await checkNewPassword('password', body.password, { name, email }, settings);
        const { account: after, cookies } = await changeAccount(account, change, passwordHash, {
          actor,
          settings,
          now,
        });
        const changed = (['name', 'email', 'role'] as const).filter(
          (field) => after.summary[field] !== account.summary[field],
        );
        note({ changed: [...changed, ...(passwordHash ? ['password'] : [])] });
        return new HttpResponse(toAdviser(after), { cookies });
      },

    'DELETE /api/advisers/{id}': prepared(load, async ({ actor, now }, account) => {
      if (!account) throw notFound('Adviser not found');
      await deleteAccount(account, { actor, now });
      return undefined;
    }),

    'POST /api/advisers/{id}/second-factor/reset': prepared(load, async ({ actor, params: { id }, now }, account) => {
      if (!account) throw notFound('Adviser not found');
      if (id === actor.id) throw conflict('You cannot reset your own second factor. Change it on your account page.');
      await resetSecondFactor(account, { by: actor, now });
      return undefined;
    }),
  },
);
