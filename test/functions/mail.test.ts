import { SESClient, SendEmailCommand } from '@aws-sdk/client-ses';
import { mockClient } from 'aws-sdk-client-mock';
import { expect, test, vi } from 'vitest';
import { sendMail } from '#functions/aws/ses.ts';
import type { AdviserItem } from '#functions/domain/accounts/account.ts';
import type { ClientItem } from '#functions/domain/clients/client.ts';
import { newId } from '#functions/domain/ids.ts';
import { portalLinkMail, resetMail } from '#functions/domain/mail/mail-templates.ts';

// What SES gives back with a bounce, and the emulator does not keep: tags.

vi.stubEnv('FIRM_NAME', 'Harbour');
vi.stubEnv('ORIGIN', 'https://portal.example');
vi.stubEnv('MAIL_FROM', 'portal@firm.example');
vi.stubEnv('MAIL_CONFIGURATION', 'portal');
const ses = mockClient(SESClient);
const id = newId();
const client = { pk: `CLIENT#${id}`, email: 'a@b.example', name: 'Ann' } as ClientItem;
const adviser = { pk: `ADVISER#${id}`, email: 'a@b.example', name: 'Ann' } as AdviserItem;

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
