import { UpdateStackCommand } from '@aws-sdk/client-cloudformation';
import { PutParameterCommand } from '@aws-sdk/client-ssm';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { awsSettings } from '#infra/config.ts';
import type { Cdk } from '#infra/deploy/cdk.ts';
import type { Options } from '#infra/deploy/command.ts';
import { deploy } from '#infra/deploy/deploy.ts';
import { destroy } from '#infra/deploy/destroy.ts';
import { placeFor } from '#infra/deploy/place.ts';
import { rollback } from '#infra/deploy/rollback.ts';
import { AWS, DEPLOYER } from '../infra/synthesized.ts';
import { printed } from '../support/operator.ts';
import { Account } from './account.ts';
import { aRelease, releaseOf, SETTINGS } from './releases.ts';

const PORTAL = 'OnboardingPortal-stage';
const GUARD = 'OnboardingPortalGuard-stage-eu-west-2';
const YES: Partial<Options> & { yes: boolean } = { yes: true };
const account = new Account();
beforeEach(() => account.reset());
afterAll(() => account.restore());

/** Calls of the CDK in order. */
let asked: string[];
/** Returns a fake CDK with a deployment that creates every stack, or fails on request. */
function cdk({ fails = false } = {}): Cdk {
  asked = [];
  return {
    synthesize: async (_, isFirst) => void asked.push(isFirst ? 'synthesize unprotected' : 'synthesize'),
    synthesizedStacks: ({ stacks }) =>
      stacks.map((stack) => ({ ...stack, template: 's3://assets/1.json', resources: 1 })),
    showDifference: async () => void asked.push('show the difference'),
    deployStacks: async ({ stacks }, atOnce) => {
      asked.push(atOnce ? 'deploy at once' : 'deploy');
      if (fails) throw new Error('not ended');
      for (const { name } of stacks) {
        expect(account.stacks[name]?.status ?? '').not.toMatch(/^ROLLBACK_/);
        account.stacks[name] = { status: 'CREATE_COMPLETE' };
      }
    },
  };
}
const place = (file: Record<string, string> = {}) => placeFor(awsSettings({ ...AWS, ...file }, DEPLOYER));
const trySite = async () => true;
const deployed = (file?: Record<string, string>, options = YES, tools = { cdk: cdk(), trySite }) =>
  printed(async () => ((await deploy(place(file), options, tools)) ? 0 : 1));

describe('a deployment', () => {
  test('protects the stacks of a first deployment once they exist', async () => {
    const { code, out } = await deployed();
    expect(code).toBe(0);
    expect(asked).toEqual(['synthesize unprotected', 'deploy', 'synthesize', 'deploy']);
    expect(out).toContain(`Creates ${PORTAL} with 1 resources in account 111111111111, eu-west-2.`);
    expect(out).toContain('Alarms: click the link in the email to ops@firm.example');
    expect(out).toContain('An admin can turn on what /admin/settings');
  });

  test('shifts traffic immediately with --at-once, for a fix during an alarm', async () => {
    account.stacks = { [PORTAL]: { status: 'UPDATE_COMPLETE' } };
    account.released = [aRelease()];
    await deployed({}, { ...YES, 'at-once': true });
    expect(asked.at(-1)).toBe('deploy at once');
  });

  test('does not protect stacks with disposable data', async () => {
    await deployed({ REMOVAL_POLICY: 'destroy' });
    expect(asked).toEqual(['synthesize unprotected', 'deploy']);
  });

  test('shows the changes to an existing deployment', async () => {
    account.stacks = { [PORTAL]: { status: 'UPDATE_ROLLBACK_COMPLETE', isProtected: true } };
    account.released = [aRelease()];
    const { out } = await deployed();
    expect(asked).toEqual(['synthesize', 'show the difference', 'deploy']);
    expect(out).not.toContain('Alarms: click');
    expect(out).toContain('An admin can turn on what /admin/settings');
  });

  test('removes the remains of a failed creation first, even if they are protected', async () => {
    account.stacks = {
      [GUARD]: { status: 'CREATE_COMPLETE' },
      [PORTAL]: { status: 'ROLLBACK_FAILED', isProtected: true },
    };
    const { code, out } = await deployed();
    expect(code).toBe(0);
    expect(out).toContain(`${PORTAL} is left over from a failed creation (ROLLBACK_FAILED)`);
    expect(asked[0]).toBe('synthesize unprotected');
    expect(account.stacks[PORTAL]?.status).toBe('CREATE_COMPLETE');
  });

  test('explains how to continue after a failed roll-back of CloudFormation', async () => {
    account.stacks = { [PORTAL]: { status: 'UPDATE_ROLLBACK_FAILED' } };
    await expect(deployed()).rejects.toThrow('continue-update-rollback --stack-name OnboardingPortal-stage');
    expect(asked).toEqual([]);
  });

  test('rejects an origin key that the current release does not accept, before any change', async () => {
    account.stacks = { [PORTAL]: { status: 'CREATE_COMPLETE' } };
    account.released = [aRelease({ settings: { ...SETTINGS, originKeys: ['2'] } })];
    await expect(deployed()).rejects.toThrow('ORIGIN_KEYS begins with 1');
    expect(asked).toEqual([]);
  });

  test('requires --yes without a terminal', async () => {
    await expect(deployed({}, { ...YES, yes: false })).rejects.toThrow('Add "-- --yes"');
    expect(asked).not.toContain('deploy');
  });

  test('records no release if it fails', async () => {
    await expect(deployed({}, YES, { cdk: cdk({ fails: true }), trySite })).rejects.toThrow('not ended');
    expect(account.released).toEqual([]);
  });

  describe('without formerly deployed optional stacks', () => {
    const CI = 'OnboardingPortalCi-stage-eu-west-2';
    const BACKUPS = ['OnboardingPortalBackupCopies-stage-eu-west-2', 'OnboardingPortalBackup-stage-eu-west-2'];
    const full = { GITHUB_REPOSITORY: 'harbour/portal', BACKUP_REGION: 'eu-west-1' };
    const names = () => Object.keys(account.stacks);
    beforeEach(() => deployed(full));

    test('removes the CI stack, keeps the backups and says so every time', async () => {
      expect(names()).toEqual(expect.arrayContaining([CI, ...BACKUPS]));
      const { out } = await deployed();
      expect(out).toContain(`Removing ${CI}.`);
      expect(names()).not.toContain(CI);
      expect((await deployed()).out).toContain(`${BACKUPS[0]} is no longer in the settings but is kept`);
      expect(names()).toEqual(expect.arrayContaining(BACKUPS));
    });

    test('removes the backups on request', async () => {
      await deployed({}, { ...YES, 'remove-backups': true });
      expect(names()).not.toEqual(expect.arrayContaining([BACKUPS[0]]));
      expect(account.released.at(-1)).not.toHaveProperty('left');
    });

    test('lets a later removal delete the kept stacks', async () => {
      await deployed({ REMOVAL_POLICY: 'destroy' });
      for (const stack of Object.values(account.stacks)) stack.isProtected = false;
      await destroy(place({ REMOVAL_POLICY: 'destroy' }), YES);
      expect(names()).toEqual([]);
    });

    test('lets a later roll-back skip the removed stacks', async () => {
      account.released = account.released.map((release) => ({ ...release, time: '2026-03-01T09:30:00.000Z' }));
      const other = cdk();
      const synthesizedStacks: Cdk['synthesizedStacks'] = ({ stacks }) =>
        stacks.map((stack) => ({ ...stack, template: 's3://assets/2.json', resources: 1 }));
      await deployed({}, YES, { cdk: { ...other, synthesizedStacks }, trySite });
      const { code, out } = await printed(async () => ((await rollback(place(), YES, trySite)) ? 0 : 1));
      expect([code, out]).toEqual([0, expect.stringContaining(`${CI} has been removed since and is not restored`)]);
      expect(account.released.at(-1)?.left?.map(({ name }) => name)).toEqual(BACKUPS);
    });
  });

  test('is recorded before the site is checked, and again when the site answers', async () => {
    await deployed();
    expect(account.released.map(({ answered }) => answered)).toEqual([false, true]);
    expect(account.released[1]).toMatchObject({ stage: 'stage', settings: SETTINGS, commit: expect.any(String) });
    account.reset();
    account.stacks = { [PORTAL]: { status: 'CREATE_COMPLETE' } };
    account.released = [releaseOf(1)];
    const { code, out } = await deployed({}, YES, { cdk: cdk(), trySite: async () => false });
    expect([code, out]).toEqual([1, expect.stringContaining('Run "npm run rollback" to restore the previous release')]);
    expect(account.released.map(({ answered }) => answered)).toEqual([true, false]);
  });
});

describe('a roll-back', () => {
  const brought = () => printed(async () => ((await rollback(place(), YES, trySite)) ? 0 : 1));
  const updates = () =>
    account.cloudFormation
      .commandCalls(UpdateStackCommand)
      .map(({ args: [{ input }] }) => [input.StackName, input.TemplateURL]);
  const stacks = (day: number) => [
    { name: GUARD, region: 'us-east-1', template: `s3://assets-us/guard-${day}.json` },
    { name: PORTAL, region: 'eu-west-2', template: `s3://assets-eu/portal-${day}.json` },
  ];
  beforeEach(() => {
    account.stacks = { [GUARD]: { status: 'CREATE_COMPLETE' }, [PORTAL]: { status: 'UPDATE_COMPLETE' } };
  });

  test('restores every stack’s previous template in order, and records it', async () => {
    account.released = [releaseOf(1, { stacks: stacks(1) }), releaseOf(2, { stacks: stacks(2) })];
    const { code, out } = await brought();
    expect(code).toBe(0);
    expect(updates()).toEqual([
      [GUARD, 'https://s3.us-east-1.amazonaws.com/assets-us/guard-1.json'],
      [PORTAL, 'https://s3.eu-west-2.amazonaws.com/assets-eu/portal-1.json'],
    ]);
    expect(out).toContain('This restores the release of 2026-03-01T09:30:00.000Z (commit 0123456789ab).');
    expect(account.released.at(-1)).toMatchObject({
      ...releaseOf(1, { stacks: stacks(1) }),
      broughtBack: expect.any(String),
    });
  });

  test('shifts traffic immediately if the previous template supports it', async () => {
    account.released = [releaseOf(1, { stacks: stacks(1) }), releaseOf(2, { stacks: stacks(2) })];
    const atOnce = [{ ParameterKey: 'TrafficShift', ParameterValue: 'at-once' }];
    const parameters = () =>
      account.cloudFormation.commandCalls(UpdateStackCommand).map(({ args: [{ input }] }) => input.Parameters);
    await brought();
    expect(parameters()).toEqual([[], atOnce]);
    account.cloudFormation.resetHistory();
    account.released = [releaseOf(1, { stacks: stacks(1) }), releaseOf(2, { stacks: stacks(2) })];
    account.cloudFormation
      .on(UpdateStackCommand, { Parameters: atOnce })
      .rejects(new Error('Parameters: [TrafficShift] do not exist in the template'));
    expect(await brought()).toMatchObject({ code: 0 });
    expect(parameters()).toEqual([[], atOnce, []]);
  });

  test('skips an unchanged stack', async () => {
    account.released = [releaseOf(1, { stacks: stacks(1) }), releaseOf(2, { stacks: stacks(2) })];
    account.cloudFormation
      .on(UpdateStackCommand, { StackName: GUARD })
      .rejects(new Error('No updates are to be performed.'));
    expect(await brought()).toMatchObject({ code: 0, out: expect.stringContaining(`${GUARD} has not changed since.`) });
    expect(updates()).toHaveLength(2);
  });

  test('stops if CloudFormation rolls back, and records nothing', async () => {
    account.released = [releaseOf(1, { stacks: stacks(1) }), releaseOf(2, { stacks: stacks(2) })];
    account.cloudFormation.on(UpdateStackCommand, { StackName: GUARD }).callsFake(() => {
      account.stacks[GUARD] = { status: 'UPDATE_ROLLBACK_COMPLETE' };
      return {};
    });
    await expect(brought()).rejects.toThrow(`${GUARD} could not be restored (UPDATE_ROLLBACK_COMPLETE)`);
    expect(updates()).toHaveLength(1);
    expect(account.ssm.commandCalls(PutParameterCommand)).toEqual([]);
  });

  test('is rejected for a first release and after a replaced origin key', async () => {
    account.released = [releaseOf(1)];
    await expect(brought()).rejects.toThrow('there is nothing to roll back to');
    account.released = [releaseOf(1), releaseOf(2, { settings: { ...SETTINGS, originKeys: ['2'] } })];
    await expect(brought()).rejects.toThrow('Check out commit 0123456789abcdef');
    expect(updates()).toEqual([]);
  });
});

describe('a removal', () => {
  const removed = (file: Record<string, string>) => printed(async () => ((await destroy(place(file), YES)) ? 0 : 1));
  const loose = { ...SETTINGS, durable: false };
  beforeEach(() => {
    account.stacks = Object.fromEntries(place().stacks.map(({ name }) => [name, { status: 'CREATE_COMPLETE' }]));
    account.released = [releaseOf(1, { settings: loose })];
  });

  test('deletes every stack', async () => {
    expect(await removed({ REMOVAL_POLICY: 'destroy' })).toMatchObject({ code: 0 });
    expect(account.stacks).toEqual({});
  });

  test('is rejected while settings, release or a stack protect the data', async () => {
    await expect(removed({})).rejects.toThrow('deploy it with REMOVAL_POLICY=destroy in its settings');
    account.released = [releaseOf(1)];
    await expect(removed({ REMOVAL_POLICY: 'destroy' })).rejects.toThrow('was deployed with protected data');
    account.released = [releaseOf(1, { settings: loose })];
    account.stacks[PORTAL] = { status: 'CREATE_COMPLETE', isProtected: true };
    await expect(removed({ REMOVAL_POLICY: 'destroy' })).rejects.toThrow('was deployed with protected data');
    expect(Object.keys(account.stacks)).toHaveLength(3);
  });
});
