import { afterEach, beforeAll, expect, test } from 'vitest';
import { adviserKey } from '#functions/domain/accounts/account.ts';
import { stored } from '../support/aws.ts';
import { newAdmin, type Person, soleAdmin } from '../support/builders.ts';
import { interleaved } from '../support/faults/interleaved.ts';
import { callHandler } from '../support/handlers.ts';
import { adminCount } from '../support/recount.ts';

let demo: Person;
beforeAll(async () => {
  demo = await soleAdmin();
});
afterEach(async () => {
  expect(await adminCount()).toEqual({ stored: 1, counted: 1 });
});

const setRole = (by: Person, whose: Person, role: string) => () =>
  callHandler(by, 'PATCH /api/advisers/{id}', { params: { id: whose.id }, body: { role } });
const remove = (by: Person, whose: Person) => () =>
  callHandler(by, 'DELETE /api/advisers/{id}', { params: { id: whose.id } });

test('two last admins demoting each other: one remains', async () => {
  const second = await newAdmin();
  const times = await interleaved(
    () => setRole(demo, second, 'admin')(),
    () => setRole(demo, second, 'adviser'),
    () => setRole(second, demo, 'adviser'),
    async (_, { first, other }) => {
      const demoted = [first.status, other.status];
      expect(demoted.filter((status) => status === 200)).toHaveLength(1);
      expect([403, 409]).toContain(demoted.find((status) => status !== 200));
      expect(await adminCount()).toEqual({ stored: 1, counted: 1 });
      if (other.status === 200) expect((await setRole(second, demo, 'admin')()).status).toBe(200);
    },
  );
  expect(times).toBeGreaterThan(2);
  await setRole(demo, second, 'adviser')();
});

test('two last admins deleting each other: one remains', async () => {
  const comeBack = async (survivor: Person) => {
    expect((await setRole(survivor, demo, 'admin')()).status).toBe(200);
    expect((await remove(demo, survivor)()).status).toBe(204);
  };
  let one: Person | undefined;
  const times = await interleaved(
    async () => {
      const pair = [await newAdmin(), await newAdmin()] as const;
      await setRole(demo, demo, 'adviser')();
      [one] = pair;
      return pair;
    },
    ([first, second]) => remove(first, second),
    ([first, second]) => remove(second, first),
    async (pair, { first, other }) => {
      const removed = [first.status, other.status];
      expect(removed.filter((status) => status === 204)).toHaveLength(1);
      expect([401, 409]).toContain(removed.find((status) => status !== 204));
      expect(await adminCount()).toEqual({ stored: 1, counted: 1 });
      const [survivor, gone] = first.status === 204 ? pair : [pair[1], pair[0]];
      expect(await stored(adviserKey(gone.id))).toBeUndefined();
      await comeBack(survivor);
    },
  );
  // The last time nothing came between, and the first of the pair is left.
  if (one) await comeBack(one);
  expect(times).toBeGreaterThan(2);
});
