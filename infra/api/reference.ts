import { isDeepStrictEqual } from 'node:util';
import { partsOf } from '#shared/contract/address.ts';
import { type Call, LAMBDAS } from '#shared/contract/call.ts';
import { isRepeatable } from '#shared/contract/repeatable.ts';
import { openApi } from './openapi.ts';
import { CALLS } from './paths.ts';

/** The parts of a JSON schema that zod writes for the contract. */
interface Schema {
  $ref?: string;
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  maxItems?: number;
  pattern?: string;
  contentMediaType?: string;
}

interface Operation {
  'x-allowed-callers': string[];
  parameters: { name: string; in: string; schema: Schema }[];
  requestBody?: { content: Record<string, { schema?: Schema }> };
  responses: Record<string, { content?: Record<string, { schema?: Schema }> }>;
}

type Document = {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
};

/** Longest line in characters before each field has its own line. */
const WIDTH = 110;
/** Longer patterns, such as an address's, are not readable. */
const MAX_PATTERN = 32;
/** Fewest common fields for which an object is written as an extension of another one. */
const MIN_BASE = 4;

const document = openApi() as Document;
const shapes = document.components.schemas;

/** Returns ` 1–200` for a range, ` ≥1` or ` ≤200` for half of one. Omits the limits of safe integers. */
function range(min?: number, max?: number): string {
  const least = min !== undefined && min > Number.MIN_SAFE_INTEGER ? min : undefined;
  const most = max !== undefined && max < Number.MAX_SAFE_INTEGER ? max : undefined;
  if (least !== undefined && most !== undefined) return ` ${least}–${most}`;
  return least !== undefined ? ` ≥${least}` : most !== undefined ? ` ≤${most}` : '';
}

function limitsOf({ minLength, maxLength, minimum, maximum, pattern = '' }: Schema): string {
  const shown = pattern && pattern.length <= MAX_PATTERN ? ` /${pattern}/` : '';
  return range(minLength ?? minimum, maxLength ?? maximum) + shown;
}

/** Returns the largest named shape whose fields an object repeats. */
function baseOf(fields: Record<string, Schema>): [name: string, shape: Schema] | undefined {
  const sizeOf = ({ properties = {} }: Schema) => Object.keys(properties).length;
  return Object.entries(shapes)
    .filter(([, shape]) => sizeOf(shape) >= MIN_BASE && sizeOf(shape) < Object.keys(fields).length)
    .filter(([, { properties = {} }]) =>
      Object.entries(properties).every(([name, schema]) => isDeepStrictEqual(fields[name], schema)),
    )
    .sort(([, a], [, b]) => sizeOf(b) - sizeOf(a))[0];
}

function objectType({ properties = {}, required = [] }: Schema, indent: string): string {
  const [base, { properties: known = {} } = {}] = baseOf(properties) ?? [];
  const own = Object.entries(properties).filter(([name]) => !Object.hasOwn(known, name));
  const typed = own.map(
    ([name, schema]) => `${name}${required.includes(name) ? '' : '?'}: ${typeOf(schema, `${indent}  `)}`,
  );
  const fields = [...(base ? [`...${base}`] : []), ...typed];
  const line = `{ ${fields.join(', ')} }`;
  if (line.length + indent.length <= WIDTH && !line.includes('\n')) return line;
  return `{\n${fields.map((field) => `${indent}  ${field}\n`).join('')}${indent}}`;
}

function typeOf(schema: Schema, indent = ''): string {
  const { $ref, type, anyOf, items, properties } = schema;
  if ($ref) return $ref.split('/').at(-1) ?? '';
  if (anyOf) return anyOf.map((one) => typeOf(one, indent)).join(' | ');
  if (schema.contentMediaType) return 'file';
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (properties) return objectType(schema, indent);
  if (items) return `[${typeOf(items, indent)}]${range(undefined, schema.maxItems)}`;
  return [type ?? 'any'].flat().join(' | ') + limitsOf(schema);
}

const effectOf = ({ effect }: Call): string[] =>
  effect === 'none' ? [] : [`effect: ${typeof effect === 'string' ? effect : 'depends on the input'}`];

const SUBJECTS = { nobody: [], client: ['about a client'], child: ['about an item of a client'] } as const;

function answersOf({ status, returns, conflict }: Call, { responses }: Operation): string[] {
  const bodyOf = (of: number) => responses[of]?.content?.['application/json']?.schema;
  const body = bodyOf(status);
  const answer = returns === 'bytes' ? 'bytes' : body ? typeOf(body) : 'no body';
  return [`${status} ${answer}`, ...(conflict ? [`409 ${typeOf(bodyOf(409) ?? {})}`] : [])];
}

function section(name: string, call: Call): string {
  const { method, path } = partsOf(name);
  const operation = document.paths[path]?.[method.toLowerCase()] as Operation;
  const query = operation.parameters.filter((parameter) => parameter.in === 'query');
  const asked: Schema = {
    properties: Object.fromEntries(query.map((parameter) => [parameter.name, parameter.schema])),
  };
  const bodies = Object.entries(operation.requestBody?.content ?? {}).flatMap(([type, { schema }]) =>
    schema === undefined
      ? [`body ${type}`]
      : (schema.anyOf ?? [schema]).map((one, i) => {
          const sender = i > 0 ? 'body of a client' : type.startsWith('multipart') ? 'multipart' : 'body';
          return `${sender} ${typeOf(one)}`;
        }),
  );
  const errors = Object.keys(operation.responses).filter((status) => status !== String(call.status));
  const facts = [
    `callers: ${operation['x-allowed-callers'].join(', ')}`,
    ...SUBJECTS[call.about],
    ...effectOf(call),
    ...(call.writes ? ['has a side effect'] : []),
    ...(call.fromAnySite ? ['from any site'] : []),
    ...(isRepeatable(name) ? ['takes an idempotency key'] : []),
    `errors: ${errors.join(' ')}`,
  ];
  const lines = [...(query.length > 0 ? [`query ${typeOf(asked)}`] : []), ...bodies, ...answersOf(call, operation)];
  return `#### ${name}\n\n${facts.join('; ')}\n\n\`\`\`text\n${lines.join('\n')}\n\`\`\`\n`;
}

/** Returns all calls of the contract as Markdown, by function, and the shapes of their answers. */
export function callReference(): string {
  const functions = LAMBDAS.map((lambda) => {
    const calls = CALLS.filter(([, call]) => call.lambda === lambda);
    return [`### Calls: ${lambda}\n`, ...calls.map(([name, call]) => section(name, call))].join('\n');
  });
  const named = Object.entries(shapes).map(([name, shape]) => `${name} ${typeOf(shape)}`);
  return [...functions, `### Shapes\n\n\`\`\`text\n${named.join('\n')}\n\`\`\`\n`].join('\n');
}
