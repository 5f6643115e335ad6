import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { vi } from 'vitest';
import { awsCalls } from '#functions/aws/counted.ts';
import type { CallName } from '#shared/contract/api.ts';
import { type AwsRequest, bytesOf, sender } from '../../infra/local/memory/sdk.ts';
import { itemBytes } from '../../infra/local/memory/table.ts';
import type { Answered, Sent } from './api.ts';
import type { Person } from './builders.ts';
import { callHandler } from './handlers.ts';

type Row = Parameters<typeof itemBytes>[0];

interface Result {
  Item?: Row;
  Items?: Row[];
  Responses?: Record<string, Row[]>;
}

/** Bytes of a read unit, for a consistent read; any other read costs half. */
const UNIT_BYTES = 4096;

const unitsOf = (bytes: number, isConsistent: boolean) =>
  Math.max(1, Math.ceil(bytes / UNIT_BYTES)) * (isConsistent ? 1 : 0.5);

/** Items and read units of a call, by DynamoDB's rules, and the bytes of its answer as JSON. */
export interface Reads {
  rounds: number;
  items: number;
  units: number;
  bytes: number;
}

function costOf(request: AwsRequest, { Item, Items, Responses }: Result) {
  if (request.headers['x-amz-target']?.endsWith('Query')) {
    const asked = JSON.parse(bytesOf(request).toString());
    const bytes = (Items ?? []).reduce((sum, row) => sum + itemBytes(row), 0);
    return { items: Items?.length ?? 0, units: unitsOf(bytes, asked.ConsistentRead === true) };
  }
  const found = [Item, ...Object.values(Responses ?? {}).flat()].filter((item) => item !== undefined);
  const units = found.reduce((sum, item) => sum + unitsOf(itemBytes(item), true), 0);
  return { items: found.length, units };
}

/** Makes a call and counts what it reads. Rows that a query leaves out by a filter of DynamoDB would be missed; none has one. */
export async function readsOf(
  caller: Person,
  name: CallName,
  sent: Sent = {},
): Promise<{ answer: Answered; reads: Reads }> {
  const reads: Reads = { rounds: 0, items: 0, units: 0, bytes: 0 };
  const { handle } = sender;
  const spy = vi.spyOn(sender, 'handle').mockImplementation(async function (this: typeof sender, request, options) {
    const answer = (await handle.call(this, request, options)) as { response: { body: Readable } };
    const text = await buffer(answer.response.body);
    if (/(Query|GetItem)$/.test(request.headers['x-amz-target'] ?? '')) {
      const { items, units } = costOf(request, JSON.parse(text.toString()));
      reads.items += items;
      reads.units += units;
    }
    return { ...answer, response: { ...answer.response, body: new Response(text).body } };
  });
  try {
    const answer = await callHandler(caller, name, sent);
    reads.rounds = awsCalls.rounds;
    reads.bytes = Buffer.byteLength(JSON.stringify(answer.body));
    return { answer, reads };
  } finally {
    spy.mockRestore();
  }
}
