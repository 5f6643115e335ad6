import { SESClient, SendEmailCommand } from '@aws-sdk/client-ses';
import { mockClient } from 'aws-sdk-client-mock';
import { afterAll, expect, test, vi } from 'vitest';
import { sendMail } from '#functions/aws/ses.ts';
import { adviserKey } from '#functions/domain/accounts/account.ts';
import { clientKey } from '#functions/domain/clients/client.ts';
import { newId } from '#functions/domain/ids.ts';
import { portalLinkMail, resetMail } from '#functions/domain/mail/mail-templates.ts';

// What SES gives back with a bounce, and the emulator does not keep: tags.

vi.stubEnv('FIRM_NAME', 'Harbour');
vi.stubEnv('ORIGIN', 'https://portal.example');
vi.stubEnv('MAIL_FROM', 'portal@firm.example');
vi.stubEnv('MAIL_CONFIGURATION', 'portal');
const ses = mockClient(SESClient);
afterAll(() => {
  ses.restore();
  vi.unstubAllEnvs();
});
const id = newId();
const person = { email: 'a@b.example', name: 'Ann' };
const client = {
  ...clientKey(id),
  card: { ...person, status: 'on_target' as const, links: {}, top: {}, openAdviserTasks: 0, openClientTasks: 0 },
};
const adviser = { ...adviserKey(id), card: { ...person, role: 'adviser' as const } };

test.each([
  ['client', portalLinkMail(client, 'Bob', 'token')],
  ['adviser', resetMail(adviser, 'token')],
])('a mail goes out under the configuration, with the id of its %s and nothing else', async (Name, mail) => {
  ses.reset();
  await sendMail(mail);
  const { ConfigurationSetName, Tags } = ses.commandCalls(SendEmailCommand)[0]?.args[0].input ?? {};
  expect({ ConfigurationSetName, Tags }).toEqual({ ConfigurationSetName: 'portal', Tags: [{ Name, Value: id }] });
  expect(id).toMatch(/^[A-Za-z0-9_-]{1,256}$/);
});
