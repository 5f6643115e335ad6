import { describe, expect, test } from 'vitest';
import { ACCESS, type Granted, tableRights } from '#infra/functions/access.ts';
import { askedBy, may } from '../support/rights.ts';

const NAMES = Object.keys(ACCESS) as Granted[];
/** Functions that make accounts, change them and end them, and jobs that do what follows. */
const OF_ACCOUNTS = ['auth', 'account', 'passkeys', 'advisers', 'on-record', 'tick'];
const account = { pk: { S: 'ADVISER#a' }, sk: { S: 'ADVISER' } };
const update = (Key: object, ...attributes: string[]) =>
  askedBy('UpdateItem', {
    Key: Key as never,
    UpdateExpression: `SET ${attributes.map((_, i) => `#n${i}.#in = :v`).join(', ')}`,
    ExpressionAttributeNames: { '#in': 'role', ...Object.fromEntries(attributes.map((name, i) => [`#n${i}`, name])) },
  });
const allows = (name: Granted, asked: ReturnType<typeof askedBy>) => asked.every((one) => may(name, one));

describe.each(NAMES)('%s', (name) => {
  const isOfAccounts = OF_ACCOUNTS.includes(name);

  test('writes a role, a password, a session or a factor where it is for accounts, and nowhere else', () => {
    for (const attribute of ['card', 'passwordHash', 'sessionVersion', 'reset', 'totp', 'passkeys'])
      expect(allows(name, update(account, attribute)), attribute).toBe(isOfAccounts);
    for (const sk of ['ADVISER', 'SESSION#s', 'TOTP']) {
      const Item = { ...account, sk: { S: sk } };
      expect(allows(name, askedBy('PutItem', { Item })), sk).toBe(isOfAccounts);
      const within = { TransactItems: [{ Put: { Item } }] };
      expect(allows(name, askedBy('TransactWriteItems', within)), sk).toBe(isOfAccounts);
      const batch = { RequestItems: { table: [{ PutRequest: { Item } }] } };
      expect(allows(name, askedBy('BatchWriteItem', batch)), sk).toBe(name === 'on-record');
    }
  });

  test('has no right to the table that is not for partitions', () => {
    for (const { actions, partitions } of tableRights(name)) {
      expect(actions.filter((action) => action.includes('*') || action === 'dynamodb:Scan')).toEqual([]);
      expect(partitions.length).toBeGreaterThan(0);
      expect(partitions.filter((pattern) => !/^[A-Z]{4,}(#\*)?$/.test(pattern))).toEqual([]);
    }
  });
});

test('settings, versions of keys and the firm’s record are written by functions of the firm and of accounts', () => {
  const settings = askedBy('PutItem', { Item: { pk: { S: 'FIRM' }, sk: { S: 'SETTINGS' } } });
  expect(NAMES.filter((name) => allows(name, settings)).sort()).toEqual(
    ['account', 'advisers', 'auth', 'clients', 'firm', 'on-record', 'passkeys'].sort(),
  );
});

test('clients are written by functions of clients and by jobs', () => {
  const client = askedBy('PutItem', { Item: { pk: { S: 'CLIENT#c' }, sk: { S: 'CLIENT' } } });
  expect(NAMES.filter((name) => allows(name, client)).sort()).toEqual(
    ['clients', 'documents', 'messages', 'on-record', 'plans', 'portal', 'stages', 'tasks', 'tick'].sort(),
  );
});

test('lines of a record are deleted by functions that delete a client, or parts of it', () => {
  const line = askedBy('DeleteItem', { Key: { pk: { S: 'CLIENT#c' }, sk: { S: 'ACTIVITY#1' } } });
  expect(NAMES.filter((name) => allows(name, line)).sort()).toEqual(
    ['clients', 'documents', 'on-record', 'plans', 'portal', 'tasks', 'tick'].sort(),
  );
  const ofFirm = askedBy('DeleteItem', { Key: { pk: { S: 'FIRM' }, sk: { S: 'ACTIVITY#1' } } });
  expect(allows('firm', ofFirm)).toBe(false);
});

test('each part of a request is looked at', () => {
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
            ExpressionAttributeNames: { '#n0': 'card', '#n1': 'role', '#n2': 'pk' },
          },
        },
        { Delete: { Key: key('EMAIL#1') } },
        { ConditionCheck: { Key: key('FIRM') } },
      ],
    }),
  ).toEqual([
    { action: 'PutItem', partition: 'CLIENT#1', attributes: ['pk', 'sk', 'name'] },
    { action: 'UpdateItem', partition: 'ADVISER#1', attributes: ['pk', 'sk', 'card'] },
    { action: 'DeleteItem', partition: 'EMAIL#1', attributes: ['pk', 'sk'] },
    { action: 'ConditionCheckItem', partition: 'FIRM', attributes: ['pk', 'sk'] },
  ]);
});
