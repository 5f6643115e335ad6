import { expect, test } from 'vitest';
import { awsSettings, settingsFor } from '#infra/config.ts';
import { AWS, DEPLOYER, deployed, policiesOf, synthesizeWith } from './synthesized.ts';

const CLOCK = settingsFor('local', { TEST_CLOCK: '1' });

test.each(['prod', 'local'] as const)('the test clock is disabled by default on %s', async (variant) => {
  expect(JSON.stringify((await deployed(variant)).portal.toJSON())).not.toMatch(/TEST_CLOCK|__clock/i);
});

test('the test clock cannot be enabled on AWS by any environment variable', () => {
  process.env.TEST_CLOCK = '1';
  try {
    expect(awsSettings(AWS, DEPLOYER)).not.toHaveProperty('testClock');
    expect(() => awsSettings({ ...AWS, TEST_CLOCK: '1' }, DEPLOYER)).toThrow('TEST_CLOCK');
  } finally {
    delete process.env.TEST_CLOCK;
  }
});

test('the test clock can be enabled locally in every function, with the same permissions', async () => {
  const [{ portal }, local] = [await synthesizeWith(CLOCK), await deployed('local')];
  const functions = Object.values(portal.findResources('AWS::Lambda::Function'));
  expect(functions.length).toBeGreaterThan(0);
  for (const { Properties } of functions) expect(Properties.Environment.Variables.TEST_CLOCK).toBe('1');
  expect(policiesOf(portal)).toEqual(policiesOf(local.portal));
});
