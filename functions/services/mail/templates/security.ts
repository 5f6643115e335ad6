import type { Action } from '#shared/activity.ts';
import { countOf, listOf } from '#shared/rules/words.ts';
import type { LineOf } from '../../audit-log/entry.ts';

/** What a line says to the person whose account it is about, as a heading; `undefined` for what need not be told. */
type Heading<A extends Action> = (line: LineOf<A>) => string | undefined;

const FACTORS = { totp: 'An authenticator app', passkey: 'A passkey' } as const;
const FIELDS: Readonly<Record<string, string>> = { email: 'email address', password: 'password' };

function ofAccount({ data: { fields, to } }: LineOf<'account-changed'>): string | undefined {
  const changed = [...fields.flatMap((field) => FIELDS[field] ?? []), ...(to ? ['role'] : [])];
  return changed.length > 0 ? `Your ${listOf(changed)} ${changed.length > 1 ? 'were' : 'was'} changed` : undefined;
}

/** All that a person is told of what its account signs in by (contract, New). */
const HEADINGS: { readonly [A in Action]?: Heading<A> } = {
  'signed-in': ({ data: { newDevice } }) => newDevice && `You signed in on a new device: ${newDevice}`,
  'second-factor-refused': () => 'Someone entered your password and then five wrong codes',
  'sign-in-blocked': () => 'Someone entered 100 wrong passwords for your account',
  'password-changed': () => 'Your password was changed',
  'password-reset': () => 'A new password was set for your account',
  'account-changed': ofAccount,
  'factor-added': ({ data: { factor } }) => `${FACTORS[factor]} was set up for your account`,
  'factor-removed': ({ data: { factor } }) => `${FACTORS[factor]} was removed from your account`,
  'recovery-codes-made': () => 'New recovery codes were made for your account',
  'recovery-code-used': ({ data: { left } }) => `A recovery code was used: you have ${countOf(left, 'code')} left`,
  'second-factor-reset': () => 'The second factor of your account was reset',
};

/** Returns the title of the email that an account's holder gets about an entry; `undefined` if there is none. */
export function securityTitle<A extends Action>(line: LineOf<A>): string | undefined {
  const heading: Heading<A> | undefined = HEADINGS[line.action];
  return heading?.(line);
}
