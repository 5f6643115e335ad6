/** Settings by name, from a file or the shell. */
export type Environment = Readonly<Record<string, string | undefined>>;

export interface HostedZone {
  name: string;
  id: string;
}

export const liesIn = (name: string, zone: Pick<HostedZone, 'name'>) =>
  name === zone.name || name.endsWith(`.${zone.name}`);

/** Error that stops a deployment; its message says what to set. */
export class SettingError extends Error {}

const MAIL_IDENTITIES = ['new', 'existing'] as const;
const LOG_RETENTION_DAYS = [30, 90, 180, 365, 731, 1096, 2192, 3653];
const ADDRESS = /^[^\s@<>]+@[^\s@<>]+\.[^\s@<>]+$/;
const HOST_NAME = /^[a-z0-9-]+(\.[a-z0-9-]+)+$/;
const REGION = /^[a-z]{2}(-[a-z]+)+-\d$/;
/** Owner and name. Since July 2026 a repository's tokens also have their numeric ids. */
const REPOSITORY = /^[A-Za-z0-9-]+(@\d+)?\/[\w.-]+(@\d+)?$/;
const KEY_ARN = /^arn:aws[a-z-]*:kms:([a-z0-9-]+):\d{12}:key\/(mrk-[0-9a-f]{32}|[0-9a-f-]{36})$/;

/** Returns a mandatory setting; `meaning` is part of the error. Throws {@link SettingError} if it is empty. */
export function required(env: Environment, name: string, meaning: string): string {
  const value = env[name]?.trim();
  if (!value) throw new SettingError(`${name} is missing: set it to ${meaning}.`);
  return value;
}

/** Returns the pinned account. Throws {@link SettingError} for credentials of another one, to prevent a second copy. */
export function pinnedAccount(env: Environment, account: string | undefined): string {
  const caller = required({ account }, 'account', 'the AWS account: sign in to AWS, which sets it');
  const pinned = required(env, 'AWS_ACCOUNT_ID', 'the 12 digits of the AWS account that this stage belongs to');
  if (!/^\d{12}$/.test(pinned)) throw new SettingError(`AWS_ACCOUNT_ID must be 12 digits, not "${pinned}".`);
  if (pinned !== caller)
    throw new SettingError(
      `You are signed in to account ${caller}, and AWS_ACCOUNT_ID pins this stage to ${pinned}: sign in to that account, or use another stage.`,
    );
  return pinned;
}

/** Returns AWS_REGION. Throws {@link SettingError} outside the commercial partition, where CloudFront differs. */
export function homeRegion(env: Environment): string {
  const region = required(env, 'AWS_REGION', 'the AWS region that holds the data, such as eu-west-2');
  if (!REGION.test(region) || /^(cn|us-gov|us-iso)/.test(region))
    throw new SettingError(`AWS_REGION must be a region such as eu-west-2, not "${region}".`);
  return region;
}

export function address(name: string, value: string): string {
  if (!ADDRESS.test(value)) throw new SettingError(`${name} is not an e-mail address: "${value}".`);
  return value;
}

export const domainOf = (mail: string) => mail.slice(mail.indexOf('@') + 1).toLowerCase();

export function registration(value: string): string {
  if (value === 'open' || value === 'closed') return value;
  const domains = value.split(',').map((domain) => domain.trim().toLowerCase());
  if (!domains.every((domain) => HOST_NAME.test(domain)))
    throw new SettingError(
      `REGISTRATION must be "open", "closed" or mail domains such as "firm.example,other.example", not "${value}".`,
    );
  return domains.join();
}

/** Returns REGISTRATION on AWS. Throws {@link SettingError} for "open" unless REGISTRATION_OPEN_ON_AWS confirms it. */
export function registrationOnAws(env: Environment): string {
  const value = registration(required(env, 'REGISTRATION', '"closed", "open" or mail domains'));
  const meant = env.REGISTRATION_OPEN_ON_AWS?.trim();
  if (meant && meant !== 'yes')
    throw new SettingError(`REGISTRATION_OPEN_ON_AWS must be "yes" or empty, not "${meant}".`);
  if (value === 'open' && !meant)
    throw new SettingError(
      'REGISTRATION=open lets anyone who finds the site create an account and send mail in the firm’s name: set "closed" or mail domains. To allow it anyway, also set REGISTRATION_OPEN_ON_AWS=yes.',
    );
  return value;
}

/** Parses a retention that CloudWatch supports. Throws {@link SettingError}. */
export function logRetentionDays(value: string): number {
  const days = Number(value);
  if (!LOG_RETENTION_DAYS.includes(days))
    throw new SettingError(`LOG_RETENTION_DAYS must be one of ${LOG_RETENTION_DAYS.join(', ')}, not "${value}".`);
  return days;
}

/** Parses BUDGET, in US dollars a month. Throws {@link SettingError}. */
export function budget(value: string | undefined): { budget?: number } {
  if (!value) return {};
  if (!/^[1-9]\d{0,5}$/.test(value))
    throw new SettingError(`BUDGET must be a whole number of dollars a month, or empty, not "${value}".`);
  return { budget: Number(value) };
}

export function removalPolicy(value: string): 'retain' | 'destroy' {
  if (value !== 'retain' && value !== 'destroy')
    throw new SettingError(`REMOVAL_POLICY must be "retain" or "destroy", not "${value}".`);
  return value;
}

/** Parses ORIGIN_KEYS and removes duplicates. Throws {@link SettingError}. */
export function originKeys(value: string): string[] {
  if (!/^[1-9]\d{0,3}(,[1-9]\d{0,3}){0,3}$/.test(value))
    throw new SettingError(`ORIGIN_KEYS must be numbers such as "1" or "2,1", not "${value}".`);
  return [...new Set(value.split(','))];
}

export function mailIdentity(value: string): (typeof MAIL_IDENTITIES)[number] {
  const identity = MAIL_IDENTITIES.find((name) => name === value);
  if (!identity) throw new SettingError(`MAIL_IDENTITY must be "new" or "existing", not "${value}".`);
  return identity;
}

/** Parses MAIL_RATE, in emails a second. Throws {@link SettingError}. */
export function mailRate(value: string): number {
  if (!/^[1-9]\d{0,3}$/.test(value))
    throw new SettingError(`MAIL_RATE must be a whole number of emails a second, not "${value}".`);
  return Number(value);
}

function hostName(name: string, value: string): string {
  if (!HOST_NAME.test(value)) throw new SettingError(`${name} must be a name such as example.com, not "${value}".`);
  return value;
}

/** Parses HOSTED_ZONE and HOSTED_ZONE_ID. Throws {@link SettingError}. */
export function hostedZone(env: Environment): HostedZone | undefined {
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

/** Parses DOMAIN, and CERTIFICATE_ARN if there is no hosted zone. Throws {@link SettingError}. */
export function domain(
  env: Environment,
  zone: HostedZone | undefined,
): { name: string; certificateArn?: string } | undefined {
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

/** Parses DATA_KEY_ARN and MAC_KEY_ARN. Throws {@link SettingError}. */
export function existingKeys(env: Environment, region: string): { keys?: { dataKeyArn: string; macKeyArn: string } } {
  const names = ['DATA_KEY_ARN', 'MAC_KEY_ARN'] as const;
  if (!names.some((name) => env[name]?.trim())) return {};
  const [dataKeyArn = '', macKeyArn = ''] = names.map((name) => {
    const arn = required(env, name, 'the ARN of the other key that the data depends on');
    if (KEY_ARN.exec(arn)?.[1] !== region)
      throw new SettingError(
        `${name} must be the ARN of a KMS key in ${region}, the region of the stack, not "${arn}".`,
      );
    return arn;
  });
  return { keys: { dataKeyArn, macKeyArn } };
}

/** Parses BACKUP_REGION. Throws {@link SettingError}. */
export function backupRegion(env: Environment, home: string): { backupRegion?: string } {
  const region = env.BACKUP_REGION?.trim();
  if (!region) return {};
  if (!REGION.test(region) || region === home)
    throw new SettingError(`BACKUP_REGION must be another region than ${home}, such as eu-west-1, not "${region}".`);
  return { backupRegion: region };
}

/** Parses GITHUB_REPOSITORY. Throws {@link SettingError}. */
export function githubRepository(env: Environment): { githubRepository?: string } {
  const repository = env.GITHUB_REPOSITORY?.trim();
  if (!repository) return {};
  if (!REPOSITORY.test(repository))
    throw new SettingError(
      `GITHUB_REPOSITORY must be owner/name or owner@1/name@2, as GitHub's settings for OpenID Connect show it, not "${repository}".`,
    );
  return { githubRepository: repository };
}
