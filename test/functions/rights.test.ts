import { describe, expect, test } from 'vitest';
import { KEYLESS } from '#functions/pipeline/access.ts';
import { ACCESS, type Granted, type TableRight, tableRights } from '#infra/functions/access.ts';
import { askedBy, may } from '../../infra/local/memory/rights.ts';

const NAMES = Object.keys(ACCESS) as Granted[];
/** Functions that manage accounts. */
const OF_ACCOUNTS = ['auth', 'account', 'passkeys', 'advisers'];
/** Single account attributes that jobs update: the summary, and the links in emails. */
const BY_JOBS: readonly string[] = ['on-record summary', 'on-record reset', 'on-record emailLinks'];
const account = { pk: { S: 'ADVISER#a' }, sk: { S: 'ADVISER' } };
const update = (Key: object, ...attributes: string[]) =>
  askedBy('UpdateItem', {
    Key: Key as never,
    UpdateExpression: `SET ${attributes.map((_, i) => `#n${i}.#in = :v`).join(', ')}`,
    ExpressionAttributeNames: { '#in': 'role', ...Object.fromEntries(attributes.map((name, i) => [`#n${i}`, name])) },
  });
const allows = (name: Granted, asked: ReturnType<typeof askedBy>) => asked.every((one) => may(name, one));

describe.each(NAMES)('the function %s', (name) => {
  const isOfAccounts = OF_ACCOUNTS.includes(name);

  test('writes roles, passwords, sessions and factors only if it manages accounts', () => {
    for (const attribute of ['summary', 'passwordHash', 'sessionVersion', 'reset', 'emailLinks', 'totp', 'passkeys'])
      expect(allows(name, update(account, attribute)), attribute).toBe(
        isOfAccounts || BY_JOBS.includes(`${name} ${attribute}`),
      );
    for (const sk of ['ADVISER', 'SESSION#s', 'TOTP']) {
      const Item = { ...account, sk: { S: sk }, createdAt: { S: '' } };
      expect(allows(name, askedBy('PutItem', { Item })), sk).toBe(isOfAccounts);
      const within = { TransactItems: [{ Put: { Item } }] };
      expect(allows(name, askedBy('TransactWriteItems', within)), sk).toBe(isOfAccounts);
      const batch = { RequestItems: { table: [{ PutRequest: { Item } }] } };
      expect(allows(name, askedBy('BatchWriteItem', batch)), sk).toBe(false);
    }
  });

  test('has permissions only for named partitions of the table, and never to scan it', () => {
    for (const { actions, partitions } of tableRights(name)) {
      expect(actions.filter((action) => action.includes('*') || action === 'dynamodb:Scan')).toEqual([]);
      expect(partitions.length).toBeGreaterThan(0);
      expect(partitions.filter((pattern) => !/^[A-Z]{4,}(#\*)?$/.test(pattern))).toEqual([]);
    }
  });
});

test.each(['passwordHash', 'reset', 'emailLinks', 'sealed', 'codes'])(
  'only functions that manage accounts can read %s',
  (secret) => {
    const isReadable = ({ actions, partitions, attributes }: TableRight) =>
      actions.includes('dynamodb:GetItem') &&
      partitions.includes('ADVISER#*') &&
      (attributes?.includes(secret) ?? true);
    expect(NAMES.filter((name) => tableRights(name).some(isReadable)).sort()).toEqual(OF_ACCOUNTS.toSorted());
  },
);

test.each([
  [
    'AUDIT',
    ['PutItem'],
    ['account', 'advisers', 'auth', 'clients', 'firm', 'loas', 'mail-events', 'on-record', 'passkeys'],
  ],
  ['SETTINGS', ['PutItem', 'UpdateItem', 'ConditionCheckItem'], ['firm']],
  ['FIRM', ['UpdateItem'], ['advisers', 'auth', 'firm', 'messages', 'on-record']],
])('the partition %s accepts only %j, from few functions', (partition, writes, writers) => {
  const rights = NAMES.flatMap((name) =>
    tableRights(name)
      .filter(({ partitions }) => partitions.some((one) => one === partition))
      .flatMap(({ actions }) => actions.map((action) => [name, action.replace('dynamodb:', '')] as const)),
  ).filter(([, action]) => !/^(Get|BatchGet|Query)/.test(action));
  expect([...new Set(rights.map(([, action]) => action))].sort()).toEqual(writes.toSorted());
  expect([...new Set(rights.map(([name]) => name))].sort()).toEqual(writers);
});

const FIRM = { pk: { S: 'FIRM' }, sk: { S: 'FIRM' } };
const ofClient = (sk: string) => ({ pk: { S: 'CLIENT#c' }, sk: { S: sk } });
test.each<[what: string, asked: ReturnType<typeof askedBy>, functions: string]>([
  ['read the firm’s audit log', [{ action: 'Query', partitions: ['AUDIT'], attributes: [] }], 'firm'],
  ['count admins', update(FIRM, 'admins'), 'advisers auth'],
  [
    'write clients',
    askedBy('PutItem', { Item: ofClient('CLIENT') }),
    'clients documents factfind loas mail-events messages on-record plans portal requests signing stages tasks tick uploads',
  ],
  [
    'delete entries of a client’s audit log',
    askedBy('DeleteItem', { Key: ofClient('ACTIVITY#1') }),
    'clients documents factfind on-record plans portal requests tasks tick uploads',
  ],
])('only the listed functions may %s', (_, asked, functions) => {
  expect(NAMES.filter((name) => allows(name, asked)).sort()).toEqual(functions.split(' '));
});

test('functions that cannot verify a portal token have no key to make one', () => {
  expect(NAMES.filter((name) => !ACCESS[name].derives).sort()).toEqual([...KEYLESS, 'mail-events'].sort());
});

test('a request needs permission for each of its operations', () => {
  const key = (pk: string) => ({ pk: { S: pk }, sk: { S: 'x' } });
  expect(
    askedBy('TransactWriteItems', {
      TransactItems: [
        { Put: { Item: { ...key('CLIENT#1'), name: { S: 'Ann' } } } },
        {
          Update: {
            Key: key('ADVISER#1'),
            UpdateExpression: 'SET #n0.#n1 = :v0',
            ConditionExpression: 'attribute_exists(#n2)',
            ExpressionAttributeNames: { '#n0': 'summary', '#n1': 'role', '#n2': 'pk' },
          },
        },
        { Delete: { Key: key('EMAIL#1') } },
        { ConditionCheck: { Key: key('FIRM') } },
      ],
    }),
  ).toEqual([
    { action: 'PutItem', partitions: ['CLIENT#1'], attributes: ['pk', 'sk', 'name'] },
    { action: 'UpdateItem', partitions: ['ADVISER#1'], attributes: ['pk', 'sk', 'summary'] },
    { action: 'DeleteItem', partitions: ['EMAIL#1'], attributes: ['pk', 'sk'] },
    { action: 'ConditionCheckItem', partitions: ['FIRM'], attributes: ['pk', 'sk'] },
  ]);
});
