import { expect, test } from 'vitest';
import { awsSettings, settingsFor } from '#infra/config.ts';
import { EXAMPLE } from '#infra/lint/variants.ts';
import { companionName, stackName } from '#infra/names.ts';
import { AWS, DEPLOYER } from './synthesized.ts';

test('the example settings can be deployed once they are completed', () => {
  expect(awsSettings(AWS, DEPLOYER)).toMatchObject({ stage: 'stage', firmName: 'Harbour', durable: true });
});

const REQUIRED = ['AWS_ACCOUNT_ID', 'AWS_REGION', 'FIRM_NAME', 'MAIL_FROM', 'ALARM_MAIL', 'REGISTRATION'];

test('an empty optional setting has the default of the example', () => {
  const empty = Object.keys(EXAMPLE).filter((name) => !REQUIRED.includes(name));
  const emptied = { ...AWS, ...Object.fromEntries(empty.map((name) => [name, ''])) };
  expect(awsSettings(emptied, DEPLOYER)).toEqual(awsSettings(AWS, DEPLOYER));
});

test.each(Object.keys(EXAMPLE))(
  'rejects a settings file without %s, because the deployment would change silently',
  (name) => {
    const { [name]: _, ...file }: Record<string, string> = AWS;
    expect(() => awsSettings(file, DEPLOYER)).toThrow(`${name} is missing in infra/settings/stage.env`);
  },
);

test('rejects an unknown setting, which may be misspelt', () => {
  expect(() => awsSettings({ ...AWS, FRIM_NAME: 'Harbour' }, DEPLOYER)).toThrow(
    'FRIM_NAME in infra/settings/stage.env',
  );
});

const CERTIFICATE_ARN = 'arn:aws:acm:us-east-1:111111111111:certificate/1';
const ZONE = { HOSTED_ZONE: 'firm.example', HOSTED_ZONE_ID: 'Z0123456789ABC' };
const DATA_KEY_ARN = 'arn:aws:kms:eu-west-2:111111111111:key/mrk-0123456789abcdef0123456789abcdef';
const KEYS = { DATA_KEY_ARN, MAC_KEY_ARN: DATA_KEY_ARN };

test.each<[settings: Record<string, string>, sentence: string]>([
  [{ AWS_ACCOUNT_ID: '222222222222' }, 'signed in to account 111111111111, and AWS_ACCOUNT_ID pins this stage to 2222'],
  [{ AWS_ACCOUNT_ID: '1234' }, 'AWS_ACCOUNT_ID must be 12 digits'],
  [{ AWS_REGION: 'euwest2' }, 'AWS_REGION must be a region'],
  [{ AWS_REGION: 'EU-WEST-2' }, 'AWS_REGION must be a region'],
  [{ AWS_REGION: 'cn-north-1' }, 'AWS_REGION must be a region'],
  [{ MAIL_FROM: 'nobody' }, 'MAIL_FROM is not an e-mail address'],
  [{ REGISTRATION: 'maybe' }, 'REGISTRATION must be'],
  [{ REGISTRATION: 'closed,firm.example' }, 'REGISTRATION must be'],
  [{ REGISTRATION: 'firm.example,' }, 'REGISTRATION must be'],
  [{ REGISTRATION: '@firm.example' }, 'REGISTRATION must be'],
  [{ REGISTRATION: 'https://firm.example' }, 'REGISTRATION must be'],
  [{ REGISTRATION: 'open' }, 'also set REGISTRATION_OPEN_ON_AWS=yes'],
  [{ REGISTRATION_OPEN_ON_AWS: 'true' }, 'REGISTRATION_OPEN_ON_AWS must be "yes" or empty'],
  [{ MAIL_IDENTITY: 'old' }, 'MAIL_IDENTITY must be "new" or "existing", not "old"'],
  [{ REMOVAL_POLICY: 'never' }, 'REMOVAL_POLICY must be'],
  [{ ORIGIN_KEYS: 'a' }, 'ORIGIN_KEYS must be'],
  [{ LOG_RETENTION_DAYS: '7' }, 'LOG_RETENTION_DAYS must be'],
  [{ MAIL_RATE: '1.5' }, 'MAIL_RATE must be'],
  [{ MAIL_RATE: '0' }, 'MAIL_RATE must be'],
  [{ BUDGET: '49.50' }, 'BUDGET must be'],
  [{ BUDGET: '0' }, 'BUDGET must be'],
  [{ DOMAIN: 'portal.firm.example' }, 'CERTIFICATE_ARN is missing: set it to the ARN of a certificate'],
  [{ DOMAIN: 'portal.firm.example', CERTIFICATE_ARN, ...ZONE }, 'CERTIFICATE_ARN and HOSTED_ZONE exclude each other'],
  [{ DOMAIN: 'portal.firm.example', HOSTED_ZONE: 'firm.example' }, 'HOSTED_ZONE and HOSTED_ZONE_ID belong together'],
  [{ HOSTED_ZONE_ID: 'Z1' }, 'HOSTED_ZONE and HOSTED_ZONE_ID belong together'],
  [{ ...ZONE, HOSTED_ZONE_ID: 'firm.example' }, 'HOSTED_ZONE_ID must be an id'],
  [{ ...ZONE, HOSTED_ZONE: 'firm example' }, 'HOSTED_ZONE must be a name'],
  [{ ...ZONE, DOMAIN: 'portal.notfirm.example' }, 'DOMAIN must lie in HOSTED_ZONE'],
  [{ ...ZONE, DOMAIN: 'myfirm.example' }, 'DOMAIN must lie in HOSTED_ZONE'],
  [{ DOMAIN: 'portal.firm.example', CERTIFICATE_ARN: 'arn:aws:acm:eu-west-2:1:certificate/1' }, 'in us-east-1'],
  [{ BACKUP_REGION: 'eu-west-2' }, 'BACKUP_REGION must be another region than eu-west-2'],
  [{ BACKUP_REGION: 'Ireland' }, 'BACKUP_REGION must be another region'],
  [{ DATA_KEY_ARN }, 'MAC_KEY_ARN is missing'],
  [{ MAC_KEY_ARN: DATA_KEY_ARN }, 'DATA_KEY_ARN is missing'],
  [{ ...KEYS, MAC_KEY_ARN: 'alias/mac' }, 'MAC_KEY_ARN must be the ARN of a KMS key in eu-west-2'],
  [{ ...KEYS, AWS_REGION: 'eu-west-3' }, 'DATA_KEY_ARN must be the ARN of a KMS key in eu-west-3'],
  ...[
    'firm',
    'firm/portal/x',
    'firm/*',
    '*/portal',
    'firm@1/*',
    'firm/portal:ref',
    'https://github.com/firm/portal',
  ].map((GITHUB_REPOSITORY): [Record<string, string>, string] => [{ GITHUB_REPOSITORY }, 'GITHUB_REPOSITORY must be']),
])('rejects the settings %j with the message: %s', (settings, sentence) => {
  expect(() => awsSettings({ ...AWS, ...settings }, DEPLOYER)).toThrow(sentence);
});

test.each<[settings: Record<string, string>, expected: object]>([
  [{ REGISTRATION: 'open', REGISTRATION_OPEN_ON_AWS: 'yes' }, { registration: 'open' }],
  [{ REGISTRATION_OPEN_ON_AWS: 'yes' }, { registration: 'closed' }],
  [{ REGISTRATION: ' Firm.example, other.example ' }, { registration: 'firm.example,other.example' }],
  [{ MAIL_IDENTITY: '' }, { mailIdentity: 'new' }],
  [{ MAIL_IDENTITY: 'existing' }, { mailIdentity: 'existing' }],
  [{ GITHUB_REPOSITORY: 'firm@41/portal@97' }, { githubRepository: 'firm@41/portal@97' }],
  [{ GITHUB_REPOSITORY: 'my-firm/the_portal.v2' }, { githubRepository: 'my-firm/the_portal.v2' }],
])('accepts the settings %j as %j', (settings, expected) => {
  expect(awsSettings({ ...AWS, ...settings }, DEPLOYER)).toMatchObject(expected);
});

test('prod requires a domain with a certificate or a hosted zone', () => {
  expect(() => awsSettings(AWS, { ...DEPLOYER, stage: 'prod' })).toThrow('DOMAIN is empty');
  for (const way of [{ CERTIFICATE_ARN }, ZONE]) {
    const file = { ...AWS, DOMAIN: 'portal.firm.example', ...way };
    expect(awsSettings(file, { ...DEPLOYER, stage: 'prod' }).origin).toBe('https://portal.firm.example');
  }
});

test('rejects an unknown stage, and a stage without a settings file', () => {
  expect(() => settingsFor('aws', {})).toThrow('STAGE must be one of dev, stage, prod');
  expect(() => settingsFor('aws', { STAGE: 'test-1a2b' })).toThrow('not "test-1a2b"');
  expect(() => settingsFor('local', { STAGE: 'live' })).toThrow('not "live"');
  expect(settingsFor('local', { STAGE: 'test-1a2b' }).stage).toBe('test-1a2b');
  expect(() => settingsFor('aws', { STAGE: 'live' })).toThrow('not "live"');
  expect(() => settingsFor('aws', { STAGE: 'dev' })).toThrow('infra/settings/dev.env is missing');
});

test('stacks of different stages and regions have different names', () => {
  const names = (['dev', 'prod'] as const).flatMap((stage) =>
    ['eu-west-1', 'eu-west-2'].map((region) => {
      const of = { stage, env: { account: '1', region } };
      return [`${region}/${stackName(of)}`, companionName('Guard', of), companionName('Edge', of)];
    }),
  );
  expect(new Set(names.flat()).size).toBe(12);
});
