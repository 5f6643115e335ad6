import { test } from 'vitest';
import { type Ability, kindNamed } from '#infra/local/emulators.ts';

const { name, lacks = {} } = kindNamed(process.env.TEST_EMULATOR_KIND);

/**
 * `test` of what only an emulator shows that is able to: on another one it is skipped, and says so in its title. The summary
 * of a run lists it.
 */
export const testWith = (ability: Ability): typeof test => {
  const why = lacks[ability];
  if (!why) return test;
  const skipped = (title: string) => test.skip(`${title} [not held on ${name}: ${why}]`, () => undefined);
  return Object.assign(skipped, test) as unknown as typeof test;
};
