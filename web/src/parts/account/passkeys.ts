import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/browser';
import { PlainError } from '../../lib/http/api.ts';
import { knowsPasskeys } from '../../lib/http/knows-passkeys.ts';

type Options = object;

const WORDS = {
  cancelled: 'No passkey was used. Please try again when you are ready.',
  unsupported: 'This browser or device cannot use passkeys. Please try another one, or sign in another way.',
  registered: 'This device already has a passkey for your account.',
  failed: 'The passkey could not be used. Please try again.',
};

/** Reason for people why a passkey failed. `cancelled` if the person closed the browser's prompt. */
export class PasskeyError extends PlainError {
  readonly reason: keyof typeof WORDS;
  constructor(reason: keyof typeof WORDS, cause?: unknown) {
    super(WORDS[reason], { cause });
    this.reason = reason;
  }
}

/** Reasons by the browser's error name (WebAuthn, sections 5.1.3 and 5.1.4). */
const REASONS: Readonly<Record<string, PasskeyError['reason']>> = {
  NotAllowedError: 'cancelled',
  AbortError: 'cancelled',
  InvalidStateError: 'registered',
  NotSupportedError: 'unsupported',
  ConstraintError: 'unsupported',
  SecurityError: 'unsupported',
};

/** Reads the name of the browser's own error, which the library keeps or sets as the cause. */
function reasonOf(error: unknown): PasskeyError['reason'] {
  const { name, cause } = error instanceof Error ? error : new Error();
  const own = cause instanceof Error ? cause.name : name;
  return REASONS[own] ?? REASONS[name] ?? 'failed';
}

async function ask<T>(action: (library: typeof import('@simplewebauthn/browser')) => Promise<T>): Promise<T> {
  if (!knowsPasskeys()) throw new PasskeyError('unsupported');
  try {
    return await action(await import('@simplewebauthn/browser'));
  } catch (error) {
    throw new PasskeyError(reasonOf(error), error);
  }
}

/** Creates a passkey. Throws a {@link PasskeyError} if that fails. */
export const makePasskey = (options: Options): Promise<RegistrationResponseJSON> =>
  ask(({ startRegistration }) => startRegistration({ optionsJSON: options as PublicKeyCredentialCreationOptionsJSON }));

/** Requests a passkey from the browser. Throws a {@link PasskeyError} if there is none. */
export const askForPasskey = (options: Options): Promise<AuthenticationResponseJSON> =>
  ask(({ startAuthentication }) =>
    startAuthentication({ optionsJSON: options as PublicKeyCredentialRequestOptionsJSON }),
  );

/**
 * Offers passkeys in the autofill of the field with `autocomplete="username webauthn"`, and waits. Each new request
 * cancels the one before, so this one starts only if it is still wanted once the library has loaded.
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
