import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { expect, test } from 'vitest';
import { awsSettings, settingsFor } from '#infra/config.ts';
import { companionName, stackName } from '#infra/names.ts';
import { AWS, DEPLOYER } from './synthesized.ts';

const example = parseEnv(readFileSync('infra/settings/example.env', 'utf8')) as Record<string, string>;
const FILLED: Record<string, string> = {
  ...example,
  FIRM_NAME: 'Harbour',
  MAIL_FROM: 'portal@firm.example',
  ALARM_MAIL: 'ops@firm.example',
};
const REQUIRED = ['AWS_REGION', 'FIRM_NAME', 'MAIL_FROM', 'ALARM_MAIL', 'REGISTRATION'];

test('the example, filled in, deploys', () => {
  expect(awsSettings(FILLED, DEPLOYER)).toMatchObject({ stage: 'stage', firmName: 'Harbour', durable: true });
});

test('the example has every setting that has to be named, and the defaults of the others', () => {
  const names = ['DOMAIN', 'SESSION_KEY_VERSION', 'PORTAL_KEY_VERSION', 'ORIGIN_KEYS', ...REQUIRED];
  const least = Object.fromEntries(names.map((name) => [name, FILLED[name] ?? '']));
  expect(awsSettings(least, DEPLOYER)).toEqual(awsSettings(FILLED, DEPLOYER));
});

test.each(['DOMAIN', 'SESSION_KEY_VERSION', 'PORTAL_KEY_VERSION', 'ORIGIN_KEYS'])(
  'a file that forgets %s, which would change what is deployed, is refused',
  (name) => {
    const { [name]: _, ...file } = AWS as Record<string, string>;
    expect(() => awsSettings(file, DEPLOYER)).toThrow(`${name} is missing in infra/settings/stage.env`);
  },
);

test('a name that is no setting is refused, as it may be one with a slip', () => {
  expect(() => awsSettings({ ...AWS, FRIM_NAME: 'Harbour' }, DEPLOYER)).toThrow(
    'FRIM_NAME in infra/settings/stage.env',
  );
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
