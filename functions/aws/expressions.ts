/** Condition on one attribute. A path into a map uses slashes, such as `stages/2.2`. */
export type Condition =
  | readonly [path: string, test: 'exists' | 'absent']
  | readonly [path: string, test: '=' | '<>' | '<' | '<=' | '>' | '>=' | 'absent or <', value: unknown];

/** Returns an optimistic lock: the attribute still has the value that was read, or is still absent. */
export const unchanged = (path: string, value: unknown): Condition =>
  value === undefined ? [path, 'absent'] : [path, '=', value];

/**
 * `undefined` in `set` removes the attribute. `copy` sets attributes to what others were before the change, and to a
 * blank text if these are absent.
 */
export interface ItemChange {
  set?: Record<string, unknown>;
  copy?: Readonly<Record<string, string>>;
  add?: Record<string, number>;
  when?: readonly Condition[];
}

function sumOf(counts: readonly Readonly<Record<string, number>>[]): Record<string, number> {
  const sum: Record<string, number> = {};
  for (const [path, count] of counts.flatMap(Object.entries<number>)) sum[path] = (sum[path] ?? 0) + count;
  return sum;
}

export const together = (...changes: ItemChange[]): ItemChange => ({
  set: Object.assign({}, ...changes.map(({ set }) => set)),
  copy: Object.assign({}, ...changes.map(({ copy }) => copy)),
  add: sumOf(changes.map(({ add = {} }) => add)),
  when: changes.flatMap(({ when = [] }) => when),
});

class Names {
  readonly names: Record<string, string> = {};
  readonly values: Record<string, unknown> = {};

  path(path: string): string {
    return path
      .split('/')
      .map((part) => {
        const known = Object.entries(this.names).find(([, name]) => name === part);
        // Equal lengths, because the emulator mistakes #n1 for a part of #n10.
        const alias = known?.[0] ?? `#n${String(Object.keys(this.names).length).padStart(2, '0')}`;
        this.names[alias] = part;
        return alias;
      })
      .join('.');
  }

  value(value: unknown): string {
    const alias = `:v${Object.keys(this.values).length}`;
    this.values[alias] = value;
    return alias;
  }

  condition([path, test, value]: Condition): string {
    if (test === 'exists') return `attribute_exists(${this.path(path)})`;
    if (test === 'absent') return `attribute_not_exists(${this.path(path)})`;
    if (test === 'absent or <')
      return `(attribute_not_exists(${this.path(path)}) OR ${this.path(path)} < ${this.value(value)})`;
    return `${this.path(path)} ${test} ${this.value(value)}`;
  }
}

const clause = (word: string, parts: string[]) => (parts.length > 0 ? [`${word} ${parts.join(', ')}`] : []);
const filled = <T>(record: Record<string, T>) => (Object.keys(record).length > 0 ? record : undefined);

export function conditionExpression(when: readonly Condition[]) {
  const names = new Names();
  const expression = when.map((condition) => names.condition(condition)).join(' AND ');
  return {
    ConditionExpression: expression || undefined,
    ExpressionAttributeNames: filled(names.names),
    ExpressionAttributeValues: filled(names.values),
  };
}

export function updateExpression({ set = {}, copy = {}, add = {}, when = [] }: ItemChange) {
  const names = new Names();
  const given = Object.entries(set);
  const sets = given.filter(([, v]) => v !== undefined).map(([path, v]) => `${names.path(path)} = ${names.value(v)}`);
  const copied = Object.entries(copy);
  const blank = copied.length > 0 ? names.value('') : '';
  const copies = copied.map(([to, from]) => `${names.path(to)} = if_not_exists(${names.path(from)},${blank})`);
  const removes = given.filter(([, v]) => v === undefined).map(([path]) => names.path(path));
  const adds = Object.entries(add)
    .filter(([, n]) => n !== 0)
    .map(([path, n]) => `${names.path(path)} ${names.value(n)}`);
  const condition = when.map((c) => names.condition(c)).join(' AND ');
  return {
    UpdateExpression: [
      ...clause('SET', [...sets, ...copies]),
      ...clause('REMOVE', removes),
      ...clause('ADD', adds),
    ].join(' '),
    ConditionExpression: condition || undefined,
    ExpressionAttributeNames: filled(names.names),
    ExpressionAttributeValues: filled(names.values),
  };
}
