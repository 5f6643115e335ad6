import { existsSync, readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { firmName } from '#shared/rules/firm.ts';
import {
  address,
  backupRegion,
  budget,
  domain,
  type Environment,
  existingKeys,
  githubRepository,
  type HostedZone,
  homeRegion,
  hostedZone,
  logRetentionDays,
  mailIdentity,
  mailRate,
  originKeys,
  pinnedAccount,
  registration,
  registrationOnAws,
  removalPolicy,
  required,
  SettingError,
} from './deployment-settings.ts';

type DeployTarget = 'local' | 'aws';

export const EDGE_REGION = 'us-east-1';

/** Stages on AWS; several can share an account. */
const STAGES = ['dev', 'stage', 'prod'] as const;
export type Deployment = (typeof STAGES)[number];

/** Stage of a test stack on a shared emulator. */
type TestDeployment = `test-${string}`;

export interface Settings {
  target: DeployTarget;
  /** Part of the stack names. Always set on AWS. */
  stage?: Deployment | TestDeployment;
  /** On AWS, both come from the stage's file. */
  env: { account: string; region: string };
  /** Origin of the site without a trailing slash; absent if CloudFront's domain is the site. */
  origin?: string;
  /** Own domain and the ARN of its certificate in us-east-1; without an ARN, one is created in the hosted zone. */
  domain?: { name: string; certificateArn?: string };
  /** Route 53 zone in which certificate and records are created. */
  hostedZone?: HostedZone;
  firmName: string;
  mailFrom: string;
  /** `new` creates the SES identity of the sender's domain; `existing` uses a verified one. */
  mailIdentity: 'new' | 'existing';
  /** Emails a second that SES allows. The emulator has no limit. */
  mailRate?: number;
  /** Self-registration: "open", "closed", or a comma-separated list of email domains. */
  registration: string;
  alarmMail?: string;
  /** US dollars a month at which the operator is warned. */
  budget?: number;
  logRetentionDays: number;
  /** KMS keys of the deployment that the data comes from. */
  keys?: { dataKeyArn: string; macKeyArn: string };
  /** Region of the daily copies of table and documents, and of the copies of the keys. */
  backupRegion?: string;
  /** GitHub repository that may deploy: `owner/name` as in the subject of its tokens. */
  githubRepository?: string;
  /** Name of the existing table. Without it, the local emulator would replace the table. */
  tableName?: string;
  /** Lets tests set the time. Never set on AWS. */
  testClock?: true;
  /** Retains data if the stack is deleted. */
  durable: boolean;
  /** Protects stacks and table from deletion. Off in a first deployment, so that a failed creation can be removed. */
  isProtected: boolean;
  /** Leaves out what only prod needs: per-function alarms, the dashboard, keys of the alarm topics. */
  isLean: boolean;
  /** Empties buckets before deletion, with a function of the CDK that the emulator cannot run. */
  emptiesBuckets: boolean;
  /** Refuses plain HTTP at buckets and topics; the emulator supports nothing else. */
  tlsOnly: boolean;
  uploadsSite: boolean;
  /** Web ACL, CloudFront log and origin keys. CloudFront sends the first key; the API accepts all. */
  edge?: { originKeys: readonly string[] };
}

export function stageOf(value: string | undefined): Deployment {
  const stage = STAGES.find((name) => name === value);
  if (!stage) throw new SettingError(`STAGE must be one of ${STAGES.join(', ')}, not "${value ?? ''}".`);
  return stage;
}

const isOfTests = (stage: string): stage is TestDeployment => /^test-[a-z0-9]+$/.test(stage);

/** Returns the settings of the stack on the local emulator; every variable is optional. */
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
    logRetentionDays: 30,
    ...(env.LOCAL_TABLE && { tableName: env.LOCAL_TABLE }),
    ...(env.TEST_CLOCK === '1' && { testClock: true }),
    durable: false,
    isProtected: false,
    isLean: false,
    emptiesBuckets: false,
    tlsOnly: false,
    uploadsSite: false,
  };
}

const EXAMPLE = 'infra/settings/example.env';
/** Names that a stage's file must contain, even if empty: a forgotten line would change the deployment. */
const names = () => Object.keys(parseEnv(readFileSync(EXAMPLE, 'utf8')));

const fileOf = (stage: Deployment) => `infra/settings/${stage}.env`;

/** Reads a stage's settings only from its file, not from the shell. Throws {@link SettingError} if it is missing. */
export function settingsFile(stage: Deployment): Environment {
  const file = fileOf(stage);
  if (!existsSync(file))
    throw new SettingError(`${file} is missing: copy ${EXAMPLE} to it, fill it in, and commit it.`);
  return parseEnv(readFileSync(file, 'utf8'));
}

function checkNames(file: Environment, stage: Deployment): void {
  const unknown = Object.keys(file).find((name) => !names().includes(name));
  if (unknown)
    throw new SettingError(`${unknown} in ${fileOf(stage)} is not a setting: see ${EXAMPLE} for all settings.`);
  const forgotten = names().find((name) => file[name] === undefined);
  if (forgotten) throw new SettingError(`${forgotten} is missing in ${fileOf(stage)}: add it as in ${EXAMPLE}.`);
}

export interface Deployer {
  stage: Deployment;
  account: string | undefined;
  /** Nothing is deployed yet: the next deployment adds the protection. */
  isFirst?: boolean;
}

/** Returns the settings of a stack on AWS. Throws {@link SettingError} if one is missing or invalid. */
export function awsSettings(file: Environment, { stage, account, isFirst = false }: Deployer): Settings {
  checkNames(file, stage);
  const zone = hostedZone(file);
  const ownDomain = domain(file, zone);
  if (stage === 'prod' && !ownDomain)
    throw new SettingError(
      "DOMAIN is empty: set it, because prod needs its own domain. CloudFront's default domain accepts TLS 1.0.",
    );
  const durable = removalPolicy(file.REMOVAL_POLICY || 'retain') === 'retain';
  const region = homeRegion(file);
  return {
    target: 'aws',
    stage,
    env: { account: pinnedAccount(file, account), region },
    ...existingKeys(file, region),
    ...backupRegion(file, region),
    ...githubRepository(file),
    origin: ownDomain && `https://${ownDomain.name}`,
    domain: ownDomain,
    hostedZone: zone,
    firmName: required(file, 'FIRM_NAME', 'the name of the firm as clients read it in mail'),
    mailFrom: address('MAIL_FROM', required(file, 'MAIL_FROM', 'the sender address of all mail')),
    mailIdentity: mailIdentity(file.MAIL_IDENTITY || 'new'),
    mailRate: mailRate(file.MAIL_RATE || '14'),
    registration: registrationOnAws(file),
    alarmMail: address('ALARM_MAIL', required(file, 'ALARM_MAIL', 'the address that alarms are sent to')),
    ...budget(file.BUDGET?.trim()),
    logRetentionDays: logRetentionDays(file.LOG_RETENTION_DAYS || '365'),
    durable,
    isProtected: durable && !isFirst,
    isLean: stage !== 'prod',
    emptiesBuckets: true,
    tlsOnly: true,
    uploadsSite: true,
    edge: { originKeys: originKeys(file.ORIGIN_KEYS || '1') },
  };
}

/** Returns the settings of a target, by default the local one. Throws {@link SettingError}. */
export function settingsFor(target: unknown, env: Environment, isFirst = false): Settings {
  if (target !== undefined && target !== 'local' && target !== 'aws')
    throw new SettingError(`The target must be "local" or "aws", not "${target}".`);
  if (target !== 'aws') return localSettings(env);
  const stage = stageOf(env.STAGE);
  return awsSettings(settingsFile(stage), { stage, account: env.CDK_DEFAULT_ACCOUNT, isFirst });
}
