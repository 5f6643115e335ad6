import { describe, expect, test } from 'vitest';
import type { Stage } from '#shared/contract/journey.ts';
import {
  allowedStatuses,
  changedStage,
  currentStage,
  documentsWithin,
  duration,
  durationLabel,
  isWithin,
  JOURNEY,
  type JourneyState,
  progress,
  type StageStatus,
  stageChangeRefusal,
  stageDisplay,
  stageSince,
  stepsDone,
  stepsLabel,
  TOP_STAGES,
} from '#shared/rules/journey.ts';

const at = (states: Record<string, StageStatus>): JourneyState =>
  Object.fromEntries(Object.entries(states).map(([number, status]) => [number, { status }]));

test('the journey has seven stages and twenty sub-stages, four of them optional', () => {
  expect(TOP_STAGES.map((stage) => stage.title)).toEqual([
    'First Meeting',
    'Information Gathering',
    'Research',
    'Proposal',
    'Second Meeting',
    'Application',
    'Courtesy Call',
  ]);
  expect(JOURNEY).toHaveLength(27);
  expect(JOURNEY.filter((stage) => stage.optional).map((stage) => stage.number)).toEqual([2.2, 3.1, 3.2, 6.2]);
  expect(JOURNEY.find((stage) => stage.number === 5.3)).toEqual({
    number: 5.3,
    title: 'Suitability Letter Sent',
    parent: 5,
    optional: false,
  });
});

test.each([
  ['an untouched journey', {}, 'Initial Setup', 0],
  ['one completed sub-stage', { 1.1: 'completed' }, 'Initial Setup', 0],
  ['the first stage in progress', { 1: 'in_progress' }, 'First Meeting', 0],
  ['one completed stage', { 1: 'completed' }, 'Information Gathering', 14],
  ['a later and an earlier stage in progress', { 1: 'completed', 4: 'in_progress', 3: 'in_progress' }, 'Research', 14],
  ['a gap', { 1: 'completed', 3: 'completed' }, 'Information Gathering', 29],
  [
    'seven completed stages',
    { 1: 'completed', 2: 'completed', 3: 'completed', 4: 'completed', 5: 'completed', 6: 'completed', 7: 'completed' },
    'Courtesy Call',
    100,
  ],
] as const)('computes the current stage and progress of %s', (_, states, title, percent) => {
  expect(currentStage(at(states))).toBe(title);
  expect(progress(at(states), false)).toBe(percent);
});

test.each([
  ['no stage in progress', {}, null],
  ['the earliest of two stages in progress', { 3: 'in_progress', 2: 'in_progress', 1: 'completed' }, 'T2'],
  ['no stage in progress any more', { 1: 'completed' }, null],
] as const)('a client’s stage start is the start of %s', (_, states, since) => {
  const journey = Object.entries(at(states)).map(([number, state]) => [
    number,
    { ...state, inProgressAt: `T${number}` },
  ]);
  expect(stageSince(Object.fromEntries(journey))).toBe(since);
});

test('a completed client has 100 % progress', () => expect(progress({}, true)).toBe(100));

test.each([
  [1, ['pending', 'in_progress', 'completed']],
  [2.2, ['pending', 'completed']],
] as const)('stage %s accepts the statuses %j', (number, statuses) =>
  expect(allowedStatuses(number)).toEqual(statuses),
);

test.each([
  [1, { status: 'in_progress' }, null],
  [1.1, { status: 'in_progress' }, 'status'],
  [1.1, { status: 'completed' }, null],
  [2.2, { notRequired: true }, null],
  [2, { notRequired: true }, 'notRequired'],
  [2.1, { notRequired: false }, 'notRequired'],
] as const)('stage %s checks the change %j (rejected field: %s)', (number, change, field) => {
  expect(stageChangeRefusal(number, change)?.field ?? null).toBe(field);
});

describe('the times of a stage', () => {
  const started = { status: 'in_progress', inProgressAt: 'T0' } as const;

  test('start on starting, end on completing, and start again on reopening', () => {
    expect(changedStage({ status: 'pending' }, { status: 'in_progress' }, 'T0')).toEqual(started);
    const completed = changedStage(started, { status: 'completed' }, 'T1');
    expect(completed).toEqual({ status: 'completed', inProgressAt: 'T0', completedAt: 'T1' });
    expect(changedStage(completed, { status: 'in_progress' }, 'T2')).toEqual({
      status: 'in_progress',
      inProgressAt: 'T2',
    });
  });

  test('are kept if the current status is set again', () => {
    const completed = { status: 'completed', completedAt: 'T1' } as const;
    expect(changedStage(completed, { status: 'completed' }, 'T9')).toEqual(completed);
    expect(changedStage(started, { status: 'in_progress' }, 'T9')).toEqual(started);
  });

  test('are cleared on a return to pending, while "not required" is kept', () => {
    const state = { status: 'completed', completedAt: 'T1', notRequired: true } as const;
    expect(changedStage(state, { status: 'pending' }, 'T2')).toEqual({ status: 'pending', notRequired: true });
    expect(changedStage(state, { notRequired: false }, 'T2')).toEqual({ status: 'completed', completedAt: 'T1' });
  });

  test.each([
    ['2026-03-01T12:00:00.000Z', '0 hours'],
    ['2026-03-01T11:00:00.000Z', '1 hour'],
    ['2026-02-28T12:01:00.000Z', '23 hours'],
    ['2026-02-28T12:00:00.000Z', '1 day'],
    ['2026-02-26T12:00:00.000Z', '3 days'],
    ['2026-03-02T12:00:00.000Z', '0 hours'],
  ])('since %s are shown as the duration %s', (inProgressAt, text) => {
    expect(duration({ status: 'in_progress', inProgressAt }, new Date('2026-03-01T12:00:00.000Z'))).toBe(text);
  });

  test('contain no duration for a stage that was never started', () =>
    expect(duration({ status: 'completed', completedAt: 'T1' }, new Date())).toBeNull());
});

test.each([
  [{ status: 'pending', notRequired: true }, false, 'not-required'],
  [{ status: 'completed', notRequired: false }, false, 'complete'],
  [{ status: 'in_progress', notRequired: false }, false, 'in-progress'],
  [{ status: 'pending', notRequired: false }, false, 'locked'],
  [{ status: 'pending', notRequired: true }, true, 'complete'],
] as const)('a stage %j (client completed: %s) is shown as %s', (stage, completed, display) => {
  expect(stageDisplay(stage, completed)).toBe(display);
});

test.each([
  ['0 hours', 'under an hour'],
  ['1 hour', '1 hour'],
  ['10 hours', '10 hours'],
  ['1 day', '1 day'],
  ['100 days', '100 days'],
])('shows a time in progress of %s as %s', (text, label) => expect(durationLabel(text)).toBe(label));

const stageWith = (given: Partial<Stage> = {}): Stage => ({
  id: 'two',
  clientId: 'mia',
  stageNumber: 2,
  parentStageId: null,
  title: 'Information Gathering',
  status: 'pending',
  notRequired: false,
  completedAt: null,
  inProgressAt: null,
  bookedFor: null,
  documentCount: 0,
  duration: null,
  subStages: [],
  ...given,
});
const step = (id: string, given: Partial<Stage> = {}) => stageWith({ id, parentStageId: 'two', ...given });

test.each([
  [0, [], 0],
  [2, [], 2],
  [0, [0, 0], 0],
  [0, [6, 0], 6],
  [2, [1, 3], 6],
])('a stage with %i documents, and %j on its sub-stages, counts %i', (own, below, all) => {
  const subStages = below.map((documentCount, i) => step(`two.${i}`, { documentCount }));
  expect(documentsWithin(stageWith({ documentCount: own, subStages }))).toBe(all);
});

test.each([
  ['two', true],
  ['two.1', true],
  ['three', false],
  [null, false],
])('an item on %s belongs to the stage: %s', (stageId, within) => {
  expect(isWithin(stageWith({ subStages: [step('two.1')] }))({ stageId })).toBe(within);
});

test.each([
  [[], 0, 0],
  [[step('a'), step('b', { status: 'completed' })], 1, 2],
  [[step('a', { notRequired: true }), step('b', { status: 'completed' })], 1, 1],
  [[step('a', { notRequired: true, status: 'completed' })], 0, 0],
] as const)('counts in the steps %j %i as done of %i', (subStages, done, total) => {
  expect(stepsDone(stageWith({ subStages: [...subStages] }))).toEqual({ done, total });
});

test.each([
  [[], undefined],
  [[step('a', { notRequired: true })], undefined],
  [[step('a')], '0 of 1 step'],
  [[step('a'), step('b', { status: 'completed' })], '1 of 2 steps'],
] as const)('labels the steps %j as %s', (subStages, label) => {
  expect(stepsLabel(stageWith({ subStages: [...subStages] }))).toBe(label);
});
