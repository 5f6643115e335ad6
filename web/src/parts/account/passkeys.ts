import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/browser';
import { PlainError } from '../../lib/http/api.ts';
import { knowsPasskeys } from '../../lib/http/knows-passkeys.ts';

/** What the API gives for a browser to make or use a passkey; the server's own library wrote it. */
type Options = object;

const WORDS = {
  cancelled: 'No passkey was used. Please try again when you are ready.',
  unsupported: 'This browser or device cannot use passkeys. Please try another one, or sign in another way.',
  registered: 'This device already has a passkey for your account.',
  failed: 'The passkey could not be used. Please try again.',
};

/** Why a passkey was not made or used, in a sentence for people. `cancelled` where the person closed the browser's question. */
export class PasskeyError extends PlainError {
  readonly reason: keyof typeof WORDS;
  constructor(reason: keyof typeof WORDS, cause?: unknown) {
    super(WORDS[reason], { cause });
    this.reason = reason;
  }
}

/** The reason of each name that the browser's errors have (WebAuthn, sections 5.1.3 and 5.1.4). */
const REASONS: Readonly<Record<string, PasskeyError['reason']>> = {
  NotAllowedError: 'cancelled',
  AbortError: 'cancelled',
  InvalidStateError: 'registered',
  NotSupportedError: 'unsupported',
  ConstraintError: 'unsupported',
  SecurityError: 'unsupported',
};

/** The library keeps the name of the browser's own error, or has that error as its cause. */
function reasonOf(error: unknown): PasskeyError['reason'] {
  const { name, cause } = error instanceof Error ? error : new Error();
  const own = cause instanceof Error ? cause.name : name;
  return REASONS[own] ?? REASONS[name] ?? 'failed';
}

/** The browser's library is fetched once somebody makes or uses a passkey. */
async function ask<T>(action: (library: typeof import('@simplewebauthn/browser')) => Promise<T>): Promise<T> {
  if (!knowsPasskeys()) throw new PasskeyError('unsupported');
  try {
    return await action(await import('@simplewebauthn/browser'));
  } catch (error) {
    throw new PasskeyError(reasonOf(error), error);
  }
}

/** Has the browser make a passkey. Throws a {@link PasskeyError} where it does not. */
export const makePasskey = (options: Options): Promise<RegistrationResponseJSON> =>
  ask(({ startRegistration }) => startRegistration({ optionsJSON: options as PublicKeyCredentialCreationOptionsJSON }));

/** Asks the browser for a passkey. Throws a {@link PasskeyError} where it gives none. */
export const askForPasskey = (options: Options): Promise<AuthenticationResponseJSON> =>
  ask(({ startAuthentication }) =>
    startAuthentication({ optionsJSON: options as PublicKeyCredentialRequestOptionsJSON }),
  );

/**
 * Has the browser offer passkeys in the field with `autocomplete="username webauthn"`, and waits. Each new question ends the
 * one before with a {@link PasskeyError} that is `cancelled`; so this one is asked only if it `isWanted` once the library is there.
 */
export const offerPasskeys = (
  options: Options,
  isWanted: () => boolean,
): Promise<AuthenticationResponseJSON | undefined> =>
  ask(async ({ startAuthentication }) => {
    if (!isWanted()) return undefined;
    const optionsJSON = options as PublicKeyCredentialRequestOptionsJSON;
    return startAuthentication({ optionsJSON, useBrowserAutofill: true });
  });
