import { describe, expect, test } from 'vitest';
import { CLIENTS } from '#infra/local/demo-clients.ts';
import type { Act, DemoClient } from '#infra/local/demo-story.ts';
import { dueDateOf, timelineOf } from '#infra/local/demo-timeline.ts';
import { dueGrouping } from '#shared/rules/due-groups.ts';
import {
  changeStage,
  currentStage,
  type JourneyState,
  stageChangeRefusal,
  stageState,
  TOP_STAGES,
} from '#shared/rules/journey.ts';
import { londonInstant, londonParts } from '#shared/rules/london.ts';
import { isWorkingDay } from '#shared/rules/working-days.ts';

const MONDAY = londonInstant('2026-11-23', '06:00');
// Around a weekend, Christmas, New Year, Easter, and the ends of summer time.
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

interface Task {
  due: string | null;
  done: boolean;
}
/** What a client's story comes to. */
interface Outcome {
  client: DemoClient;
  journey: JourneyState;
  tasks: Map<string, Task>;
  change: { status?: string; completed?: boolean; description?: string | null };
  completedAt?: Date;
  unread: { adviser: number; client: number };
  did: Set<string>;
}

function apply(outcome: Outcome, act: Act, at: Date, now: Date): void {
  outcome.did.add('by' in act ? `${act.does} by ${act.by}` : act.does);
  if (act.does === 'stage') {
    expect(stageChangeRefusal(act.number, act.to)).toBeNull();
    const before = stageState(outcome.journey, act.number);
    const after = changeStage(before, act.to, at.toISOString());
    expect(after, `${outcome.client.name}: nothing is done twice: ${act.number}`).not.toEqual(before);
    outcome.journey = { ...outcome.journey, [act.number]: after };
  }
  if (act.does === 'task') outcome.tasks.set(act.task.title, { due: dueDateOf(act.task, at, now), done: false });
  if (act.does === 'task' && outcome.tasks.get(act.task.title)?.due)
    expect(outcome.tasks.get(act.task.title)?.due?.localeCompare(londonParts(at).date)).toBeGreaterThan(0);
  if (act.does === 'adviser-task' || act.does === 'client-task') {
    const task = outcome.tasks.get(act.title);
    expect(task, `${outcome.client.name}: ${act.title}`).toMatchObject({ done: false });
    if (task) task.done = act.to.status === 'completed';
  }
  if (act.does === 'upload' && act.task) expect(outcome.tasks.get(act.task)).toMatchObject({ done: false });
  if (act.does === 'stuck') expect(outcome.tasks.get(act.title)).toMatchObject({ done: false });
  if (act.does === 'message') outcome.unread[act.by === 'client' ? 'adviser' : 'client'] += 1;
  if (act.does === 'read') {
    expect(outcome.unread[act.by], `${outcome.client.name}: ${act.by} has something to read`).toBeGreaterThan(0);
    outcome.unread[act.by] = 0;
  }
  if (act.does === 'change') {
    Object.assign(outcome.change, act.change);
    if (act.change.completed) outcome.completedAt = at;
  }
}

function outcomes(now: Date): Outcome[] {
  const all = new Map<DemoClient, Outcome>();
  for (const { client, acts, at } of timelineOf(CLIENTS, now)) {
    const known = all.get(client);
    const fresh = {
      client,
      journey: {},
      tasks: new Map(),
      change: {},
      unread: { adviser: 0, client: 0 },
      did: new Set<string>(),
    };
    const outcome: Outcome = known ?? fresh;
    all.set(client, outcome);
    for (const act of acts) apply(outcome, act, at, now);
  }
  return [...all.values()];
}

test('on whatever day it is made: in order, at work, and never after now', () => {
  for (const now of DAYS) {
    const timeline = timelineOf(CLIENTS, now);
    const times = timeline.map(({ at }) => at.getTime());
    expect(times).toEqual([...new Set(times)].sort((a, b) => a - b));
    expect(times.at(-1)).toBeLessThan(now.getTime());
    for (const { at } of timeline) {
      const { date, time } = londonParts(at);
      expect(isWorkingDay(date, []), date).toBe(true);
      expect(time >= '09:00' && time < '17:30', time).toBe(true);
    }
    for (const client of CLIENTS)
      expect(timeline.filter((moment) => moment.client === client).map(({ acts }) => acts)).toEqual(
        client.story.map(({ acts }) => acts),
      );
  }
});

test('it is half a year of work', () => {
  const days = new Set(timelineOf(CLIENTS, MONDAY).map(({ at }) => londonParts(at).date));
  expect([...days][0]?.localeCompare('2026-06-01')).toBeLessThan(0);
  expect(days.size).toBeGreaterThan(80);
});

describe('what the firm shows', () => {
  const found = outcomes(MONDAY);
  const some = (fits: (outcome: Outcome) => boolean) => expect(found.filter(fits).length).toBeGreaterThan(0);

  test('clients at every stage, fresh ones, and completed ones, one of them months ago', () => {
    const open = found.filter(({ change }) => !change.completed);
    expect(new Set(open.map(({ journey }) => currentStage(journey)))).toEqual(
      new Set(['Initial Setup', ...TOP_STAGES.map(({ title }) => title)]),
    );
    some(({ client }) => client.story.length === 1 && client.story[0]?.ago === 1);
    const completed = found.filter(({ change }) => change.completed);
    for (const { journey } of completed)
      expect(TOP_STAGES.every(({ number }) => stageState(journey, number).status === 'completed')).toBe(true);
    expect(completed.length).toBeGreaterThan(1);
    some(({ completedAt }) => completedAt !== undefined && MONDAY.getTime() - completedAt.getTime() > 60 * 86_400_000);
  });

  test('each status, a call for help, unread messages on both sides, notes', () => {
    for (const status of ['urgent', 'overdue', undefined]) some(({ change }) => change.status === status);
    some(({ did }) => did.has('stuck'));
    some(({ unread }) => unread.adviser > 0);
    some(({ unread }) => unread.client > 0);
    some(({ change }) => Boolean(change.description));
  });

  test('tasks of every date, done and open; documents of both sides, plans, a mailbox that refuses mail', () => {
    const tasks = found.flatMap((outcome) => [...outcome.tasks.values()]);
    const open = tasks.filter(({ done }) => !done).map(({ due }) => dueGrouping(MONDAY)(due));
    expect(new Set(open)).toEqual(new Set(['Overdue', 'Today', 'This week', 'Later', 'No date']));
    expect(tasks.some(({ done }) => done)).toBe(true);
    for (const what of ['upload by adviser', 'upload by client', 'plan', 'bounce']) some(({ did }) => did.has(what));
  });

  test('a client without a phone, a long name, and for each of the staff some clients', () => {
    some(({ client }) => client.phone === null);
    some(({ client }) => client.name.length > 35);
    expect(Map.groupBy(CLIENTS, ({ adviser }) => adviser).size).toBe(3);
    expect(new Set(CLIENTS.map(({ email }) => email)).size).toBe(CLIENTS.length);
  });
});
