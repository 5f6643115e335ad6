import { GetParameterHistoryCommand, ParameterNotFound, PutParameterCommand, SSMClient } from '@aws-sdk/client-ssm';
import { mockClient } from 'aws-sdk-client-mock';
import { afterAll, afterEach, expect, test } from 'vitest';
import { awsSettings } from '#infra/config.ts';
import { placeFor } from '#infra/deploy/place.ts';
import { lasting, record, releases } from '#infra/deploy/release.ts';
import { releaseBefore } from '#infra/deploy/rollback.ts';
import { AWS, DEPLOYER } from '../infra/synthesized.ts';
import { releaseOf } from './releases.ts';

const ssm = mockClient(SSMClient);
afterEach(() => void ssm.reset());
afterAll(() => ssm.restore());
const settings = awsSettings({ ...AWS, ORIGIN_KEYS: '2,1' }, DEPLOYER);
const place = placeFor(settings);

test('releases are returned oldest first, across all pages', async () => {
  const parameter = (Version: number) => ({ Version, Value: JSON.stringify(releaseOf(Version)) });
  ssm
    .on(GetParameterHistoryCommand)
    .resolvesOnce({ Parameters: [parameter(2), parameter(3)], NextToken: 'more' })
    .resolves({ Parameters: [parameter(1)] });
  expect(await releases(place)).toEqual([releaseOf(1), releaseOf(2), releaseOf(3)]);
});

test('an unrecorded deployment has no releases', async () => {
  ssm.on(GetParameterHistoryCommand).rejects(new ParameterNotFound({ message: '', $metadata: {} }));
  expect(await releases(place)).toEqual([]);
});

test('a release of all stacks fits into one parameter, named after its deployment', async () => {
  ssm.on(PutParameterCommand).resolves({});
  const all = placeFor({
    ...settings,
    backupRegion: 'eu-west-1',
    domain: { name: 'portal.firm.example', certificateArn: 'a' },
  });
  const template = `s3://cdk-hnb659fds-assets-111111111111-ap-southeast-2/${'0'.repeat(64)}.json`;
  const stacks = all.stacks.map((stack) => ({ ...stack, template }));
  await record(all, releaseOf(1, { stacks, settings: lasting(all.settings), commit: '0'.repeat(40) }));
  const { Name, Value = '', Type } = ssm.commandCalls(PutParameterCommand)[0]?.args[0].input ?? {};
  expect([Name, Type]).toEqual(['/OnboardingPortal-stage-eu-west-2/release', 'String']);
  // The SSM limit is 4096 bytes.
  expect(Value.length).toBeLessThan(3000);
  expect(JSON.parse(Value).settings).toEqual({
    domain: 'portal.firm.example',
    originKeys: ['2', '1'],
    durable: true,
  });
});

test('the previous release is the newest earlier one that answered and differs', () => {
  const failed = { answered: false };
  const again = { ...releaseOf(3), time: '2026-03-04T09:30:00.000Z' };
  expect(releaseBefore([])).toBeUndefined();
  expect(releaseBefore([releaseOf(1)])).toBeUndefined();
  expect(releaseBefore([releaseOf(1), releaseOf(2), releaseOf(3)])).toEqual(releaseOf(2));
  expect(releaseBefore([releaseOf(1), releaseOf(2, failed), releaseOf(3, failed), releaseOf(3)])).toEqual(releaseOf(1));
  expect(releaseBefore([releaseOf(2), releaseOf(3), again])).toEqual(releaseOf(2));
});

test('a second roll-back goes one release further', () => {
  const broughtBack = releaseOf(2, { broughtBack: '2026-03-05T09:30:00.000Z' });
  expect(releaseBefore([releaseOf(1), releaseOf(2), releaseOf(3), broughtBack])).toEqual(releaseOf(1));
});
