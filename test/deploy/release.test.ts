import { GetParameterHistoryCommand, PutParameterCommand, SSMClient } from '@aws-sdk/client-ssm';
import { mockClient } from 'aws-sdk-client-mock';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { awsSettings } from '#infra/config.ts';
import { placeFor } from '#infra/deploy/place.ts';
import { type LastingSettings, lasting, record, refuseStepBack, releases } from '#infra/deploy/release.ts';
import { releaseBefore } from '#infra/deploy/rollback.ts';
import { DEPLOYER, OWN_DOMAIN } from '../infra/synthesized.ts';
import { releaseOf, SETTINGS } from './account.ts';

const ssm = mockClient(SSMClient);
beforeEach(() => void ssm.reset());
afterAll(() => void ssm.restore());
const settings = awsSettings({ ...OWN_DOMAIN, ORIGIN_KEYS: '2,1', BACKUP_REGION: 'eu-west-1' }, DEPLOYER);
const place = placeFor(settings);

test('releases are returned oldest first, across all pages', async () => {
  const parameter = (Version: number) => ({ Version, Value: JSON.stringify(releaseOf(Version)) });
  ssm
    .on(GetParameterHistoryCommand)
    .resolvesOnce({ Parameters: [parameter(2), parameter(3)], NextToken: 'more' })
    .resolves({ Parameters: [parameter(1)] });
  expect(await releases(place)).toEqual([releaseOf(1), releaseOf(2), releaseOf(3)]);
});

test('a release of all stacks fits into one parameter, named after its deployment', async () => {
  ssm.on(PutParameterCommand).resolves({});
  const template = `s3://cdk-hnb659fds-assets-111111111111-ap-southeast-2/${'0'.repeat(64)}.json`;
  const stacks = place.stacks.map((stack) => ({ ...stack, template }));
  await record(place, releaseOf(1, { stacks, settings: lasting(settings), commit: '0'.repeat(40) }));
  const { Name, Value = '' } = ssm.commandCalls(PutParameterCommand)[0]?.args[0].input ?? {};
  expect(Name).toBe('/OnboardingPortal-stage-eu-west-2/release');
  // The SSM limit is 4096 bytes.
  expect(Value.length).toBeLessThan(3000);
  expect(JSON.parse(Value).settings).toEqual({
    domain: 'portal.firm.example',
    originKeys: ['2', '1'],
    durable: true,
  });
});

test.each([
  ['without a release', [], undefined],
  ['of a first release', [releaseOf(1)], undefined],
  ['of a third release', [releaseOf(1), releaseOf(2), releaseOf(3)], releaseOf(2)],
  [
    'of an unchanged release',
    [releaseOf(1), releaseOf(2), releaseOf(3, { stacks: releaseOf(2).stacks })],
    releaseOf(1),
  ],
  ['after one that failed', [releaseOf(1), releaseOf(2, { answered: false }), releaseOf(3)], releaseOf(1)],
  ['of a roll-back', [releaseOf(1), releaseOf(2), releaseOf(3), releaseOf(2)], releaseOf(1)],
  ['of a release after a roll-back', [releaseOf(1), releaseOf(2), releaseOf(1), releaseOf(3)], releaseOf(1)],
])('the predecessor %s is the last one that answered and differs', (_, recorded, before) => {
  expect(releaseBefore(recorded)).toEqual(before);
});

const DOMAIN = { domain: 'portal.firm.example' };
const KEYS = { keys: { dataKeyArn: 'arn:data', macKeyArn: 'arn:mac' } };
const sent = (...originKeys: string[]) => ({ originKeys });
const changed =
  (now: Partial<LastingSettings>, next: Partial<LastingSettings>, exceptions = {}) =>
  () =>
    refuseStepBack(releaseOf(1, { settings: { ...SETTINGS, ...now } }), { ...SETTINGS, ...next }, exceptions);

test.each<[Partial<LastingSettings>, Partial<LastingSettings>]>([
  [{}, {}],
  [{}, DOMAIN],
  [KEYS, KEYS],
  [sent('1'), sent('1', '2')],
  [sent('1', '2'), sent('2', '1')],
  [sent('2', '1'), sent('2')],
])('settings may change from %j to %j', (now, next) => {
  expect(changed(now, next)).not.toThrow();
});

test.each<[Partial<LastingSettings>, Partial<LastingSettings>, string]>([
  [DOMAIN, {}, 'add "-- --change-domain"'],
  [DOMAIN, { domain: 'new.firm.example' }, 'add "-- --change-domain"'],
  [KEYS, {}, 'Restore the values: arn:data and arn:mac.'],
  [{}, KEYS, 'Restore the values: both empty.'],
  [KEYS, { keys: { ...KEYS.keys, macKeyArn: 'arn:other' } }, 'documents would not open'],
  [sent('1'), sent('2'), 'Deploy with ORIGIN_KEYS=1,2, then with 2,1, then with 2.'],
  [sent('1'), sent('2', '1'), 'Deploy with ORIGIN_KEYS=1,2'],
  [sent('1', '2'), sent('2'), 'Deploy with ORIGIN_KEYS=1,2'],
])('settings may not change from %j to %j', (now, next, advice) => {
  expect(changed(now, next)).toThrow(advice);
});

test('a domain may change on request', () => {
  expect(changed(DOMAIN, {}, { changeDomain: true })).not.toThrow();
});
