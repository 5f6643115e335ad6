import { describe, expect, test } from 'vitest';
import { addDays } from '#shared/rules/london.ts';
import {
  holdOn,
  isUnanswered,
  nextReminder,
  type OpenThing,
  type ReminderFacts,
  slotsOf,
} from '#shared/rules/reminders.ts';
import { isWorkingDay } from '#shared/rules/working-days.ts';

const request = (due: string | undefined, since = '2026-11-20'): OpenThing => ({ kind: 'request', due, since });
const facts = (more: Partial<ReminderFacts> = {}): ReminderFacts => ({
  things: [request('2026-12-04')],
  sinceVisit: 0,
  tries: 4,
  ...more,
});

/** Days on which runs send, if nothing happens but the reminders themselves. */
function simulated(start: ReminderFacts, from: string, days: number, closed: readonly string[] = []): string[] {
  let now = start;
  const sent: string[] = [];
  for (let day = from, left = days; left > 0; day = addDays(day, 1), left -= 1) {
    if (!isWorkingDay(day, closed) || holdOn(now, day)) continue;
    sent.push(day);
    now = { ...now, lastOn: day, sinceVisit: now.sinceVisit + 1 };
  }
  return sent;
}

describe('the days of a reminder', () => {
  test.each<[string, OpenThing, string[]]>([
    ['a due date', request('2026-12-04'), ['12-01', '12-04', '12-11', '12-18', '12-25']],
    ['no due date', request(undefined, '2026-12-01'), ['12-08', '12-15', '12-22']],
    [
      'a due date within three days of asking',
      request('2026-12-04', '2026-12-02'),
      ['12-04', '12-11', '12-18', '12-25'],
    ],
    ['a due date on the day of asking', request('2026-12-04', '2026-12-04'), ['12-11', '12-18', '12-25']],
  ])('for %s are these', (_, thing, days) => {
    expect(slotsOf(thing).map((day) => day.slice(5))).toEqual(days);
  });
});

describe('reminder runs', () => {
  test.each<[string, Partial<ReminderFacts>, string, string[], string[]?]>([
    ['an ordinary week', {}, '2026-11-30', ['2026-12-01', '2026-12-04', '2026-12-11', '2026-12-18']],
    [
      'Christmas',
      { things: [request('2026-12-18')], tries: 10 },
      '2026-12-14',
      ['2026-12-15', '2026-12-18', '2026-12-29', '2027-01-04', '2027-01-08'],
    ],
    [
      'Easter',
      { things: [request('2027-03-29')], tries: 10 },
      '2027-03-22',
      ['2027-03-30', '2027-04-05', '2027-04-12', '2027-04-19'],
    ],
    [
      'the clock change of spring',
      { things: [request('2027-03-31')], tries: 10 },
      '2027-03-24',
      ['2027-03-30', '2027-04-01', '2027-04-07', '2027-04-14', '2027-04-21'],
    ],
    [
      'the clock change of autumn',
      { things: [request('2026-10-27', '2026-10-01')], tries: 10 },
      '2026-10-22',
      ['2026-10-26', '2026-10-28', '2026-11-03', '2026-11-10', '2026-11-17'],
    ],
    [
      'a closed week',
      { tries: 10 },
      '2026-11-30',
      ['2026-12-07', '2026-12-11', '2026-12-18', '2026-12-29'],
      ['2026-11-30', '2026-12-01', '2026-12-02', '2026-12-03', '2026-12-04'],
    ],
    [
      'five things',
      { things: ['01', '02', '03', '04', '07'].map((day) => request(`2026-12-${day}`)), tries: 3 },
      '2026-11-26',
      ['2026-11-30', '2026-12-02', '2026-12-04'],
    ],
    ['two tries', { tries: 2 }, '2026-11-30', ['2026-12-01', '2026-12-04']],
  ])('in %s send on these days', (_, more, from, days, closed = []) => {
    expect(simulated(facts(more), from, 35, closed)).toEqual(days);
  });

  test('send on the first day that the rule names as the next one', () => {
    let seed = 7;
    const random = (max: number) => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed % max;
    };
    const maybe = (value: string) => (random(3) === 0 ? value : undefined);
    for (let i = 0; i < 500; i += 1) {
      const from = addDays('2026-11-20', random(200));
      const day = () => addDays(from, random(40) - 20);
      const things = Array.from({ length: random(4) }, () => request(maybe(day()), addDays(from, -random(40))));
      const known = facts({
        off: random(3) === 0,
        things,
        stopped: random(20) === 0,
        pausedUntil: maybe(day()),
        lastOn: maybe(day()),
        visitedOn: maybe(day()),
        mailFreeOn: maybe(day()),
        sinceVisit: random(5),
      });
      expect(nextReminder(known, from, []), JSON.stringify(known)).toBe(simulated(known, from, 60)[0]);
    }
  });
});

describe('a reminder', () => {
  const day = '2026-12-04';
  test.each<[string, Partial<ReminderFacts>, object | undefined]>([
    ['leaves when it is due', {}, undefined],
    ['is off if both kinds are', { off: true }, { why: 'off' }],
    ['has nothing to say if nothing is open', { things: [] }, { why: 'nothing' }],
    ['is not sent after completion', { completed: true }, { why: 'completed' }],
    ['is not sent to a suspended portal', { suspended: true, undelivered: true }, { why: 'suspended' }],
    ['is not sent to an address that bounced', { undelivered: true, stopped: true }, { why: 'undelivered' }],
    ['is not sent to a client who stopped them', { stopped: true, pausedUntil: '2026-12-09' }, { why: 'stopped' }],
    ['waits for the end of a pause', { pausedUntil: '2026-12-05' }, { why: 'paused', until: '2026-12-05' }],
    ['leaves on the last day of a pause', { pausedUntil: day }, undefined],
    ['is not sent after four without a visit', { sinceVisit: 4 }, { why: 'silent' }],
    ['is not sent on the day of a visit', { visitedOn: day }, { why: 'visited', until: '2026-12-06' }],
    ['is not sent on the day after a visit', { visitedOn: '2026-12-03' }, { why: 'visited', until: '2026-12-05' }],
    ['is sent two days after a visit', { visitedOn: '2026-12-02' }, undefined],
    ['is not sent the day after another', { lastOn: '2026-12-03' }, { why: 'recent', until: '2026-12-05' }],
    ['is sent two days after another', { lastOn: '2026-12-02' }, undefined],
    ['is sent although the clock was set back', { lastOn: '2026-12-10' }, undefined],
    ['is not sent soon after another email', { mailFreeOn: '2026-12-05' }, { why: 'recent', until: '2026-12-05' }],
    [
      'is not sent twice for one day',
      { lastOn: '2026-12-02', things: [request('2026-12-05')] },
      { why: 'waiting', until: '2026-12-05' },
    ],
    [
      'is not sent once all its days have passed',
      { things: [request('2026-11-01', '2026-10-01')], lastOn: '2026-11-30' },
      { why: 'waiting', until: undefined },
    ],
  ])('%s', (_, more, hold) => {
    expect(holdOn(facts(more), day)).toEqual(hold);
  });

  test('is called unanswered on the day on which the next one would have left', () => {
    const silent = facts({ sinceVisit: 4, lastOn: '2026-12-04' });
    const days = ['2026-12-07', '2026-12-10', '2026-12-11'].map((on) => isUnanswered(silent, on));
    expect(days).toEqual([false, false, true]);
  });
});
