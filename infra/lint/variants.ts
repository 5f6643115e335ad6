import { readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseEnv } from 'node:util';
import { App } from 'aws-cdk-lib';
import cdk from '../../cdk.json' with { type: 'json' };
import { compressedSite } from '../../web/compress.ts';
import { awsSettings, type Deployer, type Settings, settingsFor } from '../config.ts';
import { type Code, FUNCTIONS } from '../functions/bundle.ts';
import { addStacks } from '../stacks.ts';

export const EXAMPLE = parseEnv(readFileSync('infra/settings/example.env', 'utf8')) as Record<string, string>;

/** Example settings with the values that every deployment has to set. */
export const FILLED = {
  ...EXAMPLE,
  AWS_ACCOUNT_ID: '111111111111',
  FIRM_NAME: 'Harbour',
  MAIL_FROM: 'portal@firm.example',
  REGISTRATION: 'closed',
  ALARM_MAIL: 'ops@firm.example',
};
const KEY = 'arn:aws:kms:eu-west-2:111111111111:key/mrk-0123456789abcdef0123456789abcde';
const OWN_CERTIFICATE = {
  DOMAIN: 'portal.firm.example',
  CERTIFICATE_ARN: 'arn:aws:acm:us-east-1:111111111111:certificate/1',
};
const HOSTED_ZONE = {
  DOMAIN: 'portal.firm.example',
  HOSTED_ZONE: 'firm.example',
  HOSTED_ZONE_ID: 'Z0123456789ABCDEFGHIJ',
};

interface Deployment extends Pick<Deployer, 'stage' | 'isFirst'> {
  file: Readonly<Record<string, string>>;
}

/**
 * Deployments to AWS that together cover every setting that changes a template. Linters check them, and tests of
 * templates look at them.
 */
export const DEPLOYMENTS = {
  // With CloudFront's domain.
  dev: { stage: 'dev', file: FILLED },
  destroyable: {
    stage: 'dev',
    file: {
      ...FILLED,
      ...HOSTED_ZONE,
      REGISTRATION: 'open',
      REGISTRATION_OPEN_ON_AWS: 'yes',
      REMOVAL_POLICY: 'destroy',
      LOG_RETENTION_DAYS: '30',
      MAIL_IDENTITY: 'existing',
    },
  },
  // With data of another deployment, two origin keys, and a hosted zone that holds neither the site nor the mail domain.
  imported: {
    stage: 'stage',
    file: {
      ...FILLED,
      ...HOSTED_ZONE,
      DOMAIN: '',
      MAIL_FROM: 'portal@otherfirm.example',
      BACKUP_REGION: 'eu-west-1',
      ORIGIN_KEYS: '2,1',
      DATA_KEY_ARN: `${KEY}d`,
      MAC_KEY_ARN: `${KEY}c`,
    },
  },
  first: { stage: 'prod', isFirst: true, file: { ...FILLED, ...HOSTED_ZONE, BACKUP_REGION: 'eu-west-1' } },
  // With all optional settings.
  prod: {
    stage: 'prod',
    file: {
      ...FILLED,
      ...OWN_CERTIFICATE,
      BACKUP_REGION: 'eu-west-1',
      BUDGET: '60',
      MAIL_RATE: '50',
      GITHUB_REPOSITORY: 'firm@1/portal@2',
    },
  },
} as const satisfies Record<string, Deployment>;

export type Variant = 'local' | keyof typeof DEPLOYMENTS;

export const settingsOf = (variant: Variant): Settings => {
  if (variant === 'local') return settingsFor('local', {});
  const { file, ...deployer } = DEPLOYMENTS[variant];
  return awsSettings(file, { account: '111111111111', ...deployer });
};

export const VARIANTS: readonly Variant[] = ['local', ...(Object.keys(DEPLOYMENTS) as (keyof typeof DEPLOYMENTS)[])];

/** Creates the app of a deployment in a folder, with empty files instead of the built code. */
export async function appFor(settings: Settings, folder: string, context: Record<string, string> = {}): Promise<App> {
  const directory = path.join(folder, 'built');
  await mkdir(compressedSite(directory), { recursive: true });
  await Promise.all(['index.html', 'index.mjs'].map((file) => writeFile(path.join(directory, file), '')));
  const app = new App({ context: { ...cdk.context, ...context }, outdir: path.join(folder, 'cdk.out') });
  const bundles = Object.fromEntries(FUNCTIONS.map((name) => [name, { directory }])) as Code;
  addStacks(app, { settings, bundles, site: directory });
  return app;
}
