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
  if (!state) return ok(`${address.name} is not there yet.`);
  const { name, status } = state;
  if (isBusy(state)) return ok(`CloudFormation is at work on ${name} (${status}): the deployment waits for it.`);
  const stuck = remedy(state);
  if (stuck) return wrong(stuck);
  return isFailedCreation(state)
    ? todo(`${name} is left of a creation that failed (${status}): the deployment removes it first.`)
    : ok(`${name} is there (${status}).`);
}

/** Checks the settings against the last release, and reports stacks that they no longer name. */
async function settings(place: Place): Promise<Finding[]> {
  const last = (await releases(place)).at(-1);
  if (!last) return [ok('No release is recorded: nothing holds the settings.')];
  const former = (await formerStacks(place, last)).map((of) => todo(fateOf(of, false)));
  try {
    refuseStepsBack(last, lasting(place.settings));
    return [ok('The settings take nothing back that is in force.'), ...former];
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
      : wrong(`The CDK's own stack in ${region} is too old: ${command}.`);
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
  const runs = `Lambda runs ${limit} calls at the same time in ${region}`;
  return limit >= FEW_AT_ONCE
    ? ok(`${runs}.`)
    : todo(
        `${runs}, as in a new account: one dashboard makes several. Ask for 1000 in Service Quotas (AWS Lambda, Concurrent executions, L-B99A9384).`,
      );
}

async function sending(client: SESv2Client, region: string): Promise<Finding[]> {
  const { ProductionAccessEnabled, SendingEnabled, EnforcementStatus } = await client.send(new GetAccountCommand({}));
  const sandbox = todo(
    `SES in ${region} is in the sandbox: it writes to verified addresses only. Ask for production access in its console now; AWS takes about a day.`,
  );
  const paused = todo(`SES sends nothing in ${region} (${EnforcementStatus ?? 'paused'}): see its console for why.`);
  return [
    ProductionAccessEnabled ? ok(`SES in ${region} writes to anybody.`) : sandbox,
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
  const standing =
    (ofAddress ?? ofDomain)
      ? ok(`SES may send as ${mailFrom}, by its identity ${known}.`)
      : todo(`SES waits for a proof that ${known} is the firm's: make the DNS records that it shows for it.`);
  if (mailIdentity === 'existing')
    return (ofAddress ?? ofDomain) === undefined
      ? wrong(`MAIL_IDENTITY is "existing", and SES knows neither ${domain} nor ${mailFrom}: set it to "new".`)
      : standing;
  if (ofDomain === undefined) return ok(`SES does not know ${domain} yet: the deployment makes its identity.`);
  const deployed = await stackState(product);
  return deployed && !isFailedCreation(deployed)
    ? standing
    : wrong(`SES knows ${domain} already, so that making its identity fails: set MAIL_IDENTITY to "existing".`);
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
  if (topics.length === 0) return ok('Alarms are set up by the deployment.');
  const confirmed = await Promise.all(topics.map(({ region, topic }) => isConfirmed(region, topic)));
  const silent = topics.filter((_, at) => !confirmed[at]).map(({ region }) => region);
  return silent.length === 0
    ? ok(`Alarms reach ${alarmMail}.`)
    : todo(
        `No alarm of ${silent.join(' and ')} reaches ${alarmMail}: click the link in the email of AWS Notifications, or deploy after another address in ALARM_MAIL and back to get a new one.`,
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
      `The certificate is for ${names.join(', ')} and not for ${host}: name one in CERTIFICATE_ARN that is.`,
    );
  return Status === 'ISSUED'
    ? ok(`The certificate for ${host} is issued.`)
    : wrong(
        `The certificate for ${host} is ${Status}: make the DNS record that its page in ACM shows, and wait until it is issued.`,
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
        'CloudFront may refuse a new account until AWS has verified it, which cannot be asked: if the deployment says so, open a support case (Account and billing), wait, and run it again.',
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
      `${host} leads to another CloudFront distribution, ${other}: take the name off that one first, or move it with "aws cloudfront update-domain-association".`,
    );
  return holder
    ? ok(`${host} is this site's.`)
    : ok(`No distribution of this account has the name ${host}, and it leads to none of another.`);
}

/** Checks that the zone is delegated to Route 53, because its certificate waits for that. */
async function delegation(zone: string): Promise<Finding> {
  const servers = await dns.resolveNs(zone).catch(() => []);
  if (servers.some((server) => server.includes('.awsdns-'))) return ok(`${zone} is delegated to Route 53.`);
  const to = servers.length > 0 ? servers.join(', ') : 'no server';
  return todo(
    `${zone} is delegated to ${to}: have its registrar name the four servers that Route 53 shows for the zone, or the certificate stays in CREATE_IN_PROGRESS.`,
  );
}

function checks(place: Place): [about: string, check: () => Promise<Finding | Finding[]>][] {
  const { env, stage, backupRegion, domain, hostedZone } = place.settings;
  const { account, region } = env;
  const ses = new SESv2Client({ region });
  const arn = domain?.certificateArn;
  const caller = async () => ok(`You are ${(await callerIdentity(region)).arn}; ${stage} goes to account ${account}.`);
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
  const asked = checks(place).map(async ([about, check]) =>
    check().catch(({ name, message }: Error) => unknown(`${about}: could not be asked (${name}: ${message}).`)),
  );
  const all = (await Promise.all(asked)).flat();
  for (const { mark, text } of all) console.log(`${mark.padEnd(7)}  ${text}`);
  const failing = all.filter(({ mark }) => mark === 'WRONG').length;
  console.log(`\n${failing > 0 ? failing : 'Nothing known'} would make the deployment fail.`);
  return failing === 0;
}

if (import.meta.main) await runCommand(preflight);
