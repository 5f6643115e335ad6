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

async function allPages(operation: string, input: object): Promise<Page[]> {
  const pages = [await ask(operation, input)];
  for (let token = pages[0]?.nextToken; token; token = pages.at(-1)?.nextToken)
    pages.push(await ask(operation, { ...input, nextToken: token }));
  return pages;
}

/** Returns all log lines of the local AWS since a time in milliseconds. */
export async function logsSince(startTime: number): Promise<string[]> {
  const groups = (await allPages('DescribeLogGroups', {})).flatMap(({ logGroups = [] }) => logGroups);
  const pages = groups.map(({ logGroupName }) => allPages('FilterLogEvents', { logGroupName, startTime }));
  return (await Promise.all(pages)).flat().flatMap(({ events = [] }) => events.map(({ message }) => message));
}

interface Made {
  call: CallName;
  requestId: string | null;
}

async function callAtOnce(functions: Iterable<[lambda: string, call: CallName]>, atOnce: number): Promise<void> {
  const calls = [...functions].flatMap(([, call]) => Array.from({ length: atOnce }, () => call));
  await Promise.all(calls.map((call) => new Caller().call(call)));
}

/**
 * Returns all log lines since a time, once each call has its line. The emulator may deliver a process's last line only with
 * its next call. It picks any free process, so functions without a line are called concurrently, more each time.
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
