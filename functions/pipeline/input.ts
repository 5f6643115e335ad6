import * as z from 'zod/mini';
import { HttpError, invalid } from '../services/errors.ts';
import type { Received } from './received.ts';

const MAX_JSON_BYTES = 256 * 1024;
const MAX_FIELDS_NAMED = 20;

/** Throws 415 unless the body is announced as `type`. */
export function expectContentType({ headers }: Received, type: string): void {
  const given = headers['content-type']?.split(';')[0]?.trim().toLowerCase();
  if (given !== type) throw new HttpError(415, `Send this as ${type}`);
}

/** The parsed JSON of a body. Throws 400 for what is not JSON in UTF-8, 413 for too much, 415 for another type. */
export function readJson(request: Received): unknown {
  expectContentType(request, 'application/json');
  const bytes = request.bytes();
  if (bytes.byteLength > MAX_JSON_BYTES) throw new HttpError(413, 'This is too much text');
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes));
  } catch {
    throw new HttpError(400, 'The request is not valid JSON');
  }
}

function fieldsOf(issues: readonly z.core.$ZodIssue[]): Record<string, string> {
  const named = issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => [key.slice(0, 100), 'Unknown field'] as const)
      : [[issue.path.join('.') || 'body', issue.message] as const],
  );
  return Object.fromEntries(named.slice(0, MAX_FIELDS_NAMED).reverse());
}

/** What a schema makes of an input. Throws 400 naming each wrong field. */
export function parse<S extends z.core.$ZodType>(schema: S, input: unknown): z.output<S> {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) throw invalid('body', 'Send a JSON object');
  if (Object.hasOwn(input, '__proto__')) throw invalid('__proto__', 'Unknown field');
  const result = z.safeParse(schema, input);
  if (result.success) return result.data;
  const fields = fieldsOf(result.error.issues);
  const [first, message] = Object.entries(fields).at(-1) ?? ['body', 'Invalid input'];
  throw new HttpError(400, message === 'Unknown field' ? `Unknown field: ${first}` : message, { fields });
}

/** The query string as an object. Throws 400 for a parameter that comes twice. */
export function readQuery({ query }: Received): Record<string, string> {
  const entries = Object.entries(query);
  const repeated = entries.find(([, values]) => values?.length !== 1);
  if (repeated) throw invalid(repeated[0], 'Send this once');
  return Object.fromEntries(entries.map(([name, values]) => [name, values?.[0] ?? '']));
}
