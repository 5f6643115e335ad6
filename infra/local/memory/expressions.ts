/** An attribute's value as DynamoDB writes it in JSON. */
export interface Value {
  S?: string;
  N?: string;
  M?: Item;
  L?: Value[];
  [type: string]: unknown;
}
/** An item as DynamoDB writes it in JSON. */
export type Item = Record<string, Value>;

export interface Expressions {
  ConditionExpression?: string;
  FilterExpression?: string;
  KeyConditionExpression?: string;
  ProjectionExpression?: string;
  UpdateExpression?: string;
  ExpressionAttributeNames?: Record<string, string>;
  ExpressionAttributeValues?: Item;
}

type Operand = (item: Item) => Value | undefined;
type Test = (item: Item) => boolean;

const TOKEN = /[#:\w.]+|<>|<=|>=|[()<>=,]/g;

const pathOf = (path: string, { ExpressionAttributeNames: names = {} }: Expressions) =>
  path.split('.').map((part) => names[part] ?? part);

const at = (item: Item, path: readonly string[]): Value | undefined =>
  path.reduce<Value | undefined>((value, name) => value?.M?.[name], { M: item });

/** Negative, 0 or positive; undefined for different or unordered types. */
function compared(a: Value, b: Value): number | undefined {
  if (a.S !== undefined && b.S !== undefined) return Buffer.compare(Buffer.from(a.S), Buffer.from(b.S));
  if (a.N !== undefined && b.N !== undefined) return Number(a.N) - Number(b.N);
  return undefined;
}

const equal = (a: Value, b: Value): boolean => compared(a, b) === 0 || JSON.stringify(a) === JSON.stringify(b);

const COMPARISONS: Readonly<Record<string, (a: Value | undefined, b: Value | undefined) => boolean>> = {
  '=': (a, b) => a !== undefined && b !== undefined && equal(a, b),
  '<>': (a, b) => a === undefined || b === undefined || !equal(a, b),
  '<': (a, b) => a !== undefined && b !== undefined && (compared(a, b) ?? 0) < 0,
  '<=': (a, b) => a !== undefined && b !== undefined && (compared(a, b) ?? 1) <= 0,
  '>': (a, b) => a !== undefined && b !== undefined && (compared(a, b) ?? 0) > 0,
  '>=': (a, b) => a !== undefined && b !== undefined && (compared(a, b) ?? -1) >= 0,
};

/** Parses conditions by recursive descent: OR, AND, NOT, functions, comparisons, BETWEEN. */
class Parser {
  private readonly tokens: string[];
  private readonly expressions: Expressions;
  constructor(text: string, expressions: Expressions) {
    this.tokens = text.match(TOKEN) ?? [];
    this.expressions = expressions;
  }

  private took(token: string): boolean {
    if (this.tokens[0] !== token) return false;
    this.tokens.shift();
    return true;
  }

  private operand(): Operand {
    const token = this.tokens.shift() ?? '';
    if (token.startsWith(':')) return () => this.expressions.ExpressionAttributeValues?.[token];
    const path = pathOf(token, this.expressions);
    return (item) => at(item, path);
  }

  private call(name: string): Test {
    this.took('(');
    const first = this.operand();
    const second = this.took(',') ? this.operand() : undefined;
    this.took(')');
    if (name === 'attribute_exists') return (item) => first(item) !== undefined;
    if (name === 'attribute_not_exists') return (item) => first(item) === undefined;
    if (name === 'begins_with') return (item) => first(item)?.S?.startsWith(second?.(item)?.S ?? '') ?? false;
    throw new Error(`The emulator in memory knows no ${name}`);
  }

  private unit(): Test {
    if (this.took('NOT')) {
      const test = this.unit();
      return (item) => !test(item);
    }
    if (this.took('(')) {
      const test = this.parse();
      this.took(')');
      return test;
    }
    if (this.tokens[1] === '(') return this.call(this.tokens.shift() ?? '');
    const left = this.operand();
    const operator = this.tokens.shift() ?? '';
    const right = this.operand();
    if (operator === 'BETWEEN') {
      this.took('AND');
      const end = this.operand();
      return (item) => !!COMPARISONS['>=']?.(left(item), right(item)) && !!COMPARISONS['<=']?.(left(item), end(item));
    }
    const compare = COMPARISONS[operator];
    if (!compare) throw new Error(`The emulator in memory knows no ${operator}`);
    return (item) => compare(left(item), right(item));
  }

  private all(): Test {
    const tests = [this.unit()];
    while (this.took('AND')) tests.push(this.unit());
    return (item) => tests.every((test) => test(item));
  }

  parse(): Test {
    const tests = [this.all()];
    while (this.took('OR')) tests.push(this.all());
    return (item) => tests.some((test) => test(item));
  }
}

/** Returns the predicate of an expression. A missing one matches everything. */
export const testOf = (text: string | undefined, expressions: Expressions): Test =>
  text ? new Parser(text, expressions).parse() : () => true;

/** Returns the attributes that a projection names; the whole item without one. */
export function projected(item: Item, expressions: Expressions): Item {
  const names = expressions.ProjectionExpression?.split(',').flatMap((path) => pathOf(path.trim(), expressions));
  return names ? Object.fromEntries(Object.entries(item).filter(([name]) => names.includes(name))) : item;
}

const CLAUSE = /\b(SET|REMOVE|ADD) (.*?)(?= (?:SET|REMOVE|ADD) |$)/g;

const COPY = /^if_not_exists\((.*),(.*)\)$/;

/** Returns the item after an update. Returns undefined for a path into a map that does not exist. */
export function changed(before: Item, expressions: Expressions): Item | undefined {
  const item = structuredClone(before);
  for (const [, clause, parts = ''] of (expressions.UpdateExpression ?? '').matchAll(CLAUSE))
    for (const part of parts.split(', ')) {
      const [path = '', last = ''] = part.split(clause === 'SET' ? ' = ' : ' ');
      const names = pathOf(path, expressions);
      const map = at(item, names.slice(0, -1))?.M;
      const name = names.at(-1) ?? '';
      const [, copied, blank = last] = COPY.exec(last) ?? [];
      const old = copied && at(before, pathOf(copied, expressions));
      const value = old || expressions.ExpressionAttributeValues?.[blank];
      if (!map) {
        if (clause === 'REMOVE' && at(before, names.slice(0, 1)) === undefined) continue;
        return undefined;
      }
      if (clause === 'REMOVE') delete map[name];
      else if (value && clause === 'SET') map[name] = value;
      else if (value) map[name] = { N: String(Number(map[name]?.N ?? 0) + Number(value.N)) };
    }
  return item;
}
