import type { LambdaName } from '#shared/contract/call.ts';

/** A function's code, to be run in this process. */
export const handlerOf = async <Event, Answer>(
  file: `api/${LambdaName}` | 'jobs/mail-events',
): Promise<(event: Event) => Promise<Answer>> => (await import(`../../functions/${file}.ts`)).handler;
