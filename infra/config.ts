import { existsSync, readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { firmName } from '#shared/rules/firm.ts';

/** Where a stack goes: the local emulator, or an AWS account. */
type Target = 'local' | 'aws';

/** The region of everything that belongs to CloudFront. */
export const EDGE_REGION = 'us-east-1';

/** What a deployment to AWS is for; several may stand in one account. */
const STAGES = ['dev', 'stage', 'prod'] as const;
export type Stage = (typeof STAGES)[number];

/** A stack of the tests, on an emulator on which other stacks may stand. */
type TestStage = `test-${string}`;

const MAIL_IDENTITIES = ['new', 'existing'] as const;

/** A zone in Route 53. */
export interface HostedZone {
  name: string;
  id: string;
}

/** Whether a name belongs to a zone. */
export const liesIn = (name: string, zone: Pick<HostedZone, 'name'>) =>
  name === zone.name || name.endsWith(`.${zone.name}`);

/** What differs from one deployment to another; nothing else does. */
export interface Settings {
  target: Target;
  /** Stands in the names of the stacks. Always there on AWS. */
  stage?: Stage | TestStage;
  /** Account and region; on AWS the account of the caller's credentials. */
  env: { account: string; region: string };
  /** The site's origin without a slash at its end; absent where CloudFront's own domain is the site. */
  origin?: string;
  /** Own domain, and the ARN of its certificate in us-east-1; without one it is made in the hosted zone. */
  domain?: { name: string; certificateArn?: string };
  /** The zone in the account's Route 53 in which certificate and records are made. */
  hostedZone?: HostedZone;
  firmName: string;
  /** Sender address of all mail. */
  mailFrom: string;
  /** Whether the stack makes SES know the sender's domain, or SES knows domain or address already. */
  mailIdentity: (typeof MAIL_IDENTITIES)[number];
  /** Who may register without an admin (contract, Auth): "open" to all, "closed", or domains of addresses with commas between. */
  registration: string;
  /** Where alarms are sent. */
  alarmMail?: string;
  /** Dollars a month that the account may cost before the operator is told; absent where nobody wants to be. */
  budget?: number;
  /** Versions of the derived keys: raising one signs everybody out, or voids every portal link. */
  keyVersions: { SESSION_KEY_VERSION: string; PORTAL_KEY_VERSION: string };
  /** How many days logs are kept. */
  logRetentionDays: number;
  /** Keys of the deployment that the data comes from, in place of new ones. */
  keys?: { dataKeyArn: string; macKeyArn: string };
  /** The region that takes a daily copy of table and documents, and copies of the keys. */
  backupRegion?: string;
  /** The firm's own repository at GitHub, which may deploy: `owner/name` as the subject of its tokens has it. */
  githubRepository?: string;
  /** The table that is there already, which the local emulator would replace by a new one where its name is not given. */
  tableName?: string;
  /** Data outlives the stack: what holds it is retained when the stack goes. */
  durable: boolean;
  /**
   * Stacks and table refuse to be deleted. Off while a deployment is the first one: what a failed creation left could
   * not be removed then.
   */
  isProtected: boolean;
  /** Buckets that go with the stack are emptied first; CDK's own function does it, which the emulator cannot run. */
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
const REGION = /^[a-z]{2}(-[a-z]+)+-\d$/;
/** Since July 2026 a repository's tokens have the numbers of owner and repository with their names. */
const REPOSITORY = /^[A-Za-z0-9-]+(@\d+)?\/[\w.-]+(@\d+)?$/;
const KEY_ARN = /^arn:aws[a-z-]*:kms:([a-z0-9-]+):\d{12}:key\/(mrk-[0-9a-f]{32}|[0-9a-f-]{36})$/;

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

function budget(value: string | undefined): Pick<Settings, 'budget'> {
  if (!value) return {};
  if (!/^[1-9]\d{0,5}$/.test(value))
    throw new SettingError(`BUDGET must be a whole number of dollars a month, or empty, not "${value}".`);
  return { budget: Number(value) };
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

function mailIdentity(value: string): Settings['mailIdentity'] {
  const identity = MAIL_IDENTITIES.find((name) => name === value);
  if (!identity) throw new SettingError(`MAIL_IDENTITY must be "new" or "existing", not "${value}".`);
  return identity;
}

function hostName(name: string, value: string): string {
  if (!HOST_NAME.test(value)) throw new SettingError(`${name} must be a name such as example.com, not "${value}".`);
  return value;
}

function hostedZone(env: Environment): HostedZone | undefined {
  const [name, id] = [env.HOSTED_ZONE?.trim(), env.HOSTED_ZONE_ID?.trim()];
  if (!name && !id) return undefined;
  if (!name || !id) throw new SettingError('HOSTED_ZONE and HOSTED_ZONE_ID belong together: set both, or neither.');
  if (!/^Z[A-Z0-9]+$/.test(id))
    throw new SettingError(`HOSTED_ZONE_ID must be an id such as Z0123456789, not "${id}".`);
  if (env.CERTIFICATE_ARN?.trim())
    throw new SettingError(
      'CERTIFICATE_ARN and HOSTED_ZONE exclude each other: the certificate is made in the zone, so leave one empty.',
    );
  return { name: hostName('HOSTED_ZONE', name), id };
}

function domain(env: Environment, zone: HostedZone | undefined): Settings['domain'] {
  if (!env.DOMAIN?.trim()) return undefined;
  const name = hostName('DOMAIN', env.DOMAIN.trim());
  if (zone && !liesIn(name, zone))
    throw new SettingError(`DOMAIN must lie in HOSTED_ZONE: ${name} is not in ${zone.name}.`);
  if (zone) return { name };
  const meaning = `the ARN of a certificate for ${name} in us-east-1, or set HOSTED_ZONE, in which one is made`;
  const certificateArn = required(env, 'CERTIFICATE_ARN', meaning);
  if (!/^arn:aws[a-z-]*:acm:us-east-1:\d{12}:certificate\/.+$/.test(certificateArn))
    throw new SettingError('CERTIFICATE_ARN must be a certificate in us-east-1, the region that CloudFront reads.');
  return { name, certificateArn };
}

/** The keys that DATA_KEY_ARN and MAC_KEY_ARN name; none where both are empty. */
function existingKeys(env: Environment, region: string): Pick<Settings, 'keys'> {
  const names = ['DATA_KEY_ARN', 'MAC_KEY_ARN'] as const;
  if (!names.some((name) => env[name]?.trim())) return {};
  const [dataKeyArn = '', macKeyArn = ''] = names.map((name) => {
    const arn = required(env, name, 'the ARN of the other key that the data depends on');
    if (KEY_ARN.exec(arn)?.[1] !== region)
      throw new SettingError(
        `${name} must be the ARN of a KMS key in ${region}, where the stack stands, not "${arn}".`,
      );
    return arn;
  });
  return { keys: { dataKeyArn, macKeyArn } };
}

function backupRegion(env: Environment, home: string): Pick<Settings, 'backupRegion'> {
  const region = env.BACKUP_REGION?.trim();
  if (!region) return {};
  if (!REGION.test(region) || region === home)
    throw new SettingError(`BACKUP_REGION must be another region than ${home}, such as eu-west-1, not "${region}".`);
  return { backupRegion: region };
}

function githubRepository(env: Environment): Pick<Settings, 'githubRepository'> {
  const repository = env.GITHUB_REPOSITORY?.trim();
  if (!repository) return {};
  if (!REPOSITORY.test(repository))
    throw new SettingError(
      `GITHUB_REPOSITORY must be owner/name or owner@1/name@2, as GitHub's settings for OpenID Connect show it, not "${repository}".`,
    );
  return { githubRepository: repository };
}

/** The stage that STAGE names. Throws {@link SettingError}. */
export function stageOf(value: string | undefined): Stage {
  const stage = STAGES.find((name) => name === value);
  if (!stage) throw new SettingError(`STAGE must be one of ${STAGES.join(', ')}, not "${value ?? ''}".`);
  return stage;
}

const isOfTests = (stage: string): stage is TestStage => /^test-[a-z0-9]+$/.test(stage);

/**
 * Settings of the stack on the local emulator. `STAGE`, `ORIGIN`, `REGISTRATION` may be set; of a table with data
 * `LOCAL_TABLE`, and of data from another stack `DATA_KEY_ARN` and `MAC_KEY_ARN`.
 */
function localSettings(env: Environment = {}): Settings {
  const region = 'eu-west-2';
  return {
    target: 'local',
    ...(env.STAGE && { stage: isOfTests(env.STAGE) ? env.STAGE : stageOf(env.STAGE) }),
    env: { account: '000000000000', region },
    ...existingKeys(env, region),
    origin: env.ORIGIN ?? 'http://localhost:3000',
    firmName: firmName(env),
    mailFrom: env.MAIL_FROM ?? 'portal@example.com',
    mailIdentity: 'existing',
    registration: registration(env.REGISTRATION ?? 'open'),
    keyVersions: keyVersions(env),
    logRetentionDays: 30,
    ...(env.LOCAL_TABLE && { tableName: env.LOCAL_TABLE }),
    durable: false,
    isProtected: false,
    emptiesBuckets: false,
    tlsOnly: false,
    uploadsSite: false,
  };
}

/** Settings that a file has to name, also where they are empty: one that was forgotten would change what is deployed. */
const NAMED = ['DOMAIN', 'SESSION_KEY_VERSION', 'PORTAL_KEY_VERSION', 'ORIGIN_KEYS'] as const;
/** The other settings that a file may name. */
const KNOWN: readonly string[] = [
  ...NAMED,
  'AWS_REGION',
  'FIRM_NAME',
  'MAIL_FROM',
  'ALARM_MAIL',
  'BUDGET',
  'REGISTRATION',
  'CERTIFICATE_ARN',
  'HOSTED_ZONE',
  'HOSTED_ZONE_ID',
  'MAIL_IDENTITY',
  'LOG_RETENTION_DAYS',
  'REMOVAL_POLICY',
  'BACKUP_REGION',
  'GITHUB_REPOSITORY',
  'DATA_KEY_ARN',
  'MAC_KEY_ARN',
];

/** The file of a stage's settings. */
const fileOf = (stage: Stage) => `infra/settings/${stage}.env`;

/**
 * The settings that a stage's file names, read from nowhere else, so that nothing depends on whose shell deploys.
 * @throws SettingError where there is no such file.
 */
export function settingsFile(stage: Stage): Environment {
  const file = fileOf(stage);
  if (!existsSync(file))
    throw new SettingError(`${file} is missing: copy infra/settings/example.env to it, fill it in, and commit it.`);
  return parseEnv(readFileSync(file, 'utf8'));
}

function checkNames(file: Environment, stage: Stage): void {
  const unknown = Object.keys(file).find((name) => !KNOWN.includes(name));
  if (unknown)
    throw new SettingError(`${unknown} in ${fileOf(stage)} is no setting: infra/settings/example.env has all.`);
  const forgotten = NAMED.find((name) => file[name] === undefined);
  if (forgotten)
    throw new SettingError(`${forgotten} is missing in ${fileOf(stage)}: write it as in infra/settings/example.env.`);
}

/** What a deployment to AWS is told beside its stage's file. */
export interface Deployer {
  stage: Stage;
  /** The account of the caller's credentials. */
  account: string | undefined;
  /** Nothing is deployed yet: stacks and table are protected by the next deployment. */
  isFirst?: boolean;
}

/**
 * Settings of a stack on AWS, from its stage's file.
 * @throws SettingError where one is missing or wrong.
 */
export function awsSettings(file: Environment, { stage, account, isFirst = false }: Deployer): Settings {
  checkNames(file, stage);
  const zone = hostedZone(file);
  const ownDomain = domain(file, zone);
  if (stage === 'prod' && !ownDomain)
    throw new SettingError('DOMAIN is empty: prod needs a name of its own, as CloudFront takes TLS 1.0 under its own.');
  const durable = removalPolicy(file.REMOVAL_POLICY || 'retain') === 'retain';
  const region = required(file, 'AWS_REGION', 'the AWS region that holds the data, such as eu-west-2');
  return {
    target: 'aws',
    stage,
    env: {
      account: required({ account }, 'account', 'the AWS account: sign in to AWS, which sets it'),
      region,
    },
    ...existingKeys(file, region),
    ...backupRegion(file, region),
    ...githubRepository(file),
    origin: ownDomain && `https://${ownDomain.name}`,
    domain: ownDomain,
    hostedZone: zone,
    firmName: required(file, 'FIRM_NAME', 'the name of the firm as clients read it in mail'),
    mailFrom: address('MAIL_FROM', required(file, 'MAIL_FROM', 'the sender address of all mail')),
    mailIdentity: mailIdentity(file.MAIL_IDENTITY || 'new'),
    registration: registration(required(file, 'REGISTRATION', '"open", "closed" or mail domains')),
    alarmMail: address('ALARM_MAIL', required(file, 'ALARM_MAIL', 'the address that alarms are sent to')),
    ...budget(file.BUDGET?.trim()),
    keyVersions: keyVersions(file),
    logRetentionDays: logRetentionDays(file.LOG_RETENTION_DAYS || '365'),
    durable,
    isProtected: durable && !isFirst,
    emptiesBuckets: true,
    tlsOnly: true,
    uploadsSite: true,
    edge: { originKeys: originKeys(file.ORIGIN_KEYS || '1') },
  };
}

/**
 * Settings of a target, by default the local one. On AWS `env` gives STAGE, which names the file of the rest.
 * @throws SettingError
 */
export function settingsFor(target: unknown, env: Environment, isFirst = false): Settings {
  if (target !== undefined && target !== 'local' && target !== 'aws')
    throw new SettingError(`The target must be "local" or "aws", not "${target}".`);
  if (target !== 'aws') return localSettings(env);
  const stage = stageOf(env.STAGE);
  return awsSettings(settingsFile(stage), { stage, account: env.CDK_DEFAULT_ACCOUNT, isFirst });
}
