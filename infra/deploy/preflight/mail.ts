import { GetAccountCommand, GetEmailIdentityCommand, SESv2Client } from '@aws-sdk/client-sesv2';
import { ListSubscriptionsByTopicCommand, SNSClient } from '@aws-sdk/client-sns';
import { domainOf } from '../../setting-values.ts';
import type { Place } from '../place.ts';
import { isFailedCreation, stackState } from '../stack-state.ts';
import { type Answer, type Check, isNotFound, ok, todo, wrong } from './answer.ts';

async function account(client: SESv2Client, region: string): Promise<Answer[]> {
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

/** Whether SES knows an identity, and has it verified. */
async function identity(client: SESv2Client, name: string): Promise<'verified' | 'known' | 'unknown'> {
  try {
    const { VerifiedForSendingStatus } = await client.send(new GetEmailIdentityCommand({ EmailIdentity: name }));
    return VerifiedForSendingStatus ? 'verified' : 'known';
  } catch (error) {
    if (isNotFound(error)) return 'unknown';
    throw error;
  }
}

async function sender(client: SESv2Client, { settings, product }: Place): Promise<Answer> {
  const { mailFrom, mailIdentity } = settings;
  const domain = domainOf(mailFrom);
  // SES sends by the identity of the address where it has one, else by the domain's.
  const names = [mailFrom, domain];
  const states = await Promise.all(names.map((name) => identity(client, name)));
  const known = names.find((_, i) => states[i] !== 'unknown');
  const isVerified = known !== undefined && states[names.indexOf(known)] === 'verified';
  const standing = isVerified
    ? ok(`SES may send as ${mailFrom}, by its identity ${known}.`)
    : todo(`SES waits for a proof that ${known} is the firm's: make the DNS records that it shows for it.`);
  if (mailIdentity === 'existing')
    return known
      ? standing
      : wrong(`MAIL_IDENTITY is "existing", and SES knows neither ${domain} nor ${mailFrom}: set it to "new".`);
  if (states[1] === 'unknown') return ok(`SES does not know ${domain} yet: the deployment makes its identity.`);
  const deployed = await stackState(product);
  return deployed && !isFailedCreation(deployed)
    ? standing
    : wrong(`SES knows ${domain} already, so that making its identity fails: set MAIL_IDENTITY to "existing".`);
}

/** Returns which of the deployed topics of alarms still wait for the click in their email. */
async function subscriptions({ stacks, settings }: Place): Promise<Answer> {
  const outputs = await Promise.all(
    stacks.map(async (of) => [of, (await stackState(of))?.outputs.AlarmsTopic] as const),
  );
  const topics = outputs.flatMap(([{ region }, TopicArn]) => (TopicArn ? [{ region, TopicArn }] : []));
  if (topics.length === 0) return ok('Alarms are set up by the deployment.');
  const pending = await Promise.all(
    topics.map(async ({ region, TopicArn }) => {
      const { Subscriptions = [] } = await new SNSClient({ region }).send(
        new ListSubscriptionsByTopicCommand({ TopicArn }),
      );
      return Subscriptions.some(({ SubscriptionArn = '' }) => SubscriptionArn.startsWith('arn:')) ? [] : [region];
    }),
  );
  const regions = pending.flat();
  return regions.length === 0
    ? ok(`Alarms reach ${settings.alarmMail}.`)
    : todo(
        `No alarm of ${regions.join(' and ')} reaches ${settings.alarmMail}: click the link in the email of AWS Notifications, or deploy after another address in ALARM_MAIL and back to get a new one.`,
      );
}

/** Whether SES sends, and knows the sender. */
export function mailChecks(place: Place): Check[] {
  const { region } = place.settings.env;
  const client = new SESv2Client({ region });
  return [
    { about: 'SES', ask: () => account(client, region) },
    { about: 'Sender', ask: () => sender(client, place) },
    { about: 'Alarms', ask: () => subscriptions(place) },
  ];
}
