import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { expect, test } from 'vitest';
import { ACKNOWLEDGED } from '#infra/lint/acknowledged.ts';
import type { Finding } from '#infra/lint/findings.ts';
import { type Acknowledgement, judge } from '#infra/lint/judge.ts';
import { DEPLOYMENTS } from '#infra/lint/variants.ts';

const aFinding = (more: Partial<Finding> = {}): Finding => ({
  tool: 'checkov',
  rule: 'CKV_AWS_7',
  resource: 'OnboardingPortal/Data/MacKey',
  variant: 'prod with a certificate',
  message: 'Ensure rotation for customer created CMKs is enabled',
  ...more,
});
const anAcknowledgement = (more: Partial<Acknowledgement> = {}): Acknowledgement => ({
  tool: 'checkov',
  rule: 'CKV_AWS_7',
  resources: ['OnboardingPortal/*/MacKey'],
  reason: 'KMS rotates no HMAC key.',
  ...more,
});

test('a finding that nothing acknowledges is open', () => {
  expect(judge([aFinding()], [])).toEqual({ open: [aFinding()], stale: [], acknowledged: new Map() });
});

test('a finding that is acknowledged is counted by its rule, in every variant', () => {
  const { open, stale, acknowledged } = judge([aFinding(), aFinding({ variant: 'local' })], [anAcknowledgement()]);
  expect([open, stale, [...acknowledged]]).toEqual([[], [], [['checkov CKV_AWS_7', 2]]]);
});

test.each<[string, Partial<Acknowledgement>]>([
  ['tool', { tool: 'cfn-lint' }],
  ['rule', { rule: 'CKV_AWS_70' }],
  ['resource', { resources: ['OnboardingPortal/*'] }],
  ['variant', { variant: 'local' }],
])('an acknowledgement of another %s leaves it open, and is itself one too many', (_, other) => {
  const { open, stale } = judge([aFinding()], [anAcknowledgement(other)]);
  expect([open.length, stale.length]).toEqual([1, 1]);
});

test('each resource of an acknowledgement has to be found still', () => {
  const { open, stale } = judge(
    [aFinding()],
    [anAcknowledgement({ resources: ['OnboardingPortal/Data/MacKey', 'OnboardingPortal/Data/OldKey'] })],
  );
  expect([open, stale]).toEqual([[], ['checkov CKV_AWS_7 OnboardingPortal/Data/OldKey']]);
});

test('the variants take every setting there is', () => {
  const settings = Object.keys(parseEnv(readFileSync('infra/settings/example.env', 'utf8')));
  const taken = new Set(Object.values(DEPLOYMENTS).flatMap(({ file }) => Object.keys(file)));
  expect(settings.filter((name) => !taken.has(name))).toEqual([]);
});

test('each acknowledgement has its reason, in a sentence', () => {
  for (const { rule, reason } of ACKNOWLEDGED) expect(reason, rule).toMatch(/^[A-Z].{20,}\.$/);
});
