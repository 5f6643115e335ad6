import { DynamoDBDocumentClient, PutCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { expect, test, vi } from 'vitest';
import { newAccount } from '#functions/domain/accounts/account-creation.ts';
import { recordRefusal } from '#functions/domain/accounts/sign-in-attempts.ts';
import { auditLog, toFirmAuditEntry } from '#functions/services/audit-log/firm-log.ts';
import { mocked } from '../support/mocked.ts';

vi.stubEnv('TABLE_NAME', 'table');
const db = mocked(DynamoDBDocumentClient);

const now = new Date('2026-11-23T15:04:00Z');
const ann = newAccount('a', { name: 'Ann', email: 'ann@firm.example', role: 'adviser' }, '', now);

test.each([
  [ann, 'a sign-in to Ann’s account', 'a', 2],
  [undefined, 'sign-ins within an hour for addresses without an account', null, 1],
])(
  'rejected sign-ins to %o are one write each, and one entry an hour if the address is unknown',
  async (account, what, about, entries) => {
    for (let i = 0; i < 2; i += 1) await recordRefusal(account, 'x'.repeat(43), new Date(now.getTime() + i * 60_000));
    const puts = db.commandCalls(PutCommand).map(({ args: [{ input }] }) => input.Item as never);
    const lines = puts.map(toFirmAuditEntry);
    expect(db.calls()).toHaveLength(2);
    expect(lines.map(({ summary, about: ref }) => [summary, ref])).toEqual(Array(2).fill([`Refused ${what}`, about]));
    expect(new Set(lines.map(({ id }) => id)).size).toBe(entries);
    for (const { id } of lines) expect(id).toMatch(/^[\w-]{25}$/);
  },
);

const entry = (key: string, actorId = 'other') => ({
  pk: 'AUDIT',
  sk: `ACTIVITY#${key}`,
  actorId,
  action: 'signed-in',
});

test('a filtered audit log stops after four pages and returns a cursor to continue', async () => {
  db.on(QueryCommand).callsFake(({ ExclusiveStartKey: from }) => {
    const next = Number(from?.sk.slice('ACTIVITY#'.length) ?? 9) - 1;
    return { Items: [entry(String(next), next === 7 ? 'ann' : 'other')], LastEvaluatedKey: entry(String(next)) };
  });
  const keep = (item: object) => 'actorId' in item && item.actorId === 'ann';
  const { entries, next } = await auditLog({ limit: 100, keep });
  // The fourth page ends at 5.
  expect([entries.map(({ sk }) => sk), next]).toEqual([['ACTIVITY#7'], '5']);
  expect(db.commandCalls(QueryCommand)).toHaveLength(4);
});
