import dns from 'node:dns/promises';
import { DescribeCertificateCommand } from '@aws-sdk/client-acm';
import { ListDistributionsCommand } from '@aws-sdk/client-cloudfront';
import { GetAccountSettingsCommand } from '@aws-sdk/client-lambda';
import { GetAccountCommand, GetEmailIdentityCommand, NotFoundException } from '@aws-sdk/client-sesv2';
import { ListSubscriptionsByTopicCommand } from '@aws-sdk/client-sns';
import { GetParameterCommand, ParameterNotFound } from '@aws-sdk/client-ssm';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { awsSettings } from '#infra/config.ts';
import { placeFor } from '#infra/deploy/place.ts';
import { preflight } from '#infra/deploy/preflight.ts';
import { DEPLOYER, OWN_DOMAIN } from '../infra/synthesized.ts';
import { printed } from '../support/operator.ts';
import { Account, missing, PORTAL, releaseOf, SETTINGS } from './account.ts';

const account = new Account();
const cname = vi.spyOn(dns, 'resolveCname');
const ns = vi.spyOn(dns, 'resolveNs');
beforeEach(() => {
  account.reset();
  cname.mockReset().mockRejectedValue(new Error('ENOTFOUND'));
});
afterAll(() => {
  account.restore();
  vi.restoreAllMocks();
});

/** Returns the exit code, and the results that are not ok. */
async function checked(file: Record<string, string> = {}) {
  const place = placeFor(awsSettings({ ...OWN_DOMAIN, ...file }, DEPLOYER));
  const { code, output } = await printed(async () => ((await preflight(place)) ? 0 : 1));
  return { code, output: output.replace(/^ok .*\n/gm, '') };
}
const identities = (...names: string[]) =>
  account.ses.on(GetEmailIdentityCommand).callsFake(async ({ EmailIdentity }) => {
    if (!names.includes(EmailIdentity)) throw new NotFoundException(missing);
    return { VerifiedForSendingStatus: true };
  });

test('an established account passes every check', async () => {
  const output =
    'OnboardingPortal-stage-eu-west-2 in account 111111111111:\n\nNone of these would make the deployment fail.\n';
  expect(await checked()).toEqual({ code: 0, output });
});

test('preflight lists the limits that a new account must raise, and allows its deployment', async () => {
  account.lambda.on(GetAccountSettingsCommand).resolves({ AccountLimit: { ConcurrentExecutions: 10 } });
  account.ses.on(GetAccountCommand).resolves({ ProductionAccessEnabled: false, SendingEnabled: true });
  const { code, output } = await checked();
  expect(code).toBe(0);
  expect(output).toMatch(/^to do +Concurrency: At most 10 calls run at a time/m);
  expect(output).toMatch(/^to do +SES: SES is in the sandbox/m);
});

test('every region with a stack must be bootstrapped', async () => {
  account.ssm.on(GetParameterCommand).rejects(new ParameterNotFound(missing));
  const { code, output } = await checked({ BACKUP_REGION: 'eu-west-1' });
  expect(code).toBe(1);
  for (const region of ['eu-west-2', 'us-east-1', 'eu-west-1'])
    expect(output).toContain(`run "npx cdk bootstrap aws://111111111111/${region}"`);
});

test.each([
  ['new', [], ''],
  ['new', ['portal@firm.example'], ''],
  ['new', ['firm.example'], 'set MAIL_IDENTITY to "existing"'],
  ['existing', ['firm.example'], ''],
  ['existing', ['portal@firm.example'], ''],
  ['existing', [], 'set it to "new"'],
])('with MAIL_IDENTITY=%s and the SES identities %j the check says "%s"', async (MAIL_IDENTITY, known, sentence) => {
  identities(...known);
  expect(await checked({ MAIL_IDENTITY })).toEqual({
    code: sentence ? 1 : 0,
    output: sentence ? expect.stringContaining(sentence) : expect.not.stringContaining('Sender'),
  });
});

test('an identity created by an earlier deployment does not block the next one, and must be verified', async () => {
  account.stacks = { [PORTAL]: { status: 'UPDATE_COMPLETE' } };
  account.ses.on(GetEmailIdentityCommand).resolves({ VerifiedForSendingStatus: false });
  const output = expect.stringMatching(/^to do +Sender: SES has not verified portal@firm\.example yet/m);
  expect(await checked({ MAIL_IDENTITY: 'new' })).toEqual({ code: 0, output });
});

test.each([
  [{ Status: 'PENDING_VALIDATION' as const, DomainName: 'portal.firm.example' }, 'is PENDING_VALIDATION'],
  [{ Status: 'ISSUED' as const, DomainName: 'www.firm.example' }, 'a certificate for portal.firm.example'],
  [{ Status: 'ISSUED' as const, DomainName: '*.portal.firm.example' }, 'a certificate for portal.firm.example'],
])('a certificate that is not issued for the domain is reported: %j', async (Certificate, sentence) => {
  account.acm.on(DescribeCertificateCommand).resolves({ Certificate });
  expect(await checked()).toEqual({ code: 1, output: expect.stringContaining(sentence) });
});

test.each([
  ['d1.cloudfront.net', 'd1.cloudfront.net', ''],
  ['d1.cloudfront.net', 'd2.cloudfront.net', 'd2.cloudfront.net: remove the name'],
  ['d3.cloudfront.net', 'd1.cloudfront.net', 'd3.cloudfront.net: remove the name'],
])('a domain of distribution %s, with a CNAME to %s, is reported as "%s"', async (DomainName, to, sentence) => {
  account.stacks = { [PORTAL]: { status: 'UPDATE_COMPLETE' } };
  const DistributionList = { Items: [{ DomainName, Aliases: { Quantity: 1, Items: ['portal.firm.example'] } }] };
  account.cloudFront.on(ListDistributionsCommand).resolves({ DistributionList } as never);
  cname.mockResolvedValue([to]);
  expect(await checked()).toEqual({
    code: sentence ? 1 : 0,
    output: sentence ? expect.stringContaining(sentence) : expect.not.stringContaining('Name of the site'),
  });
});

test.each([
  [['ns-1.awsdns-01.co.uk', 'ns-2.awsdns-02.org'], /^(?!.*Hosted zone)/s],
  [['ns1.registrar.example'], /^to do .*firm.example is delegated to ns1.registrar.example: at its registrar, set/m],
  [[], /^to do .*firm.example is delegated to no server: at its registrar, set/m],
])('a hosted zone delegated to %j is reported if it is not at Route 53', async (servers, output) => {
  ns.mockResolvedValue(servers);
  const zone = { CERTIFICATE_ARN: '', HOSTED_ZONE: 'firm.example', HOSTED_ZONE_ID: 'Z0123456789' };
  expect((await checked(zone)).output).toMatch(output);
});

test('an unconfirmed alarm email is reported', async () => {
  account.stacks = { [PORTAL]: { status: 'UPDATE_COMPLETE' } };
  const Subscriptions = [{ SubscriptionArn: 'PendingConfirmation' }];
  account.sns.on(ListSubscriptionsByTopicCommand).resolves({ Subscriptions });
  const output = expect.stringMatching(/^to do +OnboardingPortal-stage: No alarm reaches ops@firm\.example/m);
  expect(await checked()).toEqual({ code: 0, output });
});

test('a failed creation can be repeated, but a stack that needs an operator is reported', async () => {
  account.stacks = { [PORTAL]: { status: 'ROLLBACK_FAILED' } };
  expect((await checked()).code).toBe(0);
  account.stacks = { [PORTAL]: { status: 'UPDATE_ROLLBACK_FAILED' } };
  expect(await checked()).toEqual({ code: 1, output: expect.stringContaining('accepts no update') });
});

test('settings that revert the current release are reported', async () => {
  account.released = [releaseOf(1, { settings: { ...SETTINGS, originKeys: ['2'] } })];
  expect(await checked()).toEqual({ code: 1, output: expect.stringContaining('Deploy with ORIGIN_KEYS=2,1') });
});

test('a check without permission is reported in one line, and the other checks continue', async () => {
  const refused = Object.assign(new Error('not authorized'), { name: 'AccessDeniedException' });
  account.lambda.on(GetAccountSettingsCommand).rejects(refused);
  account.ses.on(GetAccountCommand).resolves({ ProductionAccessEnabled: true, EnforcementStatus: 'SHUTDOWN' });
  const { code, output } = await checked();
  expect(code).toBe(0);
  expect(output).toMatch(/^unknown +Concurrency: could not be checked \(AccessDeniedException: not authorized\)\.$/m);
  expect(output).toContain('SES does not send (SHUTDOWN)');
});
