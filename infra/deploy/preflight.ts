import dns from 'node:dns/promises';
import { checkServerIdentity, type PeerCertificate } from 'node:tls';
import { ACMClient, DescribeCertificateCommand } from '@aws-sdk/client-acm';
import { CloudFrontClient, paginateListDistributions } from '@aws-sdk/client-cloudfront';
import { GetAccountSettingsCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { GetAccountCommand, GetEmailIdentityCommand, SESv2Client } from '@aws-sdk/client-sesv2';
import { ListSubscriptionsByTopicCommand, SNSClient } from '@aws-sdk/client-sns';
import { GetParameterCommand, SSMClient } from '@aws-sdk/client-ssm';
import { EDGE_REGION } from '../config.ts';
import { domainOf } from '../deployment-settings.ts';
import { runCommand } from './command.ts';
import { type Place, Refusal, type StackAddress } from './place.ts';
import { lasting, refuseStepBack, releases } from './release.ts';
import { isFailedCreation, remedy, stackState } from './stacks.ts';

/** Returns what is left to do, if anything. Throws {@link Refusal} if a deployment would fail. */
type Check = () => Promise<unknown>;

/** Returns the response; `undefined` if AWS has no such thing. */
const found = <T>(response: Promise<T>): Promise<T | undefined> =>
  response.catch((error: Error) => {
    if (/NotFound/.test(error.name)) return undefined;
    throw error;
  });

async function stack({ name, region }: StackAddress, alarmMail = '') {
  const state = await stackState({ name, region });
  const blocked = state && remedy(state);
  if (blocked) throw new Refusal(blocked);
  const TopicArn = state?.outputs.AlarmsTopic;
  if (!TopicArn) return undefined;
  const { Subscriptions = [] } = await new SNSClient({ region }).send(
    new ListSubscriptionsByTopicCommand({ TopicArn }),
  );
  if (Subscriptions.some(({ SubscriptionArn = '' }) => SubscriptionArn.startsWith('arn:'))) return undefined;
  return `No alarm reaches ${alarmMail}: click the link in the email from AWS Notifications. To get a new email, deploy with another address in ALARM_MAIL, then with this one.`;
}

async function settings(place: Place) {
  const last = (await releases(place)).at(-1);
  if (last) refuseStepBack(last, lasting(place.settings));
}

/** Minimum version of the CDK's bootstrap stack. */
const BOOTSTRAP_VERSION = 6;

async function bootstrap(account: string, region: string) {
  const version = new GetParameterCommand({ Name: '/cdk-bootstrap/hnb659fds/version' });
  const value = (await found(new SSMClient({ region }).send(version)))?.Parameter?.Value;
  if (Number(value ?? 0) < BOOTSTRAP_VERSION)
    throw new Refusal(
      `The CDK's bootstrap stack is missing or old: run "npx cdk bootstrap aws://${account}/${region}".`,
    );
  return undefined;
}

/** Concurrent calls below which users of one firm slow each other down. */
const FEW_AT_ONCE = 100;

async function concurrency(region: string) {
  const { AccountLimit } = await new LambdaClient({ region }).send(new GetAccountSettingsCommand({}));
  const limit = AccountLimit?.ConcurrentExecutions ?? 0;
  if (limit >= FEW_AT_ONCE) return undefined;
  return `At most ${limit} calls run at a time, and one dashboard makes several. Request 1000 in Service Quotas (AWS Lambda, Concurrent executions, L-B99A9384).`;
}

async function sending(client: SESv2Client) {
  const { ProductionAccessEnabled, SendingEnabled, EnforcementStatus } = await client.send(new GetAccountCommand({}));
  if (!ProductionAccessEnabled)
    return 'SES is in the sandbox and can send to verified addresses only. Request production access in its console now; this takes AWS about a day.';
  return SendingEnabled ? undefined : `SES does not send (${EnforcementStatus}): see its console for the reason.`;
}

async function sender(client: SESv2Client, { settings: { mailFrom, mailIdentity }, product }: Place) {
  const domain = domainOf(mailFrom);
  const identity = (EmailIdentity: string) => found(client.send(new GetEmailIdentityCommand({ EmailIdentity })));
  const [ofAddress, ofDomain] = await Promise.all([identity(mailFrom), identity(domain)]);
  if (mailIdentity === 'new') {
    if (!ofDomain) return undefined;
    const deployed = await stackState(product);
    if (!deployed || isFailedCreation(deployed))
      throw new Refusal(`SES has ${domain} already, so creating it would fail: set MAIL_IDENTITY to "existing".`);
  }
  // SES uses the address's identity if there is one, otherwise the domain's.
  const used = ofAddress ?? ofDomain;
  if (!used)
    throw new Refusal(`MAIL_IDENTITY is "existing", but SES has neither ${domain} nor ${mailFrom}: set it to "new".`);
  if (used.VerifiedForSendingStatus) return undefined;
  return `SES has not verified ${ofAddress ? mailFrom : domain} yet: create the DNS records that its console shows.`;
}

async function certificate(CertificateArn: string, host: string) {
  const client = new ACMClient({ region: EDGE_REGION });
  const { Certificate = {} } = await client.send(new DescribeCertificateCommand({ CertificateArn }));
  const { Status, DomainName = '', SubjectAlternativeNames = [] } = Certificate;
  const subjectaltname = [DomainName, ...SubjectAlternativeNames].map((name) => `DNS:${name}`).join(', ');
  if (checkServerIdentity(host, { subjectaltname } as PeerCertificate))
    throw new Refusal(`CERTIFICATE_ARN is for ${subjectaltname}: set it to a certificate for ${host}.`);
  if (Status !== 'ISSUED')
    throw new Refusal(`It is ${Status}: create the DNS record that ACM shows for it, then wait until it is issued.`);
}

/** Across all accounts, CloudFront assigns a name to one distribution only. */
async function siteName(host: string, { product }: Place) {
  const own = (await stackState(product))?.outputs.DistributionDomain;
  const others = (await dns.resolveCname(host).catch(() => [])).filter((to) => to.endsWith('.cloudfront.net'));
  const client = new CloudFrontClient({ region: EDGE_REGION });
  for await (const { DistributionList } of paginateListDistributions({ client }, {}))
    for (const { Aliases, DomainName = '' } of DistributionList?.Items ?? [])
      if (Aliases?.Items?.includes(host)) others.push(DomainName);
  const other = others.find((domain) => domain !== own);
  if (other)
    throw new Refusal(
      `${host} points to another CloudFront distribution, ${other}: remove the name from that one first, or move it with "aws cloudfront update-domain-association".`,
    );
}

/** Checks that the zone is delegated to Route 53, because its certificate waits for that. */
async function delegation(zone: string) {
  const servers = await dns.resolveNs(zone).catch(() => []);
  if (servers.some((server) => server.includes('.awsdns-'))) return undefined;
  return `${zone} is delegated to ${servers.join(', ') || 'no server'}: at its registrar, set the four name servers that Route 53 shows for the zone. Otherwise the certificate stays in CREATE_IN_PROGRESS.`;
}

function checks(place: Place): [about: string, check: Check][] {
  const { env, backupRegion = EDGE_REGION, domain, hostedZone, alarmMail } = place.settings;
  const ses = new SESv2Client({ region: env.region });
  const all: [string, Check][] = [
    ['Settings', () => settings(place)],
    ['Concurrency', () => concurrency(env.region)],
    ['SES', () => sending(ses)],
    ['Sender', () => sender(ses, place)],
  ];
  for (const of of place.stacks) all.push([of.name, () => stack(of, alarmMail)]);
  for (const region of new Set([env.region, EDGE_REGION, backupRegion]))
    all.push([`Bootstrap in ${region}`, () => bootstrap(env.account, region)]);
  if (!domain) return all;
  const { name, certificateArn } = domain;
  if (hostedZone) all.push(['Hosted zone', () => delegation(hostedZone.name)]);
  if (certificateArn) all.push(['Certificate', () => certificate(certificateArn, name)]);
  return [...all, ['Name of the site', () => siteName(name, place)]];
}

/** Runs all checks and prints the results. Returns true if nothing would make a deployment fail. */
export async function preflight(place: Place): Promise<boolean> {
  console.log(`${place.name} in account ${place.settings.env.account}:`);
  const results = checks(place).map(async ([about, check]): Promise<[string, string]> => {
    try {
      const todo = await check();
      return todo ? ['to do', `${about}: ${todo}`] : ['ok', about];
    } catch (error) {
      if (error instanceof Refusal) return ['WRONG', `${about}: ${error.message}`];
      return ['unknown', `${about}: could not be checked (${error}).`];
    }
  });
  const all = await Promise.all(results);
  for (const [mark, text] of all) console.log(`${mark.padEnd(7)}  ${text}`);
  const failing = all.filter(([mark]) => mark === 'WRONG').length;
  console.log(`\n${failing || 'None'} of these would make the deployment fail.`);
  return failing === 0;
}

if (import.meta.main) await runCommand(preflight);
