import { describe, expect, test } from 'vitest';
import { ApiError, ConnectionError } from '../../web/src/lib/http/api.ts';
import { canRetry, failureNotice, reasonOf, retriesRead, retryDelay } from '../../web/src/lib/http/failure.ts';

const refused = (status: number, message?: string) => new ApiError(status, '', JSON.stringify({ message }));
const offline = new ConnectionError();
const NO_CONNECTION = 'There is no connection to the server. Please check your connection and try again.';
const OUR_SIDE = 'Something went wrong on our side. Please try again.';

test.each([
  ['no connection', offline, NO_CONNECTION],
  [
    'a rejection with a message',
    refused(400, 'Please enter at most 200 characters'),
    'Please enter at most 200 characters',
  ],
  ['a failed service with a message', refused(502, 'The mail could not be sent'), 'The mail could not be sent'],
  ['a server error without a message', new ApiError(500, '', '<html>'), OUR_SIDE],
  ['a rejection without a message', refused(404), undefined],
  ['an error in our own code', new TypeError('x is not a function'), undefined],
])('shows the right reason for %s', (_, error, reason) => expect(reasonOf(error)).toBe(reason));

test.each([
  [offline, true],
  [new SyntaxError('not JSON'), true],
  [refused(500), true],
  [refused(503), true],
  [refused(429), true],
  [refused(409), true],
  [refused(400), false],
  [refused(401), false],
  [refused(403), false],
  [refused(404), false],
])('the error %s can be retried: %s', (error, may) => expect(canRetry(error)).toBe(may));

describe('a throttled read', () => {
  const throttled = (retryAfter?: string) => new ApiError(429, '', '{}', retryAfter);

  test.each([
    ['with a short delay', 0, throttled('1'), true],
    ['in its fourth attempt', 3, throttled('1'), false],
    ['with a delay of minutes', 0, throttled('300'), false],
    ['without Retry-After', 0, throttled(), false],
    ['with a date as Retry-After', 0, throttled('Wed, 21 Oct 2026 07:28:00 GMT'), false],
  ])('%s after %i failures is retried: %s', (_, failures, error, may) =>
    expect(retriesRead(failures, error)).toBe(may),
  );

  test('waits for Retry-After, and longer each time', () => {
    for (const failures of [0, 1, 2]) {
      const delay = retryDelay(failures, throttled('2'));
      expect(delay).toBeGreaterThanOrEqual(2000 * (failures + 1));
      expect(delay).toBeLessThan(2000 * (failures + 2));
    }
  });

  test('is the only read that is retried automatically', () => {
    for (const error of [offline, refused(500), refused(401)]) expect(retriesRead(0, error)).toBe(false);
  });
});

describe('the toast after a failure', () => {
  const failure = { title: 'Error', description: 'Failed to update task' };

  test('shows the specified sentence first, then the reason', () => {
    expect(failureNotice(offline, failure)).toEqual({ ...failure, detail: NO_CONNECTION });
    expect(failureNotice(refused(409, 'It is completed'), failure)).toEqual({ ...failure, detail: 'It is completed' });
    expect(failureNotice(refused(404), failure)).toEqual({ ...failure, detail: undefined });
  });

  test('shows the server’s sentence where the specification requires it', () => {
    const server = { ...failure, server: true };
    expect(failureNotice(refused(409, 'In use'), server)).toEqual({ title: 'Error', description: 'In use' });
    expect(failureNotice(refused(500), server)).toEqual({ ...failure, detail: OUR_SIDE });
    expect(failureNotice(offline, server)).toEqual({ ...failure, detail: NO_CONNECTION });
  });

  test('shows the connection error instead of a cause if there was no response', () => {
    const wrongPair = { title: 'Login Failed', description: 'Invalid email or password', server: true, cause: true };
    const said = (error: unknown) => failureNotice(error, wrongPair).description;
    expect(said(offline)).toBe(NO_CONNECTION);
    expect(said(refused(429, 'Too many attempts'))).toBe('Too many attempts');
    expect(said(refused(401))).toBe('Invalid email or password');
    expect(said(refused(500))).toBe('Invalid email or password');
  });
});
