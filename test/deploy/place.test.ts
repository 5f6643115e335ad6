import { rm } from 'node:fs/promises';
import { Stack } from 'aws-cdk-lib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { awsSettings, settingsFor } from '#infra/config.ts';
import { placeFor } from '#infra/deploy/place.ts';
import { AWS, builtFolder, DEPLOYER, synthesizeWith } from '../infra/synthesized.ts';

let folder: string;
beforeAll(async () => {
  folder = await builtFolder();
});
afterAll(() => rm(folder, { recursive: true }));

const everything = awsSettings({ ...AWS, BACKUP_REGION: 'eu-west-1', GITHUB_REPOSITORY: 'harbour/portal' }, DEPLOYER);

test.each([
  ['on AWS', awsSettings(AWS, DEPLOYER)],
  ['with all that there can be', everything],
  ['on the emulator', settingsFor('local', { STAGE: 'dev' })],
])(
  '%s, a place has exactly the stacks that are made, each after those that it needs',
  (_, settings) => {
    const { app } = synthesizeWith(settings, folder);
    const made = app.node.children.filter((child) => Stack.isStack(child));
    const { stacks } = placeFor(settings);
    expect(stacks.toSorted((a, b) => (a.name < b.name ? -1 : 1))).toEqual(
      made.map(({ stackName: name, region }) => ({ name, region })).toSorted((a, b) => (a.name < b.name ? -1 : 1)),
    );
    const order = stacks.map(({ name }) => name);
    for (const stack of made)
      for (const { stackName } of stack.dependencies)
        expect(order.indexOf(stackName), `${stackName} before ${stack.stackName}`).toBeLessThan(
          order.indexOf(stack.stackName),
        );
  },
  300_000,
);

test('a template can be brought back without a word about its parameters: each has a default', () => {
  const { stacks } = synthesizeWith(everything, folder);
  for (const template of Object.values(stacks))
    for (const [name, parameter] of Object.entries(template.findParameters('*')))
      expect([name, parameter]).toEqual([name, expect.objectContaining({ Default: expect.any(String) })]);
}, 300_000);
