import { expect, vi } from 'vitest';
import { api, type CallName } from '#shared/contract/api.ts';
import { Caller } from './api.ts';
import { emulatorUrl } from './stack.ts';

interface Page {
  logGroups?: { logGroupName: string }[];
  events?: { message: string }[];
  nextToken?: string;
}

async function ask(operation: string, input: object): Promise<Page> {
  const response = await fetch(emulatorUrl(), {
    method: 'POST',
    headers: {
      'content-type': 'application/x-amz-json-1.1',
      'x-amz-target': `Logs_20140328.${operation}`,
      authorization:
        'AWS4-HMAC-SHA256 Credential=test/20260101/eu-west-2/logs/aws4_request, SignedHeaders=host, Signature=x',
    },
    body: JSON.stringify(input),
  });
  if (!response.ok) throw new Error(`${operation}: ${response.status}`);
  return (await response.json()) as Page;
}

/** The pages of an answer, one call each. */
async function* pages(operation: string, input: object): AsyncGenerator<Page> {
  let nextToken: string | undefined;
  do {
    const page = await ask(operation, { ...input, ...(nextToken && { nextToken }) });
    yield page;
    nextToken = page.nextToken;
  } while (nextToken);
}

async function eventsOf(logGroupName: string, startTime: number): Promise<string[]> {
  const messages: string[] = [];
  for await (const { events = [] } of pages('FilterLogEvents', { logGroupName, startTime }))
    messages.push(...events.map(({ message }) => message));
  return messages;
}

/** All that any function or service of the local AWS logged since `startTime`, in milliseconds since 1970. */
export async function logsSince(startTime: number): Promise<string[]> {
  const names: string[] = [];
  // More than one page: the functions of all stacks that tests deploy stand side by side.
  for await (const { logGroups = [] } of pages('DescribeLogGroups', {}))
    names.push(...logGroups.map(({ logGroupName }) => logGroupName));
  return (await Promise.all(names.map((name) => eventsOf(name, startTime)))).flat();
}

/** A call that was made, and the id that its answer named. */
interface Made {
  call: CallName;
  requestId: string | null;
}

/** Makes as many calls at once to each function, which as many of its processes have to answer. */
async function callAtOnce(functions: Iterable<[lambda: string, call: CallName]>, atOnce: number): Promise<void> {
  const calls = [...functions].flatMap(([, call]) => Array.from({ length: atOnce }, () => call));
  await Promise.all(calls.map((call) => new Caller().call(call)));
}

/**
 * All that was logged since `startTime`, once each call that was made since has its line. The local AWS may hand over
 * a process's last line with its next call only, and gives a call to the first of a function's processes that is free:
 * so a function that owes a line is called by more and more at once.
 */
export async function logsOf(made: readonly Made[], startTime: number): Promise<string[]> {
  let logs: string[] = [];
  let atOnce = 1;
  await vi.waitFor(
    async () => {
      logs = await logsSince(startTime);
      const written = logs.join('\n');
      const missing = made.filter(({ requestId }) => !requestId || !written.includes(requestId));
      await callAtOnce(new Map(missing.map(({ call }) => [api[call].lambda, call])), atOnce);
      atOnce = Math.min(2 * atOnce, 32);
      expect(missing).toEqual([]);
    },
    { timeout: 60_000, interval: 100 },
  );
  return logs;
}
