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

async function eventsOf(logGroupName: string, startTime: number): Promise<string[]> {
  const messages: string[] = [];
  let nextToken: string | undefined;
  do {
    const page = await ask('FilterLogEvents', { logGroupName, startTime, ...(nextToken && { nextToken }) });
    messages.push(...(page.events ?? []).map(({ message }) => message));
    nextToken = page.nextToken;
  } while (nextToken);
  return messages;
}

/** All that any function or service of the local AWS logged since `startTime`, in milliseconds since 1970. */
export async function logsSince(startTime: number): Promise<string[]> {
  const { logGroups = [] } = await ask('DescribeLogGroups', {});
  return (await Promise.all(logGroups.map(({ logGroupName }) => eventsOf(logGroupName, startTime)))).flat();
}
