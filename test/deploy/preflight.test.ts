import dns from 'node:dns/promises';
import { DescribeCertificateCommand } from '@aws-sdk/client-acm';
import { ListDistributionsCommand } from '@aws-sdk/client-cloudfront';
import { GetAccountSettingsCommand } from '@aws-sdk/client-lambda';
import { GetAccountCommand, GetEmailIdentityCommand, NotFoundException } from '@aws-sdk/client-sesv2';
import { ListSubscriptionsByTopicCommand } from '@aws-sdk/client-sns';
import { GetParameterCommand, ParameterNotFound } from '@aws-sdk/client-ssm';
import { GetCallerIdentityCommand } from '@aws-sdk/client-sts';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { awsSettings } from '#infra/config.ts';
import { placeFor } from '#infra/deploy/place.ts';
import { preflight } from '#infra/deploy/preflight.ts';
import { AWS, DEPLOYER } from '../infra/synthesized.ts';
import { printed } from '../support/operator.ts';
import { Account } from './account.ts';
import { aRelease, SETTINGS } from './releases.ts';

const OWN = {
  ...AWS,
  DOMAIN: 'portal.firm.example',
  CERTIFICATE_ARN: 'arn:aws:acm:us-east-1:111111111111:certificate/1',
};
const account = new Account();
const cname = vi.spyOn(dns, 'resolveCname');
beforeEach(() => {
  account.reset();
  cname.mockReset().mockRejectedValue(new Error('ENOTFOUND'));
});
afterAll(() => {
  account.restore();
  cname.mockRestore();
});

const asked = (file: Record<string, string> = OWN) =>
  printed(async () => ((await preflight(placeFor(awsSettings(file, DEPLOYER)))) ? 0 : 1));
const missing = { message: '', $metadata: {} };
const identities = (...names: string[]) =>
  account.ses.on(GetEmailIdentityCommand).callsFake(({ EmailIdentity }) => {
    if (!names.includes(EmailIdentity)) throw new NotFoundException(missing);
    return { VerifiedForSendingStatus: true };
  });

test('an established account passes every check, reported in sentences', async () => {
  const { code, output } = await asked();
  expect(code).toBe(0);
  expect(output).not.toMatch(/^(WRONG|to do)/m);
  for (const line of output.trim().split('\n').slice(0, -2)) expect(line).toMatch(/^(ok|unknown) .+\.$/);
  expect(output).toContain(
    'You are signed in as arn:aws:iam::111111111111:user/it. stage deploys to account 111111111111.',
  );
});

test('preflight lists the limits that a new account must raise, and allows its deployment', async () => {
  account.lambda.on(GetAccountSettingsCommand).resolves({ AccountLimit: { ConcurrentExecutions: 10 } });
  account.ses.on(GetAccountCommand).resolves({ ProductionAccessEnabled: false, SendingEnabled: true });
  const { code, output } = await asked();
  expect(code).toBe(0);
  expect(output).toMatch(/^to do +Lambda runs at most 10 concurrent calls/m);
  expect(output).toMatch(/^to do +SES in eu-west-2 is in the sandbox/m);
  expect(output).toMatch(/^unknown +CloudFront may refuse a new account/m);
});

test('every region with a stack must be bootstrapped', async () => {
  account.ssm.on(GetParameterCommand).rejects(new ParameterNotFound(missing));
  const { code, output } = await asked({ ...OWN, BACKUP_REGION: 'eu-west-1' });
  expect(code).toBe(1);
  for (const region of ['eu-west-2', 'us-east-1', 'eu-west-1'])
    expect(output).toContain(`run "npx cdk bootstrap aws://111111111111/${region}"`);
});

test.each([
  ['new', [], 'ok', 'has no identity for firm.example yet'],
  ['new', ['portal@firm.example'], 'ok', 'has no identity for firm.example yet'],
  ['new', ['firm.example'], 'WRONG', 'set MAIL_IDENTITY to "existing"'],
  ['existing', ['firm.example'], 'ok', 'with the identity firm.example'],
  ['existing', ['portal@firm.example'], 'ok', 'with the identity portal@firm.example'],
  ['existing', [], 'WRONG', 'set it to "new"'],
])('with MAIL_IDENTITY=%s and the SES identities %j the check is %s', async (MAIL_IDENTITY, known, mark, sentence) => {
  identities(...known);
  const { code, output } = await asked({ ...OWN, MAIL_IDENTITY });
  expect(output).toMatch(new RegExp(`^${mark} +.*${sentence}`, 'm'));
  expect(code).toBe(mark === 'WRONG' ? 1 : 0);
});

test('an identity created by an earlier deployment does not block the next one', async () => {
  account.stacks = { 'OnboardingPortal-stage': { status: 'UPDATE_COMPLETE' } };
  identities('firm.example');
  expect((await asked({ ...OWN, MAIL_IDENTITY: 'new' })).code).toBe(0);
});

test.each([
  [{ Status: 'PENDING_VALIDATION' as const, DomainName: 'portal.firm.example' }, 'is PENDING_VALIDATION'],
  [{ Status: 'ISSUED' as const, DomainName: 'www.firm.example' }, 'not for portal.firm.example'],
  [{ Status: 'ISSUED' as const, DomainName: '*.portal.firm.example' }, 'not for portal.firm.example'],
])('a certificate that is not issued for the domain is reported: %j', async (Certificate, sentence) => {
  account.acm.on(DescribeCertificateCommand).resolves({ Certificate });
  const { code, output } = await asked();
  expect([code, output]).toEqual([1, expect.stringContaining(sentence)]);
});

const distribution = (DomainName: string) => ({
  DistributionList: { Items: [{ DomainName, Aliases: { Quantity: 1, Items: ['portal.firm.example'] } }] },
});

test('a domain used by another distribution is reported, in this account or by DNS', async () => {
  account.stacks = { 'OnboardingPortal-stage': { status: 'UPDATE_COMPLETE' } };
  account.cloudFront.on(ListDistributionsCommand).resolves(distribution('d1.cloudfront.net') as never);
  cname.mockResolvedValue(['d1.cloudfront.net']);
  expect((await asked()).output).toContain('portal.firm.example already belongs to this site');
  cname.mockResolvedValue(['d2.cloudfront.net']);
  expect(await asked()).toMatchObject({
    code: 1,
    output: expect.stringContaining('d2.cloudfront.net: remove the name'),
  });
  account.cloudFront.on(ListDistributionsCommand).resolves(distribution('d3.cloudfront.net') as never);
  expect((await asked()).output).toContain('d3.cloudfront.net: remove the name');
});

test.each([
  [['ns-1.awsdns-01.co.uk', 'ns-2.awsdns-02.org'], 'ok', 'is delegated to Route 53'],
  [['ns1.registrar.example'], 'to do', 'is delegated to ns1.registrar.example: at its registrar, set'],
  [undefined, 'to do', 'is delegated to no server: at its registrar, set'],
])('a hosted zone delegated to %j is reported as "%s"', async (servers, mark, sentence) => {
  const ns = vi.spyOn(dns, 'resolveNs');
  if (servers) ns.mockResolvedValue(servers);
  else ns.mockRejectedValue(new Error('ENOTFOUND'));
  const zone = { CERTIFICATE_ARN: '', HOSTED_ZONE: 'firm.example', HOSTED_ZONE_ID: 'Z0123456789' };
  const { output } = await asked({ ...OWN, ...zone });
  expect(output).toMatch(new RegExp(`^${mark} +firm.example ${sentence}`, 'm'));
  ns.mockRestore();
});

test('an unconfirmed alarm email is reported', async () => {
  account.stacks = { 'OnboardingPortal-stage': { status: 'UPDATE_COMPLETE' } };
  expect((await asked()).output).toContain('Alarms reach ops@firm.example.');
  account.sns
    .on(ListSubscriptionsByTopicCommand)
    .resolves({ Subscriptions: [{ SubscriptionArn: 'PendingConfirmation' }] });
  expect((await asked()).output).toMatch(/^to do +No alarm of eu-west-2 reaches ops@firm\.example/m);
});

test('remains of a failed creation are removed automatically, but a stuck stack is reported', async () => {
  account.stacks = { 'OnboardingPortal-stage': { status: 'ROLLBACK_COMPLETE' } };
  expect(await asked()).toMatchObject({
    code: 0,
    output: expect.stringContaining('The deployment will remove it first'),
  });
  account.stacks = { 'OnboardingPortal-stage': { status: 'UPDATE_ROLLBACK_FAILED' } };
  expect(await asked()).toMatchObject({ code: 1, output: expect.stringContaining('continue-update-rollback') });
});

test('an origin key that the current release does not accept is reported', async () => {
  account.released = [aRelease({ settings: { ...SETTINGS, originKeys: ['2'] } })];
  expect(await asked()).toMatchObject({ code: 1, output: expect.stringContaining('ORIGIN_KEYS begins with 1') });
});

test('a check without permission is reported in one line, and the other checks continue', async () => {
  const refused = Object.assign(new Error('not authorized'), { name: 'AccessDeniedException' });
  for (const [client, command] of [
    [account.lambda, GetAccountSettingsCommand],
    [account.sts, GetCallerIdentityCommand],
  ] as const)
    (client as typeof account.lambda).on(command as typeof GetAccountSettingsCommand).rejects(refused);
  const { code, output } = await asked();
  expect(code).toBe(0);
  expect(output).toMatch(/^unknown +Lambda: could not be checked \(AccessDeniedException: not authorized\)\.$/m);
  expect(output).toContain('The certificate for portal.firm.example is issued.');
});
