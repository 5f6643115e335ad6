import type { LastingSettings, Release } from '#infra/deploy/release.ts';

/** Settings of a typical release. */
export const SETTINGS: LastingSettings = {
  originKeys: ['1'],
  durable: true,
};

/** Returns an answering release with these differences. */
export const aRelease = (different: Partial<Release> = {}): Release => ({
  time: '2026-03-01T09:30:00.000Z',
  commit: '0123456789abcdef',
  isDirty: false,
  stage: 'stage',
  settings: SETTINGS,
  stacks: [{ name: 'OnboardingPortal-stage', region: 'eu-west-2', template: 's3://assets/a.json' }],
  answered: true,
  ...different,
});

/** Returns a release of a day in March, with a template named after the day. */
export const releaseOf = (day: number, different: Partial<Release> = {}): Release =>
  aRelease({
    time: `2026-03-${String(day).padStart(2, '0')}T09:30:00.000Z`,
    stacks: [{ name: 'OnboardingPortal-stage', region: 'eu-west-2', template: `s3://assets/${day}.json` }],
    ...different,
  });
