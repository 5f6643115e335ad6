import { expect, test } from 'vitest';
import { type LastingSettings, refuseRollback, refuseStepsBack } from '#infra/deploy/release.ts';
import { aRelease, SETTINGS } from './releases.ts';

const after =
  (now: Partial<LastingSettings>, next: Partial<LastingSettings>, changeDomain = false) =>
  () =>
    refuseStepsBack(aRelease({ settings: { ...SETTINGS, ...now } }), { ...SETTINGS, ...next }, changeDomain);

test('the same settings again are deployed', () => {
  expect(after({}, {})).not.toThrow();
});

test.each([undefined, 'new.firm.example'])('a site does not lose its name to %s in passing', (domain) => {
  const next = domain ? { domain } : {};
  expect(after({ domain: 'portal.firm.example' }, next)).toThrow('--change-domain');
  expect(after({ domain: 'portal.firm.example' }, next, true)).not.toThrow();
});

test('a first name of its own is no change of one', () => {
  expect(after({}, { domain: 'portal.firm.example' })).not.toThrow();
});

test('an origin key is taken by the API before CloudFront sends it', () => {
  const keys = (...originKeys: string[]) => ({ originKeys });
  expect(after(keys('1'), keys('1', '2'))).not.toThrow();
  expect(after(keys('1', '2'), keys('2', '1'))).not.toThrow();
  expect(after(keys('2', '1'), keys('2'))).not.toThrow();
  expect(after(keys('1'), keys('2'))).toThrow('Deploy with ORIGIN_KEYS=1,2, then with 2,1, then with 2');
  expect(after(keys('1'), keys('2', '1'))).toThrow('does not accept yet');
});

const elsewhere = { keys: { dataKeyArn: 'arn:data', macKeyArn: 'arn:mac' } };

test.each([
  ['forgotten', elsewhere, {}],
  ['named for the first time', {}, elsewhere],
  ['changed', elsewhere, { keys: { dataKeyArn: 'arn:data', macKeyArn: 'arn:other' } }],
])('keys from elsewhere are not %s, as no document would open', (_, now, next) => {
  expect(after(now, next)).toThrow('DATA_KEY_ARN and MAC_KEY_ARN differ from the current release');
  expect(after(now, now)).not.toThrow();
  expect(back(now, next)).toThrow('have changed');
});

const back = (present: Partial<LastingSettings>, then: Partial<LastingSettings>) => () =>
  refuseRollback(
    aRelease({ settings: { ...SETTINGS, ...present } }),
    aRelease({ settings: { ...SETTINGS, ...then }, commit: 'c0ffee' }),
  );

test('a release is brought back beside settings that it goes with', () => {
  expect(back({}, {})).not.toThrow();
  expect(back({ originKeys: ['2', '1'] }, { originKeys: ['1', '2'] })).not.toThrow();
});

test.each([
  ['another name', { domain: 'b.firm.example' }, { domain: 'a.firm.example' }, 'the site was at "a.firm.example"'],
  ['no name', { domain: 'b.firm.example' }, {}, 'the site was at ""'],
  ['a key not taken then', { originKeys: ['2', '1'] }, { originKeys: ['1'] }, 'ORIGIN_KEYS was 1 and is now 2,1'],
  ['a key not taken now', { originKeys: ['2'] }, { originKeys: ['1', '2'] }, 'ORIGIN_KEYS was 1,2 and is now 2'],
])('one with %s is not, and the sentence says which commit to deploy', (_, present, then, sentence) => {
  expect(back(present, then)).toThrow(sentence);
  expect(back(present, then)).toThrow('Check out commit c0ffee');
});
