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
  originKeys,
  pinnedAccount,
  registration,
  registrationOnAws,
  removalPolicy,
  required,
  SettingError,
} from './setting-values.ts';

type DeployTarget = 'local' | 'aws';

export const EDGE_REGION = 'us-east-1';

/** What a deployment to AWS is for; several may stand in one account. */
const STAGES = ['dev', 'stage', 'prod'] as const;
export type Deployment = (typeof STAGES)[number];

/** A stack of the tests, on an emulator on which other stacks may stand. */
type TestDeployment = `test-${string}`;

/** What differs from one deployment to another; nothing else does. */
export interface Settings {
  target: DeployTarget;
  /** Stands in the names of the stacks. Always there on AWS. */
  stage?: Deployment | TestDeployment;
  /** Account and region; on AWS the account that the stage's file pins. */
  env: { account: string; region: string };
  /** The site's origin without a slash at its end; absent where CloudFront's own domain is the site. */
  origin?: string;
  /** Own domain, and the ARN of its certificate in us-east-1; without one it is made in the hosted zone. */
  domain?: { name: string; certificateArn?: string };
  /** The zone in the account's Route 53 in which certificate and records are made. */
  hostedZone?: HostedZone;
  firmName: string;
  mailFrom: string;
  /** Whether the stack makes SES know the sender's domain, or SES knows domain or address already. */
  mailIdentity: 'new' | 'existing';
  /** Who may register without an admin (contract, Auth): "open" to all, "closed", or domains of addresses with commas between. */
  registration: string;
  alarmMail?: string;
  /** Dollars a month that the account may cost before the operator is told; absent where nobody wants to be. */
  budget?: number;
  logRetentionDays: number;
  /** Keys of the deployment that the data comes from, in place of new ones. */
  keys?: { dataKeyArn: string; macKeyArn: string };
  /** The region that takes a daily copy of table and documents, and copies of the keys. */
  backupRegion?: string;
  /** The firm's own repository at GitHub, which may deploy: `owner/name` as the subject of its tokens has it. */
  githubRepository?: string;
  /** The table that is there already, which the local emulator would replace by a new one where its name is not given. */
  tableName?: string;
  /** Whether the time can be set: on a local run that asks for it, and never on AWS. */
  testClock?: true;
  /** Data outlives the stack: what holds it is retained when the stack goes. */
  durable: boolean;
  /**
   * Stacks and table refuse to be deleted. Off while a deployment is the first one: what a failed creation left could
   * not be removed then.
   */
  isProtected: boolean;
  /** Leaves out what only prod needs: alarms of single functions, the dashboard, keys of the alarms' topics. */
  isLean: boolean;
  /** Buckets that go with the stack are emptied first; CDK's own function does it, which the emulator cannot run. */
  emptiesBuckets: boolean;
  /** Refuse plain HTTP at buckets and topics; the emulator knows nothing else. */
  tlsOnly: boolean;
  uploadsSite: boolean;
  /**
   * The edge: web ACL, CloudFront's log, and the versions of the key between CloudFront and the API. CloudFront sends
   * the first; the API accepts all of them.
   */
  edge?: { originKeys: readonly string[] };
}

export function stageOf(value: string | undefined): Deployment {
  const stage = STAGES.find((name) => name === value);
  if (!stage) throw new SettingError(`STAGE must be one of ${STAGES.join(', ')}, not "${value ?? ''}".`);
  return stage;
}

const isOfTests = (stage: string): stage is TestDeployment => /^test-[a-z0-9]+$/.test(stage);

/**
 * Settings of the stack on the local emulator. `STAGE`, `ORIGIN`, `REGISTRATION` may be set; of a table with data
 * `LOCAL_TABLE`, and of data from another stack `DATA_KEY_ARN` and `MAC_KEY_ARN`; `TEST_CLOCK=1` lets the time be set.
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
/** What a stage's file names, all of it, also where it is empty: a line that was forgotten would change what is deployed. */
const names = () => Object.keys(parseEnv(readFileSync(EXAMPLE, 'utf8')));

const fileOf = (stage: Deployment) => `infra/settings/${stage}.env`;

/**
 * The settings that a stage's file names, read from nowhere else, so that nothing depends on whose shell deploys.
 * @throws SettingError where there is no such file.
 */
export function settingsFile(stage: Deployment): Environment {
  const file = fileOf(stage);
  if (!existsSync(file))
    throw new SettingError(`${file} is missing: copy ${EXAMPLE} to it, fill it in, and commit it.`);
  return parseEnv(readFileSync(file, 'utf8'));
}

/** Versions of keys that were settings once: which key's they are, as the operator's command has it. */
const FORMER_VERSIONS: Environment = { SESSION_KEY_VERSION: 'session', PORTAL_KEY_VERSION: 'portal' };

function checkNames(file: Environment, stage: Deployment): void {
  const former = Object.keys(file).find((name) => FORMER_VERSIONS[name]);
  if (former)
    throw new SettingError(
      `${former} in ${fileOf(stage)} is no setting any more: the table keeps the key's version, and "npm run ops -- rotate ${FORMER_VERSIONS[former]} --aws" raises it. Run that until it tells the number that stands there, if it is above 1, then delete the line.`,
    );
  const unknown = Object.keys(file).find((name) => !names().includes(name));
  if (unknown) throw new SettingError(`${unknown} in ${fileOf(stage)} is no setting: ${EXAMPLE} has all.`);
  const forgotten = names().find((name) => file[name] === undefined);
  if (forgotten) throw new SettingError(`${forgotten} is missing in ${fileOf(stage)}: write it as in ${EXAMPLE}.`);
}

/** What a deployment to AWS is told beside its stage's file. */
export interface Deployer {
  stage: Deployment;
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
