import { afterEach, expect, test, vi } from 'vitest';
import { knowsPasskeys, offersPasskeys } from '../../web/src/lib/http/knows-passkeys.ts';
import { askForPasskey, makePasskey, PasskeyError } from '../../web/src/parts/account/passkeys.ts';

const REQUEST = { challenge: 'AAAA', rpId: 'localhost' };
const CREATION = {
  challenge: 'AAAA',
  rp: { id: 'localhost', name: 'Firm' },
  user: { id: 'AAAA', name: 'a', displayName: 'a' },
  pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
};

const refusing = (name: string) => () => Promise.reject(new DOMException('The browser says so', name));

/** Stubs a browser with passkeys that rejects with this error. */
function browser(name: string) {
  vi.stubGlobal('PublicKeyCredential', () => undefined);
  vi.stubGlobal('location', { hostname: 'localhost' });
  vi.stubGlobal('navigator', { credentials: { get: refusing(name), create: refusing(name) } });
}
afterEach(() => vi.unstubAllGlobals());

const reasonOf = (passkey: Promise<unknown>) =>
  passkey.then(
    () => expect.fail('made'),
    (error: unknown) => (error instanceof PasskeyError ? error.reason : expect.fail(String(error))),
  );

test.each([
  ['NotAllowedError', 'cancelled'],
  ['AbortError', 'cancelled'],
  ['NotSupportedError', 'unsupported'],
  ['SecurityError', 'unsupported'],
  ['UnknownError', 'failed'],
])('a %s from the browser is reported as %s', async (name, reason) => {
  browser(name);
  expect(await reasonOf(askForPasskey(REQUEST))).toBe(reason);
  expect(await reasonOf(makePasskey(CREATION))).toBe(reason);
});

test('reports a passkey as registered if the device already has one for the account', async () => {
  browser('InvalidStateError');
  expect(await reasonOf(makePasskey(CREATION))).toBe('registered');
});

test('a browser without passkeys is unsupported and never prompted', async () => {
  vi.stubGlobal('PublicKeyCredential', undefined);
  expect(await reasonOf(askForPasskey(REQUEST))).toBe('unsupported');
  expect(knowsPasskeys()).toBe(false);
  expect(await offersPasskeys()).toBe(false);
});
