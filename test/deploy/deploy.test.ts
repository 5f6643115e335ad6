import { UpdateStackCommand } from '@aws-sdk/client-cloudformation';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { awsSettings } from '#infra/config.ts';
import type { Cdk } from '#infra/deploy/cdk.ts';
import { deploy } from '#infra/deploy/deploy.ts';
import { destroy } from '#infra/deploy/destroy.ts';
import { placeFor } from '#infra/deploy/place.ts';
import { rollback } from '#infra/deploy/rollback.ts';
import { AWS, DEPLOYER } from '../infra/synthesized.ts';
import { printed } from '../support/operator.ts';
import { Account, PORTAL, releaseOf, SETTINGS } from './account.ts';

const GUARD = 'OnboardingPortalGuard-stage-eu-west-2';
const YES = { yes: true };
const account = new Account();
beforeEach(() => {
  account.reset();
  asked = [];
});
afterAll(account.restore);

/** Calls of the CDK in order. */
let asked: string[];
/** A fake CDK, of which a deployment creates every stack. */
const cdk: Cdk = {
  synthesize: (_, isFirst) => void asked.push(isFirst ? 'synthesize unprotected' : 'synthesize'),
  templates: ({ stacks }) => stacks.map((stack) => ({ ...stack, template: 's3://assets/9.json' })),
  showDifference: () => void asked.push('show the difference'),
  deployStacks: ({ stacks }, atOnce) => {
    asked.push(atOnce ? 'deploy at once' : 'deploy');
    for (const { name } of stacks) account.stacks[name] = { status: 'CREATE_COMPLETE' };
  },
  destroyStacks: ({ stacks }) => stacks.forEach(({ name }) => void delete account.stacks[name]),
};
const place = (file: Record<string, string> = {}) => placeFor(awsSettings({ ...AWS, ...file }, DEPLOYER));
const answering = async () => true;
const run = (command: () => Promise<boolean>) => printed(async () => ((await command()) ? 0 : 1));
const deployed = (file?: Record<string, string>, options = {}, tools = {}) =>
  run(() => deploy(place(file), { ...YES, ...options }, { cdk, trySite: answering, ...tools }));
const restored = () => run(() => rollback(place(), YES, answering));
const destroyed = (file = {}) => run(() => destroy(place(file), YES, cdk));

describe('a deployment', () => {
  const FIRST = ['synthesize unprotected', 'show the difference', 'deploy'];
  const EXISTING = { [PORTAL]: { status: 'CREATE_COMPLETE' } } as const;

  test('protects the stacks of a first deployment once they exist', async () => {
    const { code, out } = await deployed();
    expect([code, asked]).toEqual([0, [...FIRST, 'synthesize', 'deploy']]);
    expect(out).toContain('An admin can turn on what /admin/settings');
  });

  test('does not protect stacks with disposable data', async () => {
    await deployed({ REMOVAL_POLICY: 'destroy' });
    expect(asked).toEqual(FIRST);
  });

  test('repeats a failed creation as a first deployment', async () => {
    account.stacks = { [GUARD]: { status: 'CREATE_COMPLETE' }, [PORTAL]: { status: 'ROLLBACK_FAILED' } };
    await deployed();
    expect(asked[0]).toBe('synthesize unprotected');
  });

  test('runs once for an existing stack, and immediately with --at-once', async () => {
    account.stacks = { [PORTAL]: { status: 'UPDATE_ROLLBACK_COMPLETE' } };
    account.released = [releaseOf(1)];
    await deployed({}, { 'at-once': true });
    expect(asked).toEqual(['synthesize', 'show the difference', 'deploy at once']);
  });

  test('explains how to continue after a failed roll-back of CloudFormation', async () => {
    account.stacks = { [PORTAL]: { status: 'UPDATE_ROLLBACK_FAILED' } };
    await expect(deployed()).rejects.toThrow(`"A deployment's roll-back failed" in docs/runbook.md`);
    expect(asked).toEqual([]);
  });

  test('refuses settings that revert the current release, before any change', async () => {
    account.stacks = { ...EXISTING };
    account.released = [releaseOf(1, { settings: { ...SETTINGS, domain: 'portal.firm.example' } })];
    await expect(deployed()).rejects.toThrow('add "-- --change-domain"');
    expect(asked).toEqual([]);
    expect(await deployed({}, { 'change-domain': true })).toMatchObject({ code: 0 });
  });

  test('requires --yes without a terminal', async () => {
    await expect(deployed({}, { yes: false })).rejects.toThrow('Add "-- --yes"');
    expect(asked).not.toContain('deploy');
  });

  test('records no release if it fails', async () => {
    const deployStacks = () => expect.fail('not deployed');
    await expect(deployed({}, {}, { cdk: { ...cdk, deployStacks } })).rejects.toThrow('not deployed');
    expect(account.released).toEqual([]);
  });

  test('is recorded before the site is checked, and again when the site answers', async () => {
    await deployed();
    expect(account.released.map(({ answered }) => answered)).toEqual([false, true]);
    expect(account.released[1]).toMatchObject({ settings: SETTINGS, commit: expect.stringMatching(/^[0-9a-f]{40}/) });
    const { code, out } = await deployed({}, {}, { trySite: async () => false });
    expect([code, out]).toEqual([1, expect.stringContaining('Run "npm run rollback" to restore the previous release')]);
    expect(account.released.map(({ answered }) => answered)).toEqual([false, true, false]);
  });

  test('keeps stacks that left the settings, and reports them until they are deleted', async () => {
    const CI = 'OnboardingPortalCi-stage-eu-west-2';
    const COPIES = 'OnboardingPortalBackupCopies-stage-eu-west-2';
    const kept = [`Keeps ${COPIES} in eu-west-1`, `Keeps ${CI} in eu-west-2`];
    const reported = ({ out }: { out: string }) => out.match(/^Keeps \S+(Ci|Copies)\S+ in [^,]+/gm);
    await deployed({ GITHUB_REPOSITORY: 'harbour/portal', BACKUP_REGION: 'eu-west-1' });
    expect(reported(await deployed())).toEqual(kept);
    expect(reported(await deployed({ BACKUP_REGION: 'eu-central-1' }))).toEqual(kept);
    expect(Object.keys(account.stacks)).toContain(CI);
    delete account.stacks[CI];
    expect(reported(await deployed({ REMOVAL_POLICY: 'destroy' }))).not.toContain(kept[1]);
    expect(reported(await destroyed({ REMOVAL_POLICY: 'destroy' }))).toContain(kept[0]);
  });
});

describe('a roll-back', () => {
  const calls = () => account.cloudFormation.commandCalls(UpdateStackCommand).map(({ args: [{ input }] }) => input);
  const stacks = (day: number) => [
    { name: GUARD, region: 'us-east-1', template: `s3://assets-us/guard-${day}.json` },
    { name: PORTAL, region: 'eu-west-2', template: `s3://assets-eu/portal-${day}.json` },
  ];
  const former = { name: 'OnboardingPortalCi-stage-eu-west-2', region: 'eu-west-2', template: 's3://ci.json' };
  const [before, current] = [{ stacks: stacks(1) }, { stacks: [...stacks(2), former] }];
  beforeEach(() => {
    account.stacks = Object.fromEntries(current.stacks.map(({ name }) => [name, { status: 'UPDATE_COMPLETE' }]));
    account.released = [releaseOf(1, before), releaseOf(2, current)];
  });

  test('restores every previous template in order, shifts traffic immediately, and is recorded', async () => {
    const { code, out } = await restored();
    expect(code).toBe(0);
    const Parameters = [{ ParameterKey: 'TrafficShift', ParameterValue: 'at-once' }];
    const host = (region: string) => `https://s3.${region}.amazonaws.com`;
    expect(calls()).toMatchObject([
      { StackName: GUARD, TemplateURL: `${host('us-east-1')}/assets-us/guard-1.json`, Parameters: [] },
      { StackName: PORTAL, TemplateURL: `${host('eu-west-2')}/assets-eu/portal-1.json`, Parameters },
    ]);
    expect(out).toContain('This restores the release of 2026-03-01T09:30:00.000Z (commit 0123456789abcdef).');
    expect(account.released.at(-1)).toEqual(releaseOf(1, { stacks: [...stacks(1), former] }));
  });

  test('skips stacks that are unchanged or deleted', async () => {
    account.released = [releaseOf(1, current), releaseOf(2, before)];
    delete account.stacks[former.name];
    const update = account.cloudFormation.on(UpdateStackCommand, { StackName: GUARD });
    update.rejects(new Error('No updates are to be performed.'));
    expect(await restored()).toMatchObject({
      code: 0,
      out: expect.stringContaining(`${former.name} has been removed`),
    });
    expect(calls().map(({ StackName }) => StackName)).toEqual([GUARD, PORTAL]);
  });

  test('stops if CloudFormation rolls back, and records nothing', async () => {
    account.cloudFormation.on(UpdateStackCommand, { StackName: GUARD }).callsFake(() => {
      account.stacks[GUARD] = { status: 'UPDATE_ROLLBACK_COMPLETE' };
    });
    await expect(restored()).rejects.toThrow(`${GUARD} could not be restored (UPDATE_ROLLBACK_COMPLETE)`);
    expect([calls().length, account.released.length]).toEqual([1, 2]);
  });

  test('is rejected for a first release and after a replaced origin key', async () => {
    account.released = [releaseOf(1)];
    await expect(restored()).rejects.toThrow('there is nothing to roll back to');
    account.released = [releaseOf(1), releaseOf(2, { settings: { ...SETTINGS, originKeys: ['2'] } })];
    await expect(restored()).rejects.toThrow('To go back, check out commit 0123456789abcdef');
    expect(calls()).toEqual([]);
  });
});

describe('a removal', () => {
  const LOOSE = { REMOVAL_POLICY: 'destroy' };
  const loose = releaseOf(1, { settings: { ...SETTINGS, durable: false } });
  beforeEach(() => {
    account.stacks = Object.fromEntries(place().stacks.map(({ name }) => [name, { status: 'CREATE_COMPLETE' }]));
    account.released = [loose];
  });

  test('deletes every stack', async () => {
    expect(await destroyed(LOOSE)).toMatchObject({ code: 0 });
    expect(account.stacks).toEqual({});
  });

  test.each([
    ['the settings protect', {}, loose, false],
    ['the release protects', LOOSE, releaseOf(1), false],
    ['a stack protects', LOOSE, loose, true],
  ])('is rejected while %s the data', async (_, file, release, isProtected) => {
    account.released = [release];
    account.stacks[PORTAL] = { status: 'CREATE_COMPLETE', isProtected };
    await expect(destroyed(file)).rejects.toThrow('deploy it with REMOVAL_POLICY=destroy in its settings');
    expect(Object.keys(account.stacks)).toHaveLength(3);
  });
});
