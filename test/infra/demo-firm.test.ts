import { describe, expect, test } from 'vitest';
import type { Key } from '#functions/aws/table.ts';
import type { ClientItem } from '#functions/domain/clients/client.ts';
import type { DocumentItem } from '#functions/domain/documents/document-item.ts';
import { FIRM_FIGURES, type FigureItem, figureName, figuresOf, isFigure } from '#functions/domain/figures/figure.ts';
import { type LoaItem, lettersOf, loaIndexKeys } from '#functions/domain/loas/loa.ts';
import { clientFile, type Treatment } from '#functions/domain/noun.ts';
import { NOUNS } from '#functions/domain/nouns.ts';
import type { PlanItem } from '#functions/domain/plans/plan.ts';
import { type ResponseTimesItem, typicalOf } from '#functions/domain/providers/provider.ts';
import { type RequestItem, requestIndexKeys } from '#functions/domain/requests/request.ts';
import { idOfChild } from '#functions/services/keys/keys.ts';
import { type DemoItem, firmAt, mover, recording } from '#infra/local/demo/snapshot.ts';
import type { Plan } from '#shared/contract/journey.ts';
import { dueGrouping } from '#shared/rules/due.ts';
import { currentStage, type JourneyState, stageState, TOP_STAGES } from '#shared/rules/journey.ts';
import { loaFactsOf, waitedDays } from '#shared/rules/loas.ts';
import { londonInstant, londonParts } from '#shared/rules/london.ts';
import { providerKey } from '#shared/rules/provider-key.ts';
import { monthsUntil } from '#shared/rules/time.ts';
import { PART_BYTES } from '#shared/rules/uploads.ts';
import { isWorkingDay } from '#shared/rules/working-days.ts';

const MONDAY = londonInstant('2026-11-23', '06:00');
// Around a weekend, Christmas, New Year, Easter and both clock changes.
const DATES = [
  '2026-11-23',
  '2026-11-28',
  '2026-11-29',
  '2026-12-28',
  '2027-01-02',
  '2027-03-29',
  '2027-04-02',
  '2027-10-31',
];
const DAYS = DATES.flatMap((date) => [londonInstant(date, '00:05'), londonInstant(date, '23:55')]);

interface Entry extends DemoItem {
  action: string;
  actorType: string;
}
interface Client extends DemoItem {
  summary: {
    name: string;
    email: string;
    phone?: string;
    status: string;
    completedAt?: string;
    description?: string;
    unread: number;
    helpSince?: string;
  };
  calls?: { task: string; since: string }[];
  stages: JourneyState;
  readByClientAt?: string;
  completedAt?: string;
}
interface Task extends DemoItem {
  summary: { dueDate: string | null; status: string };
}

const kind = <T extends DemoItem>(items: readonly DemoItem[], prefix: string) =>
  items.filter(({ pk, sk }) => pk.startsWith('CLIENT#') && sk.startsWith(prefix)) as T[];
const items = await firmAt(MONDAY);
const keyOf = ({ sk }: DemoItem) => sk.slice(sk.lastIndexOf('#') + 1);
const timeOf = (item: DemoItem) => new Date(Number.parseInt(keyOf(item).slice(0, 9), 36));
const entriesOf = (items: readonly DemoItem[]) =>
  items.filter(({ sk }) => sk.startsWith('ACTIVITY#')).sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1)) as Entry[];

test('the demo firm’s audit entries are ordered, in working hours and in the past on any day', async () => {
  const { today, items } = await recording();
  const entries = entriesOf(items);
  for (const now of DAYS) {
    const moved = entries.map(mover(today, now));
    expect(moved).toEqual(entriesOf(moved));
    const times = moved.map(timeOf);
    expect(times.at(-1)?.getTime()).toBeLessThan(now.getTime());
    for (const at of times) {
      const { date, time } = londonParts(at);
      expect(isWorkingDay(date, []), date).toBe(true);
      expect(time >= '08:00' && time < '17:30', time).toBe(true);
    }
  }
});

test('the demo firm has no past time after now, and no task due before its creation', async () => {
  for (const now of DAYS) {
    const items = await firmAt(now);
    const past = JSON.stringify(items.map(({ dsk: _, ...item }) => item)).match(/\d{4}-\d\d-\d\dT[\d:.]+Z/g) ?? [];
    expect(past.filter((time) => time > now.toISOString())).toEqual([]);
    for (const task of kind<Task>(items, 'CLIENT#TASK#'))
      if (task.summary.dueDate)
        expect(task.summary.dueDate.localeCompare(londonParts(timeOf(task)).date), keyOf(task)).toBeGreaterThan(0);
  }
});

test('the demo firm is unchanged on the day of its recording', async () => {
  const { today, items } = await recording();
  expect(items.map(mover(today, londonInstant(today, '06:00')))).toEqual(items);
});

test('the demo firm’s recording contains no key, password, session or encrypted path', async () => {
  const { items } = await recording();
  const secret = ['passwordHash', 'encryptionKey', 'authTag', 'iv', 'encryptedPath'];
  expect(items.flatMap((item) => Object.keys(item).filter((name) => secret.includes(name)))).toEqual([]);
  expect(items.filter(({ pk, sk }) => /^(ATTEMPTS|SESSION|CHALLENGE)/.test(pk) || sk.startsWith('SESSION'))).toEqual(
    [],
  );
});

test('the checks of stored clients find nothing in the demo firm', async () => {
  const items = await firmAt(MONDAY);
  const files = [...Map.groupBy(items, ({ pk }) => pk).values()].flatMap((own) => clientFile(own) ?? []);
  const findings = files.flatMap((file) =>
    Object.values<Treatment>(NOUNS).flatMap((noun) =>
      noun.owner === 'client' && typeof noun.verified === 'function' ? noun.verified(file) : [],
    ),
  );
  expect(files.length).toBeGreaterThan(10);
  // Bytes are counted, and signatures made, where the files are stored (load.ts).
  const others = findings.filter(({ problem }) => !/^totalBytes|evidence/.test(problem));
  expect(others.map(({ where, problem }) => `${where}: ${problem}`)).toEqual([]);
});

test('the demo firm has half a year of work', async () => {
  const days = new Set(entriesOf(await firmAt(MONDAY)).map((entry) => londonParts(timeOf(entry)).date));
  expect([...days][0]?.localeCompare('2026-06-01')).toBeLessThan(0);
  expect(days.size).toBeGreaterThan(80);
});

describe('the demo firm', () => {
  const clients = kind<Client>(items, 'CLIENT').filter(({ sk }) => sk === 'CLIENT');
  const some = (fits: (client: Client) => boolean) => expect(clients.filter(fits).length).toBeGreaterThan(0);
  const entries = entriesOf(items);
  const of = ({ pk }: DemoItem) => entries.filter((entry) => entry.pk === pk);

  test('has clients at every stage, new clients, and clients completed long ago', () => {
    const open = clients.filter(({ summary }) => !summary.completedAt);
    expect(new Set(open.map(({ stages }) => currentStage(stages)))).toEqual(
      new Set(['Initial Setup', ...TOP_STAGES.map(({ title }) => title)]),
    );
    const daysOf = (client: Client) => [...new Set(of(client).map((entry) => londonParts(timeOf(entry)).date))];
    some((client) => daysOf(client).join() === '2026-11-20');
    const completed = clients.filter(({ summary }) => summary.completedAt);
    for (const { stages } of completed)
      expect(TOP_STAGES.every(({ number }) => stageState(stages, number).status === 'completed')).toBe(true);
    expect(completed.length).toBeGreaterThan(1);
    const ends = entries.filter(({ action }) => action === 'client-completed').map(timeOf);
    expect(ends.some((at) => MONDAY.getTime() - at.getTime() > 60 * 86_400_000)).toBe(true);
  });

  test('has a client who asked for help with an open task, as list and portal show it', () => {
    some(({ summary }) => summary.helpSince !== undefined);
    const open = kind<Task>(items, 'CLIENT#TASK#').filter(({ summary }) => summary.status !== 'completed');
    for (const { summary, calls = [] } of clients) {
      expect(calls[0]?.since).toBe(summary.helpSince);
      for (const { task } of calls) expect(open.map(idOfChild)).toContain(task);
    }
  });

  test('has every status, a client who needs help, unread messages on both sides, and notes', () => {
    for (const status of ['urgent', 'overdue', 'on_target']) some(({ summary }) => summary.status === status);
    expect(entries.some(({ action }) => action === 'help-requested')).toBe(true);
    some(({ summary }) => summary.unread > 0);
    const messages = kind<DemoItem & { senderType: string }>(items, 'MESSAGE#');
    const newest = ({ pk }: DemoItem) =>
      messages
        .filter((message) => message.pk === pk && message.senderType === 'adviser')
        .map(keyOf)
        .sort()
        .at(-1);
    some((client) => (newest(client) ?? '') > String(client.readByClient ?? ''));
    some(({ summary }) => Boolean(summary.description));
  });

  test('has tasks of every due group, documents of both sides, plans, and a bounced email', () => {
    const tasks = kind<Task>(items, 'CLIENT#TASK#').map(({ summary }) => summary);
    const open = tasks
      .filter(({ status }) => status !== 'completed')
      .map(({ dueDate }) => dueGrouping(MONDAY)(dueDate));
    expect(new Set(open)).toEqual(new Set(['Overdue', 'Today', 'This week', 'Next week', 'Later', 'No date']));
    expect(tasks.some(({ status }) => status === 'completed')).toBe(true);
    const documents = kind<DemoItem>(items, 'CLIENT#DOCUMENT#').map(({ uploadedBy }) => uploadedBy);
    expect(new Set(documents)).toEqual(new Set(['adviser', 'client']));
    const sizes = kind<DemoItem>(items, 'CLIENT#DOCUMENT#').map(({ fileSize }) => Number(fileSize));
    expect(sizes.filter((size) => size > PART_BYTES)).toHaveLength(1);
    expect(kind<DemoItem & Plan>(items, 'PLAN#').length).toBeGreaterThan(0);
    expect(entries.some(({ action }) => action === 'mail-bounced')).toBe(true);
  });

  test('has requests in every state, and counts them, their files and their rows in the lists', () => {
    const requests = kind<DemoItem & RequestItem>(items, 'CLIENT#REQUEST#');
    const documents = kind<DemoItem & DocumentItem>(items, 'CLIENT#DOCUMENT#');
    const shown = requests.map(({ summary, reason }) => (reason ? `sent back: ${reason}` : summary.state));
    expect(new Set(shown)).toEqual(
      new Set(['open', 'sent back: The date is cut off.', 'submitted', 'approved', 'waived']),
    );
    for (const { pk, gpk, summary, totalRequests = 0 } of clients as (Client & ClientItem)[]) {
      const own = requests.filter((request) => request.pk === pk);
      const inState = (state: string) => own.filter((request) => request.summary.state === state).length;
      const { openRequests = 0, submittedRequests = 0 } = summary;
      expect([totalRequests, openRequests, submittedRequests]).toEqual([
        own.length,
        inState('open'),
        inState('submitted'),
      ]);
      for (const request of own) {
        const files = documents.filter((document) => document.request === keyOf(request));
        expect(request.summary.everFiles).toBe(files.length);
        expect(request.summary.files).toBe(files.filter(({ attempt }) => attempt === request.summary.attempt).length);
        const { gpk: wanted, gsk } = requestIndexKeys(request.summary, keyOf(request), gpk.split('#')[1] ?? '');
        expect([request.gpk, request.gsk]).toEqual([wanted, gsk]);
      }
    }
  });

  test('has letters in every state with a provider, and one to send again', () => {
    const letters = kind<DemoItem & LoaItem>(items, 'CLIENT#LOA#');
    expect(new Set(letters.map(({ summary }) => summary.state))).toEqual(
      new Set(['sent', 'part', 'received', 'rejected']),
    );
    const plans = kind<DemoItem & PlanItem>(items, 'PLAN#');
    for (const { pk, gpk, summary } of clients as (Client & ClientItem)[]) {
      const own = letters.filter((loa) => loa.pk === pk);
      expect(summary.letters).toEqual(lettersOf(own));
      for (const loa of own) {
        const { provider, providerKey: key, plans: count, ...facts } = loa.summary;
        expect(facts).toMatchObject(loaFactsOf(loa.steps));
        expect({ gpk: loa.gpk, gsk: loa.gsk }).toEqual(loaIndexKeys(facts, keyOf(loa), gpk.split('#')[1] ?? ''));
        const linked = plans.filter((plan) => plan.pk === pk && plan.loa === keyOf(loa));
        expect(linked.map(({ provider: name }) => providerKey(name))).toEqual(Array(count).fill(key));
        expect(key).toBe(providerKey(provider));
      }
    }
  });

  test('has on any day figures of three providers, and a letter that waits past the promised day', async () => {
    for (const now of DAYS) {
      const items = await firmAt(now);
      const today = londonParts(now).date;
      const letters = kind<DemoItem & LoaItem>(items, 'CLIENT#LOA#');
      const { summary, steps, dsk } = letters.find((one) => one.summary.provider === 'Royal London') ?? expect.fail();
      expect(waitedDays(summary, today, [])).toBe(isWorkingDay(today, []) ? 17 : 16);
      expect([summary.chases, (steps.at(-1)?.promisedOn ?? '9') < today, dsk]).toEqual([1, true, undefined]);
      const times = items.filter(({ sk }) => sk.startsWith('ANSWERS#')) as (DemoItem & ResponseTimesItem)[];
      const answered = letters.filter(({ counted }) => counted);
      expect(times.reduce((sum, { n }) => sum + n, 0)).toBe(answered.length);
      const usual = (key: string) => typicalOf({ providers: [], times }, key);
      for (const key of ['aviva', 'scottish-widows', 'legal-and-general'])
        expect(usual(key)).toEqual({ from: expect.any(Number), to: expect.any(Number) });
      expect(usual('quilter')).toBeUndefined();
    }
  });

  test('has clients who visited after reminders, answered none and stopped them, and an adviser is notified', async () => {
    for (const now of DAYS) {
      const items = await firmAt(now);
      const found = kind<Client & ClientItem>(items, 'CLIENT').filter(({ sk }) => sk === 'CLIENT');
      const by = (name: string) => found.find(({ summary }) => summary.name === name) ?? expect.fail(name);
      const [priya, beatrice, michael] = ['Priya Raman', 'Beatrice Fairweather', 'Michael Osei'].map(by);
      expect(priya?.summary.reminded).toMatchObject({ n: 0, total: 2 });
      expect((priya?.summary.visitedAt ?? '') > (priya?.summary.reminded?.on ?? '9')).toBe(true);
      expect(beatrice?.summary.reminded).toMatchObject({ n: 4, total: 4 });
      expect((beatrice?.unansweredAt ?? '') > (beatrice?.summary.reminded?.on ?? '9')).toBe(true);
      expect((beatrice?.summary.visitedAt ?? '9') < (beatrice?.summary.reminded?.on ?? '')).toBe(true);
      expect(michael?.summary.reminders?.stoppedAt).toMatch(/^20/);
      for (const { pk, summary } of found) {
        const sent = entriesOf(items).filter((entry) => entry.pk === pk && entry.action === 'reminder-sent');
        expect(sent).toHaveLength(summary.reminded?.total ?? 0);
        const last = sent.at(-1);
        if (last) expect(summary.reminded?.on).toBe(londonParts(timeOf(last)).date);
      }
    }
  });

  test('has on any day five completions of each stage in half a year, counted for the firm and its advisers', async () => {
    for (const now of DAYS) {
      const all: readonly Key[] = await firmAt(now);
      const [firm, advisers] = [true, false].map((isFirm) =>
        all.filter(isFigure).filter(({ pk }) => (pk === figuresOf(FIRM_FIGURES)) === isFirm),
      );
      const months = monthsUntil(londonParts(now).date, 6);
      const nOf = (items: readonly FigureItem[] = [], what: number | string) =>
        months
          .flatMap((month) => items.filter((item) => figureName(item) === `${month}#${what}`))
          .reduce((sum, { n }) => sum + n, 0);
      for (const { number } of TOP_STAGES) expect(nOf(firm, number)).toBeGreaterThanOrEqual(5);
      for (const what of [1, 7, 'added', 'completed']) expect(nOf(advisers, what)).toBe(nOf(firm, what));
    }
    for (const { summary, countedAs } of clients as (Client & ClientItem)[])
      expect(countedAs?.month).toBe(summary.completedAt?.slice(0, 'YYYY-MM'.length));
  });

  test('has a client without a phone, a long name, and clients of every adviser', () => {
    some(({ summary }) => summary.phone === undefined);
    some(({ summary }) => summary.name.length > 35);
    expect(new Set(clients.map(({ gpk }) => gpk)).size).toBe(3);
    expect(new Set(clients.map(({ summary }) => summary.email)).size).toBe(clients.length);
  });
});
