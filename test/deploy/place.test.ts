import { expect, test } from 'vitest';
import { awsSettings, settingsFor } from '#infra/config.ts';
import { placeFor } from '#infra/deploy/place.ts';
import { AWS, DEPLOYER, synthesizeWith } from '../infra/synthesized.ts';

const everything = awsSettings({ ...AWS, BACKUP_REGION: 'eu-west-1', GITHUB_REPOSITORY: 'harbour/portal' }, DEPLOYER);

test.each([
  ['on AWS', awsSettings(AWS, DEPLOYER)],
  ['with all optional stacks', everything],
  ['on the emulator', settingsFor('local', { STAGE: 'dev' })],
])(
  'a deployment %s lists exactly the synthesized stacks, in order of their dependencies',
  async (_, settings) => {
    const { made } = await synthesizeWith(settings);
    const { stacks } = placeFor(settings);
    expect(stacks.toSorted((a, b) => (a.name < b.name ? -1 : 1))).toEqual(
      made.map(({ name, region }) => ({ name, region })).toSorted((a, b) => (a.name < b.name ? -1 : 1)),
    );
    const order = stacks.map(({ name }) => name);
    for (const stack of made)
      for (const dependency of stack.dependencies)
        expect(order.indexOf(dependency), `${dependency} before ${stack.name}`).toBeLessThan(order.indexOf(stack.name));
  },
  300_000,
);

test('every template parameter has a default, so that a roll-back needs no parameters', async () => {
  const { stacks } = await synthesizeWith(everything);
  for (const template of Object.values(stacks))
    for (const [name, parameter] of Object.entries(template.findParameters('*')))
      expect([name, parameter]).toEqual([name, expect.objectContaining({ Default: expect.any(String) })]);
}, 300_000);
