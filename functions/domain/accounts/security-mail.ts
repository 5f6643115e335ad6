import type { Action } from '#shared/activity.ts';
import { countOf, listOf } from '#shared/rules/words.ts';
import { get } from '../../aws/table.ts';
import type { LineOf } from '../../services/audit-log/entry.ts';
import { timeOfKey } from '../../services/keys/ids.ts';
import { childKeyOf, idOf } from '../../services/keys/keys.ts';
import { sendOnce } from '../../services/mail/send-once.ts';
import type { Letter, Reader } from '../../services/mail/templates/layout.ts';
import { securityLetter } from '../../services/mail/templates/templates.ts';
import { readSettings, type Settings } from '../../services/settings.ts';
import { type AdviserItem, adviserKey, adviserReader as toAdviser } from './account.ts';

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

function letterOf({ firm }: Settings, to: Reader, title: string, line: LineOf<Action>): Letter {
  const by = line.actorId === to.id || line.actorType === 'system' ? undefined : line.actorName;
  const wayIn = line.action === 'sign-in-blocked';
  return securityLetter(firm, to, { title, at: new Date(timeOfKey(childKeyOf(line))), by, wayIn });
}

/**
 * Mails the person whose account a line is about, at once and whatever it chose: what changed in how it signs in. A changed
 * address is told of at the former one too.
 */
export async function tellHolder<A extends Action>(line: LineOf<A>, now: Date): Promise<void> {
  const heading: Heading<A> | undefined = HEADINGS[line.action];
  const title = heading?.(line);
  if (!title) return;
  const [account, settings] = await Promise.all([
    get<AdviserItem>(adviserKey(line.ref ?? line.actorId)),
    readSettings(),
  ]);
  if (!account) return;
  const to = toAdviser(account);
  const slot = childKeyOf(line);
  const ref = idOf(account.pk);
  if (!account.mailProblem)
    await sendOnce({ purpose: 'security', ref, slot }, letterOf(settings, to, title, line), now);
  const { formerEmail } = line.data as { formerEmail?: string };
  if (formerEmail === undefined) return;
  const former = letterOf(settings, { ...to, email: formerEmail }, title, line);
  await sendOnce({ purpose: 'security-former', ref, slot }, former, now);
}
