import dns from 'node:dns/promises';
import { ACMClient, DescribeCertificateCommand } from '@aws-sdk/client-acm';
import { CloudFrontClient, type DistributionSummary, paginateListDistributions } from '@aws-sdk/client-cloudfront';
import { GetAccountSettingsCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { GetAccountCommand, GetEmailIdentityCommand, SESv2Client } from '@aws-sdk/client-sesv2';
import { ListSubscriptionsByTopicCommand, SNSClient } from '@aws-sdk/client-sns';
import { GetParameterCommand, SSMClient } from '@aws-sdk/client-ssm';
import { EDGE_REGION } from '../config.ts';
import { domainOf } from '../setting-values.ts';
import { runCommand } from './command.ts';
import { callerIdentity, type Place, Refusal, type StackAddress } from './place.ts';
import { lasting, refuseStepsBack, releases } from './release.ts';
import { fateOf, formerStacks, isBusy, isFailedCreation, remedy, stackState } from './stacks.ts';

/** Result of one check. `wrong` makes a deployment fail; `todo` leaves it incomplete. */
interface Finding {
  mark: 'ok' | 'to do' | 'WRONG' | 'unknown';
  text: string;
}
const ok = (text: string): Finding => ({ mark: 'ok', text });
const todo = (text: string): Finding => ({ mark: 'to do', text });
const wrong = (text: string): Finding => ({ mark: 'WRONG', text });
const unknown = (text: string): Finding => ({ mark: 'unknown', text });

const isNotFound = (error: unknown) => error instanceof Error && /NotFound/.test(error.name);

async function stack(address: StackAddress): Promise<Finding> {
  const state = await stackState(address);
  if (!state) return ok(`${address.name} does not exist yet.`);
  const { name, status } = state;
  if (isBusy(state)) return ok(`CloudFormation is working on ${name} (${status}). The deployment will wait.`);
  const stuck = remedy(state);
  if (stuck) return wrong(stuck);
  return isFailedCreation(state)
    ? todo(`${name} is left over from a failed creation (${status}). The deployment will remove it first.`)
    : ok(`${name} exists (${status}).`);
}

/** Checks the settings against the last release, and reports stacks that they no longer name. */
async function settings(place: Place): Promise<Finding[]> {
  const last = (await releases(place)).at(-1);
  if (!last) return [ok('No release is recorded, so any settings are allowed.')];
  const former = (await formerStacks(place, last)).map((of) => todo(fateOf(of, false)));
  try {
    refuseStepsBack(last, lasting(place.settings));
    return [ok('The settings revert nothing in the current release.'), ...former];
  } catch (error) {
    if (error instanceof Refusal) return [wrong(error.message), ...former];
    throw error;
  }
}

/** Minimum version of the CDK's bootstrap stack. */
const BOOTSTRAP_VERSION = 6;
const BOOTSTRAP_PARAMETER = '/cdk-bootstrap/hnb659fds/version';

async function bootstrap(account: string, region: string): Promise<Finding> {
  const command = `run "npx cdk bootstrap aws://${account}/${region}"`;
  try {
    const { Parameter } = await new SSMClient({ region }).send(new GetParameterCommand({ Name: BOOTSTRAP_PARAMETER }));
    return Number(Parameter?.Value) >= BOOTSTRAP_VERSION
      ? ok(`The CDK is bootstrapped in ${region}.`)
      : wrong(`The CDK's bootstrap stack in ${region} is too old: ${command}.`);
  } catch (error) {
    if (!isNotFound(error)) throw error;
    return wrong(`The CDK is not bootstrapped in ${region}: ${command}, once.`);
  }
}

/** Concurrent calls below which users of one firm slow each other down. */
const FEW_AT_ONCE = 100;

async function concurrency(region: string): Promise<Finding> {
  const { AccountLimit } = await new LambdaClient({ region }).send(new GetAccountSettingsCommand({}));
  const limit = AccountLimit?.ConcurrentExecutions ?? 0;
  const runs = `Lambda runs at most ${limit} concurrent calls in ${region}`;
  return limit >= FEW_AT_ONCE
    ? ok(`${runs}.`)
    : todo(
        `${runs}, and one dashboard makes several. Request 1000 in Service Quotas (AWS Lambda, Concurrent executions, L-B99A9384).`,
      );
}

async function sending(client: SESv2Client, region: string): Promise<Finding[]> {
  const { ProductionAccessEnabled, SendingEnabled, EnforcementStatus } = await client.send(new GetAccountCommand({}));
  const sandbox = todo(
    `SES in ${region} is in the sandbox and can send to verified addresses only. Request production access in the SES console now; this takes AWS about a day.`,
  );
  const paused = todo(
    `SES does not send in ${region} (${EnforcementStatus ?? 'paused'}): see the SES console for the reason.`,
  );
  return [
    ProductionAccessEnabled ? ok(`SES in ${region} can send to any address.`) : sandbox,
    ...(SendingEnabled ? [] : [paused]),
  ];
}

/** Returns true if SES has verified an identity; `undefined` if it has no such identity. */
async function isVerified(client: SESv2Client, EmailIdentity: string): Promise<boolean | undefined> {
  try {
    return (await client.send(new GetEmailIdentityCommand({ EmailIdentity }))).VerifiedForSendingStatus ?? false;
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}

async function sender(client: SESv2Client, { settings, product }: Place): Promise<Finding> {
  const { mailFrom, mailIdentity } = settings;
  const domain = domainOf(mailFrom);
  const [ofAddress, ofDomain] = await Promise.all([isVerified(client, mailFrom), isVerified(client, domain)]);
  // SES uses the address's identity if there is one, otherwise the domain's.
  const known = ofAddress === undefined ? domain : mailFrom;
  const verification =
    (ofAddress ?? ofDomain)
      ? ok(`SES can send as ${mailFrom} with the identity ${known}.`)
      : todo(`SES has not verified ${known} yet: create the DNS records that the SES console shows for it.`);
  if (mailIdentity === 'existing')
    return (ofAddress ?? ofDomain) === undefined
      ? wrong(`MAIL_IDENTITY is "existing", but SES has no identity for ${domain} or ${mailFrom}: set it to "new".`)
      : verification;
  if (ofDomain === undefined) return ok(`SES has no identity for ${domain} yet. The deployment will create it.`);
  const deployed = await stackState(product);
  return deployed && !isFailedCreation(deployed)
    ? verification
    : wrong(`SES already has an identity for ${domain}, so creating it would fail: set MAIL_IDENTITY to "existing".`);
}

/** Returns true if an email subscription of a topic is confirmed. */
async function isConfirmed(region: string, TopicArn: string): Promise<boolean> {
  const list = new ListSubscriptionsByTopicCommand({ TopicArn });
  const { Subscriptions = [] } = await new SNSClient({ region }).send(list);
  return Subscriptions.some(({ SubscriptionArn = '' }) => SubscriptionArn.startsWith('arn:'));
}

async function alarms({ stacks, settings: { alarmMail } }: Place): Promise<Finding> {
  const topics = (await Promise.all(stacks.map(stackState))).flatMap((of) =>
    of?.outputs.AlarmsTopic ? [{ region: of.region, topic: of.outputs.AlarmsTopic }] : [],
  );
  if (topics.length === 0) return ok('The deployment will set up alarms.');
  const confirmed = await Promise.all(topics.map(({ region, topic }) => isConfirmed(region, topic)));
  const silent = topics.filter((_, at) => !confirmed[at]).map(({ region }) => region);
  return silent.length === 0
    ? ok(`Alarms reach ${alarmMail}.`)
    : todo(
        `No alarm of ${silent.join(' and ')} reaches ${alarmMail}: click the link in the email from AWS Notifications. To get a new email, deploy with another address in ALARM_MAIL, then with this one.`,
      );
}

/** Returns true if a certificate's name matches a host; a star matches one label. */
const covers = (name: string, host: string) =>
  name === host || (name.startsWith('*.') && name.slice(1) === host.slice(host.indexOf('.')));

async function certificate(arn: string, host: string): Promise<Finding> {
  const client = new ACMClient({ region: EDGE_REGION });
  const { Certificate } = await client.send(new DescribeCertificateCommand({ CertificateArn: arn }));
  const { Status, DomainName = '', SubjectAlternativeNames = [] } = Certificate ?? {};
  const names = [...new Set([DomainName, ...SubjectAlternativeNames])];
  if (!names.some((name) => covers(name, host)))
    return wrong(
      `The certificate in CERTIFICATE_ARN is for ${names.join(', ')}, not for ${host}: set it to a certificate for ${host}.`,
    );
  return Status === 'ISSUED'
    ? ok(`The certificate for ${host} is issued.`)
    : wrong(
        `The certificate for ${host} is ${Status}: create the DNS record that ACM shows for it, then wait until it is issued.`,
      );
}

async function distributions(): Promise<DistributionSummary[]> {
  const client = new CloudFrontClient({ region: EDGE_REGION });
  const found: DistributionSummary[] = [];
  for await (const { DistributionList } of paginateListDistributions({ client }, {}))
    found.push(...(DistributionList?.Items ?? []));
  return found;
}

async function cloudFront(): Promise<Finding> {
  return (await distributions()).length > 0
    ? ok('CloudFront is in use in this account.')
    : unknown(
        'CloudFront may refuse a new account until AWS has verified it. If the deployment fails for that reason, open a support case (Account and billing), wait, then run it again.',
      );
}

/** Checks that the site's name is free: across all accounts, CloudFront assigns it to one distribution only. */
async function siteName(host: string, { product }: Place): Promise<Finding> {
  const own = (await stackState(product))?.outputs.DistributionDomain;
  const holder = (await distributions()).find(({ Aliases }) => Aliases?.Items?.includes(host))?.DomainName;
  const names = await dns.resolveCname(host).catch(() => []);
  const behind = names.find((to) => to.endsWith('.cloudfront.net'));
  const other = [holder, behind].find((domain) => domain && domain !== own);
  if (other)
    return wrong(
      `${host} points to another CloudFront distribution, ${other}: remove the name from that one first, or move it with "aws cloudfront update-domain-association".`,
    );
  return holder ? ok(`${host} already belongs to this site.`) : ok(`No CloudFront distribution was found for ${host}.`);
}

/** Checks that the zone is delegated to Route 53, because its certificate waits for that. */
async function delegation(zone: string): Promise<Finding> {
  const servers = await dns.resolveNs(zone).catch(() => []);
  if (servers.some((server) => server.includes('.awsdns-'))) return ok(`${zone} is delegated to Route 53.`);
  const to = servers.length > 0 ? servers.join(', ') : 'no server';
  return todo(
    `${zone} is delegated to ${to}: at its registrar, set the four name servers that Route 53 shows for the zone. Otherwise the certificate stays in CREATE_IN_PROGRESS.`,
  );
}

function checks(place: Place): [about: string, check: () => Promise<Finding | Finding[]>][] {
  const { env, stage, backupRegion, domain, hostedZone } = place.settings;
  const { account, region } = env;
  const ses = new SESv2Client({ region });
  const arn = domain?.certificateArn;
  const caller = async () =>
    ok(`You are signed in as ${(await callerIdentity(region)).arn}. ${stage} deploys to account ${account}.`);
  const regions = new Set([region, EDGE_REGION, ...(backupRegion ? [backupRegion] : [])]);
  return [
    ...place.stacks.map((of): [string, () => Promise<Finding>] => [of.name, () => stack(of)]),
    ['Settings', () => settings(place)],
    ['Credentials', caller],
    ...[...regions].map((of): [string, () => Promise<Finding>] => [`Bootstrap in ${of}`, () => bootstrap(account, of)]),
    ['Lambda', () => concurrency(region)],
    ['SES', () => sending(ses, region)],
    ['Sender', () => sender(ses, place)],
    ['Alarms', () => alarms(place)],
    ['CloudFront', cloudFront],
    ['Hosted zone', async () => (domain && hostedZone ? delegation(hostedZone.name) : [])],
    ['Certificate', async () => (domain && arn ? certificate(arn, domain.name) : [])],
    ['Name of the site', async () => (domain ? siteName(domain.name, place) : [])],
  ];
}

/** Runs all checks and prints the results. Returns true if nothing would make a deployment fail. */
export async function preflight(place: Place): Promise<boolean> {
  const results = checks(place).map(async ([about, check]) =>
    check().catch(({ name, message }: Error) => unknown(`${about}: could not be checked (${name}: ${message}).`)),
  );
  const all = (await Promise.all(results)).flat();
  for (const { mark, text } of all) console.log(`${mark.padEnd(7)}  ${text}`);
  const failing = all.filter(({ mark }) => mark === 'WRONG').length;
  console.log(`\n${failing > 0 ? failing : 'None'} of these would make the deployment fail.`);
  return failing === 0;
}

if (import.meta.main) await runCommand(preflight);
