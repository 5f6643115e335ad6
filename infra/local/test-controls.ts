import type { IncomingMessage, ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DeleteCommand, DynamoDBDocumentClient, PutCommand } from '@aws-sdk/lib-dynamodb';
import { CLOCK, type ClockItem } from '#functions/aws/clock.ts';
import { invoke } from '../ops/jobs.ts';
import { emulatorClient } from '../tools/emulator-access.ts';
import type { Outputs } from '../tools/state.ts';

/** Controls of a local run for tests. An `undefined` time is the real one. */
export interface TestControls {
  setClock(at: Date | undefined): Promise<void>;
  jobs: Readonly<Record<string, () => Promise<unknown>>>;
}

export function testControls(emulatorUrl: string, { TableName, TickFunction }: Outputs) {
  const access = emulatorClient(emulatorUrl);
  const db = DynamoDBDocumentClient.from(new DynamoDBClient(access));
  return {
    async setClock(at: Date | undefined) {
      if (!at) return void (await db.send(new DeleteCommand({ TableName, Key: CLOCK })));
      const Item: ClockItem = { ...CLOCK, at: at.toISOString(), setAt: new Date().toISOString() };
      await db.send(new PutCommand({ TableName, Item }));
    },
    jobs: { tick: () => invoke(TickFunction, { job: 'tick' }, access) },
  } satisfies TestControls;
}

const CLOCK_PATH = '/__clock';
const RUN_PATH = '/__run/';

export const isTestControl = (pathname: string) => pathname === CLOCK_PATH || pathname.startsWith(RUN_PATH);

const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d)$/;

/** Parses the requested time: `null` for the real one, `undefined` if it is no time with a zone. */
async function readTime(request: IncomingMessage): Promise<Date | null | undefined> {
  const body = await json(request).catch(() => undefined);
  const at: unknown = (body as { at?: unknown } | null | undefined)?.at;
  if (at === null) return null;
  const time = typeof at === 'string' && ISO.test(at) ? new Date(at) : undefined;
  return time && !Number.isNaN(time.getTime()) ? time : undefined;
}

function answer(response: ServerResponse, status: number, message?: string): void {
  response.writeHead(status, message ? { 'content-type': 'application/json' } : {});
  response.end(message && JSON.stringify({ message }));
}

/**
 * Serves `POST /__clock {"at": ISO | null}` and `POST /__run/{job}`, with 204 on success. Answers 400 for an invalid
 * time, 404 for an unknown job or without a test clock, 500 if the job failed.
 */
export async function control(
  controls: TestControls | undefined,
  request: IncomingMessage,
  response: ServerResponse,
  pathname: string,
): Promise<void> {
  if (!controls) return answer(response, 404, 'Start with TEST_CLOCK=1 to set the time and to run jobs.');
  if (request.method !== 'POST') return answer(response, 405, 'Send this with POST.');
  if (pathname === CLOCK_PATH) {
    const at = await readTime(request);
    if (at === undefined) return answer(response, 400, 'Send {"at": "2027-01-04T09:00:00Z"} or {"at": null}.');
    await controls.setClock(at ?? undefined);
    return answer(response, 204);
  }
  const job = Object.entries(controls.jobs).find(([name]) => pathname === RUN_PATH + name)?.[1];
  if (!job) return answer(response, 404, 'There is no such job.');
  try {
    await job();
  } catch (error) {
    return answer(response, 500, `${error}`);
  }
  answer(response, 204);
}
