import { test } from 'vitest';
import { type Ability, kindNamed } from '#infra/local/emulator-kinds.ts';

const { name, lacks = {} } = kindNamed(process.env.TEST_EMULATOR_KIND);

/**
 * Returns `test` for what only some emulators can show; on others it is skipped, with the reason in its title.
 */
export function testWith(ability: Ability): typeof test {
  const why = lacks[ability];
  if (!why) return test;
  const titled = (title: string) => `${title} [not held on ${name}: ${why}]`;
  const skipped = (title: string) => test.skip(titled(title), () => undefined);
  const each = (rows: readonly unknown[]) => (title: string) => test.skip.each(rows)(titled(title), () => undefined);
  return Object.assign(skipped, { each }) as unknown as typeof test;
}
