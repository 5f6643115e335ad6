import { describe, expect, test } from 'vitest';
import { parse } from '#functions/pipeline/http.ts';
import { newId } from '#functions/services/keys/keys.ts';
import { api, type CallName } from '#shared/contract/api.ts';
import type { Call } from '#shared/contract/call.ts';
import { bodyOf, CALL_TESTS, WITH_BODY } from '../calls/calls.ts';

const NAMED = {
  adviserId: newId(),
  clientId: newId(),
  email: 'ann@example.com',
  newEmail: 'new@example.com',
  password: 'correct horse battery',
  settings: { version: 0, firm: { name: 'Harbour' } },
};

/** Returns the status, and the fields named by the error. */
function faults(name: CallName, body: object, now = new Date()): [number, string[]] {
  const { body: schema }: Call = api[name];
  try {
    if (typeof schema !== 'object') throw new Error(`${name} takes no JSON`);
    parse(schema, body, now);
    return [200, []];
  } catch (error) {
    const { status, fields = {} } = error as { status: number; fields?: Record<string, string> };
    return [status, Object.keys(fields)];
  }
}

const isSection = (example: object, field: string) =>
  typeof Object.entries(example).find(([name]) => name === field)?.[1] === 'object';

test('every call with a JSON body has an example', () => {
  const taking = Object.entries<Call>(api).filter(([, { body }]) => typeof body === 'object');
  expect(taking.map(([name]) => name).sort()).toEqual(WITH_BODY.toSorted());
});

describe.each(WITH_BODY)('the body of %s', (name) => {
  const example = bodyOf(name, NAMED);

  test('is accepted in its example', () => expect(faults(name, example)).toEqual([200, []]));

  test('is rejected with an unknown key, by name', () =>
    expect(faults(name, { ...example, isAdmin: true })).toEqual([400, ['isAdmin']]));

  test.each(Object.keys(example))('is rejected with a wrong type or too long a text in %s, by name', (field) => {
    for (const wrong of [{ $ne: 1 }, ['x'], 'x'.repeat(20_000), 'x\ud800']) {
      const [status, named] = faults(name, { ...example, [field]: wrong });
      // An unknown field inside a section is named itself.
      const inside = isSection(example, field) && named[0] === '$ne' ? '$ne' : field;
      // An item of a list is named with its place, and parts of a section that are missing are named too.
      const places = named.map((found) => found.replace(/\.0$/, '')).filter((place) => !place.startsWith(`${field}.`));
      expect([status, places], JSON.stringify(wrong).slice(0, 40)).toEqual([400, [inside]]);
    }
  });

  test('is rejected with U+0000 in any text, by name', () => {
    for (const [field, value] of Object.entries<unknown>(example)) {
      const texts = (typeof value === 'string' ? [''] : Object.keys(value ?? {})).filter(
        (inner) => typeof (inner ? (value as Record<string, unknown>)[inner] : value) === 'string',
      );
      for (const inner of texts) {
        const text = `${inner ? (value as Record<string, string>)[inner] : value}\0`;
        const [status, named] = faults(name, {
          ...example,
          [field]: inner ? { ...(value as object), [inner]: text } : text,
        });
        expect([status, named.length], `${field} ${inner}`).toEqual([400, 1]);
        expect([field, `${field}.${inner}`]).toContain(named[0]);
      }
    }
  });

  test('is rejected by name if a required field is absent, null, blank or invisible', () => {
    for (const field of CALL_TESTS[name].required ?? [])
      for (const missing of [
        undefined,
        null,
        '',
        ...(/password|^current$|^new$/i.test(field) ? [] : ['  ', '\u200b\u2800\u3164']),
      ]) {
        const [status, named] = faults(name, JSON.parse(JSON.stringify({ ...example, [field]: missing })));
        expect([status, named.length], `${field}: ${JSON.stringify(missing)}`).toEqual([400, 1]);
        if (name !== 'PATCH /api/stages/{stageId}' || missing !== undefined) expect(named).toEqual([field]);
      }
  });
});

const PLAN = 'POST /api/stages/{stageId}/plans';
const STAGE = 'PATCH /api/stages/{stageId}';
const TASK = 'PATCH /api/tasks/{id}';
const PREFERENCES = 'PATCH /api/account/notifications';
test.each<[CallName, string, unknown[]]>([
  [PLAN, 'approxValuation', [-1, 1.5, '1', 2 ** 53, Number.POSITIVE_INFINITY, true, []]],
  [PLAN, 'planType', ['Pension']],
  ['POST /api/clients/{id}/tasks', 'dueDate', ['0026-12-25', '1999-12-31', '9999-12-31', '0026-11-25T10:00:00Z']],
  [TASK, 'dueDate', ['0026-12-25', '1999-12-31', '9999-12-31', '0026-11-25T10:00:00Z']],
  [STAGE, 'bookedFor', [1, true, '', 'soon', '2026-12-04', '1999-12-31T23:59:00Z', '2026-02-30T10:00:00Z']],
  [PREFERENCES, 'messages', ['Now', null]],
  [PREFERENCES, 'documents', [true]],
  [PREFERENCES, 'tasks', ['']],
])('rejects in %s the field %s with %j', (name, field, values) => {
  for (const value of values) expect(faults(name, { ...bodyOf(name, NAMED), [field]: value })).toEqual([400, [field]]);
});

test.each<[CallName, string, (year: number) => string]>([
  [TASK, 'dueDate', (year) => `${year}-12-31`],
  [STAGE, 'bookedFor', (year) => `${year}-12-31T10:00:00Z`],
])('limits the years of %s, %s by the time of the request', (name, field, at) => {
  const now = new Date('2031-06-01T09:00:00Z');
  const of = (year: number) => faults(name, { [field]: at(year) }, now);
  expect([of(2041), of(2042)]).toEqual([
    [200, []],
    [400, [field]],
  ]);
});
