import { expect, test } from 'vitest';
import { awsSettings, settingsFor } from '#infra/config.ts';
import { EXAMPLE } from '#infra/lint/variants.ts';
import { companionName, stackName } from '#infra/names.ts';
import { AWS, DEPLOYER } from './synthesized.ts';

test('the example, filled in, deploys', () => {
  expect(awsSettings(AWS, DEPLOYER)).toMatchObject({ stage: 'stage', firmName: 'Harbour', durable: true });
});

const REQUIRED = ['AWS_ACCOUNT_ID', 'AWS_REGION', 'FIRM_NAME', 'MAIL_FROM', 'ALARM_MAIL', 'REGISTRATION'];

test('the example has the default of every setting that may be empty', () => {
  const empty = Object.keys(EXAMPLE).filter((name) => !REQUIRED.includes(name));
  const emptied = { ...AWS, ...Object.fromEntries(empty.map((name) => [name, ''])) };
  expect(awsSettings(emptied, DEPLOYER)).toEqual(awsSettings(AWS, DEPLOYER));
});

test.each(Object.keys(EXAMPLE))('a file without a line for %s is refused, as what is deployed would change', (name) => {
  const { [name]: _, ...file }: Record<string, string> = AWS;
  expect(() => awsSettings(file, DEPLOYER)).toThrow(`${name} is missing in infra/settings/stage.env`);
});

test('a name that is no setting is refused, as it may be one with a slip', () => {
  expect(() => awsSettings({ ...AWS, FRIM_NAME: 'Harbour' }, DEPLOYER)).toThrow(
    'FRIM_NAME in infra/settings/stage.env',
  );
});

test.each([
  ['SESSION_KEY_VERSION', 'rotate session'],
  ['PORTAL_KEY_VERSION', 'rotate portal'],
])('a file that has %s still is told where it went', (name, command) => {
  expect(() => awsSettings({ ...AWS, [name]: '1' }, DEPLOYER)).toThrow(command);
});

test.each([
  ['AWS_ACCOUNT_ID', '222222222222', 'signed in to account 111111111111, and AWS_ACCOUNT_ID pins this stage to 2222'],
  ['AWS_ACCOUNT_ID', '1234', 'AWS_ACCOUNT_ID must be 12 digits'],
  ['AWS_REGION', 'euwest2', 'AWS_REGION must be a region'],
  ['AWS_REGION', 'EU-WEST-2', 'AWS_REGION must be a region'],
  ['AWS_REGION', 'cn-north-1', 'AWS_REGION must be a region'],
])('%s=%s is refused', (name, value, sentence) => {
  expect(() => awsSettings({ ...AWS, [name]: value }, DEPLOYER)).toThrow(sentence);
});

test('prod needs a name of its own', () => {
  expect(() => awsSettings(AWS, { ...DEPLOYER, stage: 'prod' })).toThrow('DOMAIN is empty');
});

test('a stage is one of three, and its file has to be there', () => {
  expect(() => settingsFor('aws', {})).toThrow('STAGE must be one of dev, stage, prod');
  expect(() => settingsFor('aws', { STAGE: 'test-1a2b' })).toThrow('not "test-1a2b"');
  expect(() => settingsFor('local', { STAGE: 'live' })).toThrow('not "live"');
  expect(settingsFor('local', { STAGE: 'test-1a2b' }).stage).toBe('test-1a2b');
  expect(() => settingsFor('aws', { STAGE: 'live' })).toThrow('not "live"');
  expect(() => settingsFor('aws', { STAGE: 'dev' })).toThrow('infra/settings/dev.env is missing');
});

test('stacks of two stages, and of two regions, have names of their own', () => {
  const names = (['dev', 'prod'] as const).flatMap((stage) =>
    ['eu-west-1', 'eu-west-2'].map((region) => {
      const of = { stage, env: { account: '1', region } };
      return [`${region}/${stackName(of)}`, companionName('Guard', of), companionName('Edge', of)];
    }),
  );
  expect(new Set(names.flat()).size).toBe(12);
});
