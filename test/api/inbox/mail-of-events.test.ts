import { describe, expect, test } from 'vitest';
import { clientKey } from '#functions/domain/clients/client.ts';
import { type AuditEntry, SYSTEM } from '#functions/services/audit-log/entry.ts';
import { pseudonym } from '#functions/services/keys/pseudonym.ts';
import { SETTINGS_KEY } from '#functions/services/settings.ts';
import { clientOf, openPortal, resetPassword, saveSettings } from '../../support/acts.ts';
import { Caller } from '../../support/api.ts';
import { entryByClient, entryFor, firmEntryFor, followed } from '../../support/audit-entries.ts';
import { changeStored } from '../../support/aws.ts';
import { demoAdmin, newAdviser } from '../../support/builders.ts';
import { type Fault, killedAt } from '../../support/faults/faults.ts';
import { job, killAtEveryCall } from '../../support/faults/killed.ts';
import { codeIn, mailsTo, portalTokenIn, resetTokenIn, type SentMail } from '../../support/mail.ts';
import { codeRequest, guardedClient, typed } from '../../support/people/devices.ts';

// Emails of event handlers. The entries are not stored, so that only the test handles them.

interface Mailed {
  email: string;
  entry: AuditEntry;
  tokenIn: (mail: SentMail) => string;
  /** Returns the status of the call that the email is for. */
  use: (token: string) => Promise<number>;
}

const LONG_AGO = '2020-01-01T00:00:00.000Z';
const [admin, ann] = [await demoAdmin(), await newAdviser()];
await saveSettings(admin, { portal: { linkDays: 30 } });
await changeStored(SETTINGS_KEY, { since: { linkDays: LONG_AGO } });
const byAdmin = { kind: 'admin', id: admin.id, name: admin.name } as const;
const open = async (token: string) => (await openPortal(token)).status;

const EVENTS: Record<string, () => Promise<Mailed>> = {
  'a request for a new password': async () => {
    const { email } = await newAdviser();
    const data = { address: await pseudonym(email) };
    const entry = firmEntryFor(SYSTEM, { action: 'password-reset-requested', data });
    return { email, entry, tokenIn: resetTokenIn, use: async (token) => (await resetPassword(token)).status };
  },
  'a request for a portal code': async () => {
    const client = await guardedClient(ann);
    const use = async (code: string) => (await typed(new Caller(client.token), code)).status;
    return { email: client.email, entry: codeRequest(client), tokenIn: codeIn, use };
  },
  'a request for a new link': async () => {
    const client = await clientOf(ann);
    await changeStored(clientKey(client.id), { linkIssuedAt: LONG_AGO });
    const entry = entryByClient(client, { action: 'new-link-requested', data: { version: 1 } });
    const use = async (token: string) => {
      expect(await open(client.token), 'the old link').toBe(401);
      return open(token);
    };
    return { email: client.email, entry, tokenIn: portalTokenIn, use };
  },
  'a reassignment with a new link': async () => {
    const { id, email } = await clientOf(ann);
    const data = { from: byAdmin, to: { id: ann.id, name: ann.name }, renewed: true, mailed: true } as const;
    const entry = entryFor(id, byAdmin, { action: 'client-reassigned', data });
    return { email, entry, tokenIn: portalTokenIn, use: open };
  },
};

describe.each(Object.entries(EVENTS))('the email for %s', (_, event) => {
  const tokens = async ({ email, tokenIn }: Mailed) => (await mailsTo(email)).map(tokenIn).filter((token) => token);
  const works = async (mailed: Mailed) => {
    const [token = '', ...others] = await tokens(mailed);
    expect([others, [200, 204]]).toEqual([[], expect.arrayContaining([await mailed.use(token)])]);
  };

  test('is sent once if its entry is delivered repeatedly, even after it was used', async () => {
    const mailed = await event();
    for (let i = 0; i < 3; i += 1) await followed(mailed.entry);
    await works(mailed);
    await followed(mailed.entry);
    expect(await tokens(mailed)).toHaveLength(1);
  });

  // SES always replies here: an email without its reply is not sent again (inbox/mail-once).
  const killedBeside =
    (last: number): Fault =>
    (operation, nth) =>
      operation === 'SendRawEmail' ? undefined : killedAt(last)(operation, nth);

  test('is sent once, and works, if the handler is killed at any call and repeated', () =>
    killAtEveryCall(event, ({ entry }) => job(() => followed(entry)), works, [200], killedBeside));
});
