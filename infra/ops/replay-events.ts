import { marshall } from '@aws-sdk/util-dynamodb';
import * as z from 'zod/mini';
import { env } from '#functions/aws/env.ts';
import { get, type Item, keyOf } from '#functions/aws/table.ts';
import { invoke, runTick } from './jobs.ts';
import { takeUpAll } from './queue.ts';
import { linesBetween } from './tables.ts';

/** Lines that the job is given at once. */
const BATCH = 25;
/** Milliseconds between the time in a line's key, which is that of its request or job, and its coming to the stream: at most. */
const LONGEST_RUN = 5 * 60_000;

const time = z.string().check(z.refine((text) => !Number.isNaN(Date.parse(text))));
/** A line that the job set aside. */
const aLine = z.strictObject({ pk: z.string(), sk: z.string() });
/** What Lambda tells of lines that it could not hand over in their time. */
const aBatch = z.object({
  DDBStreamBatchInfo: z.object({ approximateArrivalOfFirstRecord: time, approximateArrivalOfLastRecord: time }),
});
/** A tick that could not be begun. */
const aTick = z.strictObject({ job: z.literal('tick') });

/** What the job answers. */
const anAnswer = z.object({ setAside: z.number() });

/** Lines of the record as the table's stream would bring them. */
const eventOf = (lines: readonly Item[]) => ({
  Records: lines.map((line) => ({
    eventName: 'INSERT',
    dynamodb: { Keys: marshall(keyOf(line)), NewImage: marshall(line) },
  })),
});

/** Has the deployed job follow lines again, in their order. Gives how many it set aside. */
async function follow(lines: readonly Item[]): Promise<number> {
  let setAside = 0;
  for (let i = 0; i < lines.length; i += BATCH)
    setAside += z.parse(anAnswer, await invoke(env('ON_RECORD_FUNCTION'), eventOf(lines.slice(i, i + BATCH)))).setAside;
  return setAside;
}

/** The lines that a message of the queue is about, those that are gone with their client left out; `undefined` for any other message. */
async function linesOf(message: unknown): Promise<Item[] | undefined> {
  const line = z.safeParse(aLine, message);
  if (line.success) {
    const item = await get<Item>(line.data);
    return item ? [item] : [];
  }
  const batch = z.safeParse(aBatch, message);
  if (!batch.success) return undefined;
  const { approximateArrivalOfFirstRecord: first, approximateArrivalOfLastRecord: last } =
    batch.data.DDBStreamBatchInfo;
  // Arrivals are told in whole seconds.
  return linesBetween(Date.parse(first) - LONGEST_RUN, Date.parse(last) + 1000);
}

/**
 * Has the deployed job follow again the lines that the queue keeps, or every line since a time: one that is followed twice
 * has its consequences once. Gives whether nothing was set aside again, and nothing is left in the queue.
 */
export async function replayEvents(from?: Date): Promise<boolean> {
  const counts = { lines: 0, setAside: 0 };
  const again = async (lines: readonly Item[]) => {
    counts.lines += lines.length;
    counts.setAside += await follow(lines);
  };
  if (from) await again(await linesBetween(from.getTime(), Number.POSITIVE_INFINITY));
  const takeUp = async (message: unknown) => {
    if (z.safeParse(aTick, message).success) return runTick();
    const lines = await linesOf(message);
    if (lines) await again(lines);
    return lines !== undefined;
  };
  const left = from ? 0 : await takeUpAll(env('EVENTS_QUEUE'), takeUp);
  console.log(`Followed again: ${counts.lines} lines, of which set aside again: ${counts.setAside}.`);
  if (left > 0) console.log(`Left in the queue, as nothing that is known here: ${left}.`);
  return counts.setAside + left === 0;
}
