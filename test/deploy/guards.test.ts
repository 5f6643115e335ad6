import { expect, test } from 'vitest';
import { type LastingSettings, refuseRollback, refuseStepsBack } from '#infra/deploy/release.ts';
import { aRelease, SETTINGS } from './releases.ts';

const after =
  (now: Partial<LastingSettings>, next: Partial<LastingSettings>, changeDomain = false) =>
  () =>
    refuseStepsBack(aRelease({ settings: { ...SETTINGS, ...now } }), { ...SETTINGS, ...next }, changeDomain);

test('a deployment with unchanged settings is allowed', () => {
  expect(after({}, {})).not.toThrow();
});

test.each([undefined, 'new.firm.example'])('a domain change to %s needs --change-domain', (domain) => {
  const next = domain ? { domain } : {};
  expect(after({ domain: 'portal.firm.example' }, next)).toThrow('--change-domain');
  expect(after({ domain: 'portal.firm.example' }, next, true)).not.toThrow();
});

test('a first domain needs no --change-domain', () => {
  expect(after({}, { domain: 'portal.firm.example' })).not.toThrow();
});

test('an origin key must be accepted by the API before CloudFront sends it', () => {
  const keys = (...originKeys: string[]) => ({ originKeys });
  expect(after(keys('1'), keys('1', '2'))).not.toThrow();
  expect(after(keys('1', '2'), keys('2', '1'))).not.toThrow();
  expect(after(keys('2', '1'), keys('2'))).not.toThrow();
  expect(after(keys('1'), keys('2'))).toThrow('Deploy with ORIGIN_KEYS=1,2, then with 2,1, then with 2');
  expect(after(keys('1'), keys('2', '1'))).toThrow('does not accept yet');
});

const elsewhere = { keys: { dataKeyArn: 'arn:data', macKeyArn: 'arn:mac' } };

test.each([
  ['removed', elsewhere, {}],
  ['added', {}, elsewhere],
  ['changed', elsewhere, { keys: { dataKeyArn: 'arn:data', macKeyArn: 'arn:other' } }],
])('imported keys cannot be %s, because documents would become unreadable', (_, now, next) => {
  expect(after(now, next)).toThrow('DATA_KEY_ARN and MAC_KEY_ARN differ from the current release');
  expect(after(now, now)).not.toThrow();
  expect(back(now, next)).toThrow('have changed');
});

const back = (present: Partial<LastingSettings>, then: Partial<LastingSettings>) => () =>
  refuseRollback(
    aRelease({ settings: { ...SETTINGS, ...present } }),
    aRelease({ settings: { ...SETTINGS, ...then }, commit: 'c0ffee' }),
  );

test('a roll-back with compatible settings is allowed', () => {
  expect(back({}, {})).not.toThrow();
  expect(back({ originKeys: ['2', '1'] }, { originKeys: ['1', '2'] })).not.toThrow();
});

test.each([
  ['another domain', { domain: 'b.firm.example' }, { domain: 'a.firm.example' }, 'the site was at "a.firm.example"'],
  ['no domain', { domain: 'b.firm.example' }, {}, 'the site was at ""'],
  [
    'an origin key missing from that release',
    { originKeys: ['2', '1'] },
    { originKeys: ['1'] },
    'ORIGIN_KEYS was 1 and is now 2,1',
  ],
  [
    'an origin key missing from the current release',
    { originKeys: ['2'] },
    { originKeys: ['1', '2'] },
    'ORIGIN_KEYS was 1,2 and is now 2',
  ],
])('a roll-back to a release with %s is rejected, and names the commit to deploy', (_, present, then, sentence) => {
  expect(back(present, then)).toThrow(sentence);
  expect(back(present, then)).toThrow('Check out commit c0ffee');
});
