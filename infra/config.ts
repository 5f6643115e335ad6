import { firmName } from '#shared/rules/firm.ts';

/** Where a stack goes: the local emulator, or an AWS account. */
type Target = 'local' | 'aws';

/** The region of everything that belongs to CloudFront. */
export const EDGE_REGION = 'us-east-1';

/** What differs from one deployment to another; nothing else does. */
export interface Settings {
  target: Target;
  /** Account and region; on AWS the account of the caller's credentials. */
  env: { account: string; region: string };
  /** The site's origin without a slash at its end; absent where CloudFront's own domain is the site. */
  origin?: string;
  /** Own domain and the ARN of its certificate in us-east-1. */
  domain?: { name: string; certificateArn: string };
  firmName: string;
  /** Sender address of all mail. */
  mailFrom: string;
  /** Who may register without an admin (contract, Auth): "open" to all, "closed", or domains of addresses with commas between. */
  registration: string;
  /** Where alarms are sent. */
  alarmMail?: string;
  /** Versions of the derived keys: raising one signs everybody out, or voids every portal link. */
  keyVersions: { SESSION_KEY_VERSION: string; PORTAL_KEY_VERSION: string };
  /** How many days logs are kept. */
  logRetentionDays: number;
  /** The table that is there already, which the local emulator would replace by a new one where its name is not given. */
  tableName?: string;
  /** Data outlives the stack: retained on removal, table and key protected from deletion. */
  durable: boolean;
  /** Buckets are emptied when the stack goes; CDK's own function does it, which the emulator cannot run. */
  emptiesBuckets: boolean;
  /** Refuse plain HTTP at buckets and topics; the emulator knows nothing else. */
  tlsOnly: boolean;
  /** Upload the built web app with the stack. */
  uploadsSite: boolean;
  /**
   * The edge: web ACL, CloudFront's log, and the versions of the key between CloudFront and the API. CloudFront sends
   * the first; the API accepts all of them.
   */
  edge?: { originKeys: readonly string[] };
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Stops a deployment with a sentence that says what to set. */
export class SettingError extends Error {}

const LOG_RETENTION_DAYS = [30, 90, 180, 365, 731, 1096, 2192, 3653];
const ADDRESS = /^[^\s@<>]+@[^\s@<>]+\.[^\s@<>]+$/;
const HOST_NAME = /^[a-z0-9-]+(\.[a-z0-9-]+)+$/;

function required(env: Environment, name: string, meaning: string): string {
  const value = env[name]?.trim();
  if (!value) throw new SettingError(`${name} is missing: set it to ${meaning}.`);
  return value;
}

function address(name: string, value: string): string {
  if (!ADDRESS.test(value)) throw new SettingError(`${name} is not an e-mail address: "${value}".`);
  return value;
}

function registration(value: string): string {
  if (value === 'open' || value === 'closed') return value;
  const domains = value.split(',').map((domain) => domain.trim().toLowerCase());
  if (!domains.every((domain) => HOST_NAME.test(domain)))
    throw new SettingError(
      `REGISTRATION must be "open", "closed" or mail domains such as "firm.example,other.example", not "${value}".`,
    );
  return domains.join();
}

function keyVersion(env: Environment, name: keyof Settings['keyVersions']): string {
  const value = env[name]?.trim() || '1';
  if (!/^[1-9]\d{0,5}$/.test(value)) throw new SettingError(`${name} must be a whole number from 1, not "${value}".`);
  return value;
}

const keyVersions = (env: Environment): Settings['keyVersions'] => ({
  SESSION_KEY_VERSION: keyVersion(env, 'SESSION_KEY_VERSION'),
  PORTAL_KEY_VERSION: keyVersion(env, 'PORTAL_KEY_VERSION'),
});

function logRetentionDays(value: string): number {
  const days = Number(value);
  if (!LOG_RETENTION_DAYS.includes(days))
    throw new SettingError(`LOG_RETENTION_DAYS must be one of ${LOG_RETENTION_DAYS.join(', ')}, not "${value}".`);
  return days;
}

function removalPolicy(value: string): 'retain' | 'destroy' {
  if (value !== 'retain' && value !== 'destroy')
    throw new SettingError(`REMOVAL_POLICY must be "retain" or "destroy", not "${value}".`);
  return value;
}

function originKeys(value: string): string[] {
  if (!/^[1-9]\d{0,3}(,[1-9]\d{0,3}){0,3}$/.test(value))
    throw new SettingError(`ORIGIN_KEYS must be numbers such as "1" or "2,1", not "${value}".`);
  return [...new Set(value.split(','))];
}

function domain(env: Environment): Settings['domain'] {
  const name = env.DOMAIN?.trim();
  if (!name) return undefined;
  if (!HOST_NAME.test(name))
    throw new SettingError(`DOMAIN must be a host name such as portal.example.com, not "${name}".`);
  const certificateArn = required(env, 'CERTIFICATE_ARN', `the ARN of a certificate for ${name} in us-east-1`);
  if (!/^arn:aws[a-z-]*:acm:us-east-1:\d{12}:certificate\/.+$/.test(certificateArn))
    throw new SettingError('CERTIFICATE_ARN must be a certificate in us-east-1, the region that CloudFront reads.');
  return { name, certificateArn };
}

/** Settings of the stack on the local emulator. `ORIGIN`, `REGISTRATION` and, of a table with data, `LOCAL_TABLE` may be set. */
function localSettings(env: Environment = {}): Settings {
  return {
    target: 'local',
    env: { account: '000000000000', region: 'eu-west-2' },
    origin: env.ORIGIN ?? 'http://localhost:3000',
    firmName: firmName(env),
    mailFrom: env.MAIL_FROM ?? 'portal@example.com',
    registration: registration(env.REGISTRATION ?? 'open'),
    keyVersions: keyVersions(env),
    logRetentionDays: 30,
    ...(env.LOCAL_TABLE && { tableName: env.LOCAL_TABLE }),
    durable: false,
    emptiesBuckets: false,
    tlsOnly: false,
    uploadsSite: false,
  };
}

/**
 * Settings of a stack on AWS, from environment variables.
 * @throws SettingError where one is missing or wrong.
 */
function awsSettings(env: Environment): Settings {
  const ownDomain = domain(env);
  const durable = removalPolicy(env.REMOVAL_POLICY ?? 'retain') === 'retain';
  return {
    target: 'aws',
    env: {
      account: required(env, 'CDK_DEFAULT_ACCOUNT', 'the AWS account, or sign in to AWS, which sets it'),
      region: required(env, 'AWS_REGION', 'the AWS region that holds the data, such as eu-west-2'),
    },
    origin: ownDomain && `https://${ownDomain.name}`,
    domain: ownDomain,
    firmName: required(env, 'FIRM_NAME', 'the name of the firm as clients read it in mail'),
    mailFrom: address('MAIL_FROM', required(env, 'MAIL_FROM', 'the sender address of all mail')),
    registration: registration(required(env, 'REGISTRATION', '"open", "closed" or mail domains')),
    alarmMail: address('ALARM_MAIL', required(env, 'ALARM_MAIL', 'the address that alarms are sent to')),
    keyVersions: keyVersions(env),
    logRetentionDays: logRetentionDays(env.LOG_RETENTION_DAYS ?? '365'),
    durable,
    emptiesBuckets: !durable,
    tlsOnly: true,
    uploadsSite: true,
    edge: { originKeys: originKeys(env.ORIGIN_KEYS ?? '1') },
  };
}

/** Settings of a target, by default the local one. Throws {@link SettingError}. */
export function settingsFor(target: unknown, env: Environment): Settings {
  if (target !== undefined && target !== 'local' && target !== 'aws')
    throw new SettingError(`The target must be "local" or "aws", not "${target}".`);
  return target === 'aws' ? awsSettings(env) : localSettings(env);
}
