import { beforeAll, describe, expect, test } from 'vitest';
import { clientsCsv } from '#functions/domain/export/client-csv.ts';
import type { Client } from '#shared/contract/clients.ts';
import { RECENTLY_ADDED } from '#shared/rules/clients.ts';
import { MOST_EXPORTED } from '#shared/rules/limits.ts';
import { londonParts } from '#shared/rules/london.ts';
import { clientOf, doneBy } from '../../support/acts.ts';
import { Caller } from '../../support/api.ts';
import { newAdmin, newAdviser, newClient, type Person } from '../../support/builders.ts';
import { START, setNow } from '../../support/clock.ts';
import { inDays } from '../../support/days.ts';
import { startFactfind } from '../../support/factfind.ts';
import { noFault, withFault } from '../../support/faults/faults.ts';
import { callHandler } from '../../support/handlers.ts';

const csv = { accept: 'text/csv' };
const send = (caller: Caller, query: Record<string, string> = {}) =>
  caller.call('GET /api/clients', { query, headers: csv });
const linesOf = async (caller: Caller, query: Record<string, string> = {}) => {
  const { status, body } = await send(caller, query);
  expect(status).toBe(200);
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(body).trimEnd().split('\r\n');
};
const namesOf = async (caller: Caller, query: Record<string, string>) =>
  (await linesOf(caller, { columns: 'name', ...query })).slice(1).map((line) => line.slice(1, -1));

/** Formats the last update as an export does, such as "2026-11-20 10:00". */
const londonMinute = (update: string) =>
  update === RECENTLY_ADDED ? update : Object.values(londonParts(new Date(update))).join(' ');

const HOUR = 3_600_000;
const DUE = { first: inDays(2), second: inDays(4), last: inDays(9) };
const FORMULA = '=HYPERLINK("https://evil.example")';
let ann: Person;
let boss: Person;

beforeAll(async () => {
  ann = await newAdviser('Ann O’Dea');
  const added = (day: number) => setNow(START - day * 24 * HOUR);
  added(9);
  const zoe = await clientOf(ann, {
    name: 'Zoë "Zed" Grün, Müller',
    email: 'zoe@clients.example',
    phone: '+44 20 7946',
  });
  await zoe.setStage('1', { status: 'in_progress' });
  await zoe.addTask({ dueDate: DUE.last });
  await zoe.addTask({ dueDate: DUE.second, responsibility: 'adviser' });
  added(8);
  await newClient(ann, { name: FORMULA, email: 'formula@clients.example', phone: null });
  added(7);
  const kim = await clientOf(ann, { name: 'Kim 李', email: 'kim@clients.example' });
  await kim.change({ status: 'urgent' });
  added(6);
  await (await clientOf(ann, { name: 'Ola' })).change({ completed: true });
  added(5);
  const mia = await clientOf(ann, { name: 'Mia' });
  await mia.addTask({ dueDate: DUE.first });
  await mia.by('POST /api/clients/{id}/stuck', { body: {} }, mia.own);
  setNow(START + HOUR);
  // Last, because an export wants a sign-in within the hour.
  boss = await newAdmin();
});

describe('the CSV export of the clients list', () => {
  test('has the default columns of the list, clients who asked for help first, then the newest', async () => {
    const { headers } = await send(ann);
    expect(headers.get('content-disposition')).toBe('attachment; filename="clients.csv"');
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
    const clients: Client[] = (await ann.call('GET /api/clients')).body;
    const [mia, ola, kim, formula, zoe] = clients.map(({ lastUpdate }) => londonMinute(lastUpdate));
    expect(await linesOf(ann)).toEqual([
      '\uFEFF"Name","Stage","Progress","Status","Waiting for","Days in stage","Last update","Next due"',
      `"Mia","Initial Setup",0,"On Target","Adviser, Client","","${mia}","${DUE.first}"`,
      `"Ola","Journey completed",100,"Completed","Nobody","","${ola}",""`,
      `"Kim 李","Initial Setup",0,"Urgent","Nobody","","${kim}",""`,
      `"'=HYPERLINK(""https://evil.example"")","Initial Setup",0,"On Target","Nobody","","${formula}",""`,
      `"Zoë ""Zed"" Grün, Müller","First Meeting",0,"On Target","Adviser, Client",9,"${zoe}","${DUE.second}"`,
    ]);
  });

  test('has the chosen columns in display order, with phone numbers without an apostrophe', async () => {
    const query = { columns: 'visit.phone.name.adviser.email', q: 'zed', view: 'table' };
    expect(await linesOf(ann, query)).toEqual([
      '\uFEFF"Name","Email","Phone","Last visit"',
      `"Zoë ""Zed"" Grün, Müller","zoe@clients.example","+44 20 7946",""`,
    ]);
  });

  test('has charges as numbers and days as dates, and sorts by them', async () => {
    const noa = await newAdviser();
    const charged = async (name: string, advice: object) => (await clientOf(noa, { name })).change({ advice });
    await charged('Dear', { initial: 1500, ongoing: 0, agreedOn: '2026-11-03' });
    await charged('Free', { initial: 0, agreedOn: '2026-11-10', givenOn: '2026-11-20' });
    await newClient(noa, { name: 'None' });
    expect(await linesOf(noa, { columns: 'name.given.agreed.ongoing.initial', sort: 'initial' })).toEqual([
      '\uFEFF"Name","Initial charge","Ongoing charge","Charges agreed","Advice given"',
      '"Free",0,"","2026-11-10","2026-11-20"',
      '"Dear",1500,0,"2026-11-03",""',
      '"None","","","",""',
    ]);
  });

  test('has the state of the newest fact-find with its day, and sorts by the day', async () => {
    const noa = await newAdviser();
    const kit = await clientOf(noa, { name: 'Kit' });
    await newClient(noa, { name: 'None' });
    const { body } = await startFactfind(noa, kit.id);
    const shown = async () => (await linesOf(noa, { columns: 'name.factfind', sort: '-factfind' })).slice(1);
    const today = inDays(0);
    expect(await shown()).toEqual([`"Kit","With the client ${today}"`, '"None",""']);
    await kit.own.call('POST /api/requests/{id}/submit', { params: { id: body.id } });
    expect(await shown()).toContain(`"Kit","To review ${today}"`);
    await kit.by('POST /api/clients/{id}/factfind/accept', { body: { version: 2, agreedOn: inDays(-1) } });
    expect(await shown()).toContain(`"Kit","Agreed ${inDays(-1)}"`);
    const again = await startFactfind(noa, kit.id);
    expect(await shown()).toContain(`"Kit","With the client ${today}"`);
    await noa.call('DELETE /api/requests/{id}', { params: { id: again.body.id } });
    expect(await shown()).toContain(`"Kit","Agreed ${inDays(-1)}"`);
  });

  test.each([
    [{ filter: 'urgent' }, ['Kim 李']],
    [{ filter: 'pending-client', sort: 'name' }, ['Mia', 'Zoë ""Zed"" Grün, Müller']],
    [{ q: 'grun zoe' }, ['Zoë ""Zed"" Grün, Müller']],
    [{ q: 'kim@clients' }, ['Kim 李']],
    [{ q: '020 7946', sort: '-name' }, ['Zoë ""Zed"" Grün, Müller', 'Ola', 'Mia', 'Kim 李']],
    [
      { sort: 'due', filter: 'active' },
      ['Mia', 'Zoë ""Zed"" Grün, Müller', 'Kim 李', `'${FORMULA.replaceAll('"', '""')}`],
    ],
    [{ sort: '-due', filter: 'pending-client' }, ['Zoë ""Zed"" Grün, Müller', 'Mia']],
    [{ q: 'nobody' }, []],
  ])('has the rows of the list %j in its order', async (query, names) => {
    expect(await namesOf(ann, query)).toEqual(names);
  });

  test('contains an adviser’s own clients, for admins those of everyone or of one adviser', async () => {
    const bea = await newAdviser('Bea');
    await newClient(bea, { name: 'Only Bea’s' });
    expect(await namesOf(bea, {})).toEqual(['Only Bea’s']);
    expect(await namesOf(bea, { adviser: ann.id })).toEqual([]);
    expect(await linesOf(boss, { adviser: bea.id, columns: 'adviser' })).toEqual([
      '\uFEFF"Name","Adviser"',
      '"Only Bea’s","Bea"',
    ]);
    expect(await namesOf(boss, { q: 'zed' })).toHaveLength(1);
    const token = (await newClient(bea)).token;
    for (const caller of [new Caller(token), new Caller()]) expect([401, 403]).toContain((await send(caller)).status);
  });

  test('is in the firm’s audit log with its size and filter, but not if it is refused', async () => {
    const cem = await newAdviser();
    await newClient(cem);
    await send(cem);
    await send(cem, { filter: 'urgent', q: 'Somebody' });
    expect((await send(cem, { sort: 'age' })).status).toBe(400);
    await cem.call('GET /api/clients');
    expect(await doneBy(cem)).toEqual(['Exported a list of 0 clients (urgent)', 'Exported a list of 1 client']);
  });

  test.each([
    ['filter', 'late'],
    ['sort', 'age'],
    ['columns', 'name.age'],
    ['adviser', 'a b'],
    ['view', 'map'],
    ['q', 'x'.repeat(1001)],
    ['limit', '10'],
    ['cursor', 'x'],
  ])('rejects a wrong “%s”, and names it', async (name, value) => {
    const { status, body } = await send(ann, { [name]: value });
    expect([status, Object.keys(body.fields)]).toEqual([400, [name]]);
  });

  test('reads an adviser’s list in one round, and the list without CSV takes no order', async () => {
    const dan = await newAdviser();
    const { asked } = await withFault(noFault, () => callHandler(dan, 'GET /api/clients', { headers: csv }));
    expect(asked).toHaveLength(3);
    const { status, body } = await ann.call('GET /api/clients', { query: { sort: 'name' } });
    expect([status, Object.keys(body.fields)]).toEqual([400, ['sort']]);
  });

  test('is refused for more than 3,000 clients, and never cut', async () => {
    const [one] = (await ann.call('GET /api/clients')).body as Client[];
    const export_ = (count: number, query = {}, name = 'Ann') =>
      clientsCsv(
        Array<Client>(count).fill({ ...(one as Client), name }),
        query,
        { kind: 'adviser', works: [] },
        { now: new Date(), due: new Map() },
      );
    expect(export_(MOST_EXPORTED).rows).toBe(3000);
    expect(() => export_(MOST_EXPORTED + 1)).toThrow(
      'An export has at most 3,000 clients, and this list has 3,001. Narrow the list by a filter or a search first.',
    );
    expect(export_(MOST_EXPORTED + 1, { filter: 'overdue' }).rows).toBe(0);
    expect(() => export_(MOST_EXPORTED, {}, '𝔸'.repeat(400))).toThrow(
      'This export would be too large. Narrow the list',
    );
  });
});
