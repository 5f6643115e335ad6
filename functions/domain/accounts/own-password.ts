import { ADVISER_MESSAGES } from '#shared/rules/people.ts';
import { together, unchanged } from '../../aws/expressions.ts';
import { transact, type Write } from '../../aws/table.ts';
import { firmEntry } from '../../services/audit-log/firm-log.ts';
import { invalid, unauthorised } from '../../services/errors.ts';
import { type AdviserItem, adviserKey, VOID_LINKS } from './account.ts';
import { arrivalAt, letIn, type SignInContext } from './let-in.ts';
import { keepOnlySession } from './own-sessions.ts';
import { checkNewPassword } from './password-rule.ts';
import { hashPassword } from './passwords.ts';
import { accountByPassword } from './prove-password.ts';
import { actorOf, type Enrolling, type HalfSignedIn, type Staff } from './session.ts';

interface PasswordChange {
  current: string;
  new: string;
}

const chosen = (passwordHash: string) => ({ ...VOID_LINKS, passwordHash, mustChangePassword: undefined });

async function change(
  actor: Staff | Enrolling,
  account: AdviserItem,
  passwordHash: string,
  now: Date,
): Promise<string[]> {
  const kept = keepOnlySession(actor.session, now);
  const set = { set: chosen(passwordHash), when: [unchanged('passwordHash', account.passwordHash)] };
  const [cookie] = await Promise.all([
    kept.cookie(),
    transact([
      { update: adviserKey(actor.id), change: together(set, kept.change) },
      kept.moved,
      firmEntry(actorOf(actor), { action: 'password-changed', data: {} }, now),
    ]),
  ]);
  return [cookie];
}

async function changeAndSignIn(
  actor: HalfSignedIn,
  account: AdviserItem,
  passwordHash: string,
  signIn: SignInContext,
): Promise<string[]> {
  const arrival = await arrivalAt(actor.id, signIn.visit);
  if (!arrival) throw unauthorised();
  const { sessionVersion } = account;
  const update: Write = {
    update: adviserKey(actor.id),
    change: {
      set: chosen(passwordHash),
      add: { sessionVersion: 1 },
      when: [unchanged('passwordHash', account.passwordHash), unchanged('sessionVersion', sessionVersion)],
    },
  };
  const entry = firmEntry(actorOf(actor), { action: 'password-changed', data: {} }, signIn.now);
  const { mustChangePassword: _, ...after } = { ...arrival.account, sessionVersion: sessionVersion + 1 };
  const { half } = actor;
  const { cookies } = await letIn({ ...arrival, account: after }, half.by, { ...signIn, half }, [update, entry]);
  return cookies;
}

/** Changes the caller's password and ends all other sessions. Completes a sign-in that required the change. */
export async function changeOwnPassword(
  actor: Staff | Enrolling | HalfSignedIn,
  { current, new: wanted }: PasswordChange,
  signIn: SignInContext,
): Promise<string[]> {
  if (actor.kind === 'half-session' && actor.half.next !== 'change-password') throw unauthorised();
  if (wanted === current) throw invalid('new', ADVISER_MESSAGES.samePassword);
  await checkNewPassword('new', wanted, actor, signIn.settings);
  const account = await accountByPassword(actor, 'current', current, signIn.now);
  const passwordHash = await hashPassword(wanted);
  return actor.kind === 'half-session'
    ? changeAndSignIn(actor, account, passwordHash, signIn)
    : change(actor, account, passwordHash, signIn.now);
}
