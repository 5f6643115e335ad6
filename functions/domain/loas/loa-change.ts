import type { Happened } from '#shared/audit-log/actions.ts';
import type { LoaChange, LoaStepBody, NewLoa } from '#shared/contract/loas.ts';
import {
  allowedSteps,
  factsOf,
  isUnderWay,
  LOA_LIMITS,
  LOA_TEXTS,
  type LoaState,
  type LoaStep,
  nextChaseAfter,
  refusedStep,
  type StoredStep,
  stateAfter,
  tailOf,
} from '#shared/rules/loas.ts';
import { addDays, londonInstant, londonParts } from '#shared/rules/london.ts';
import { providerKey } from '#shared/rules/providers.ts';
import { workingDaysBetween } from '#shared/rules/working-days.ts';
import { unchanged } from '../../aws/expressions.ts';
import { get, getTogether, itemAt, transact, type Write } from '../../aws/table.ts';
import { conflict, HttpError, invalid } from '../../services/errors.ts';
import {
  childId,
  childItemKey,
  childKeyOf,
  clientIdOf,
  idOfChild,
  isChildId,
  newChildKey,
  PREFIX,
  parseChildId,
} from '../../services/keys/keys.ts';
import { dueKeys } from '../../services/scheduler/scheduler.ts';
import type { Settings } from '../../services/settings.ts';
import { adviserIdOf, type ClientItem } from '../clients/client.ts';
import { type ChangeContext, changeOf } from '../clients/client-writes.ts';
import { isKept } from '../documents/document-item.ts';
import type { PlanItem } from '../plans/plan.ts';
import { addProvider, countAnswer, type Directory, readDirectory, typicalOf } from '../providers/provider.ts';
import { checkVersion, found, type LoaItem, type LoaPlan, loaIndexKeys } from './loa.ts';

/** Kind of due item that notifies of a letter to chase. */
export const CHASE = 'loa-chase';

export interface LoaContext extends ChangeContext {
  settings: Pick<Settings, 'firm' | 'providers' | 'mail'>;
}

const open = (state: LoaState | undefined) => (state !== undefined && isUnderWay(state) ? 1 : 0);

const countOpen = (before: LoaState | undefined, after: LoaState) => ({
  add: { 'card/openLoas': open(after) - open(before) },
});

/** Returns a letter with the facts of its steps, and its keys in the lists of letters and of due items. */
function placed(loa: LoaItem, client: ClientItem, { mail }: Pick<Settings, 'mail'>): LoaItem {
  const { provider, providerKey: key } = loa.card;
  const card = { provider, providerKey: key, plans: loa.plans.length, ...factsOf(loa.steps) };
  const { nextChase } = card;
  const due = nextChase && dueKeys(londonInstant(nextChase, mail.dailyAt), CHASE, idOfChild(loa));
  return {
    ...loa,
    card,
    ...loaIndexKeys(card, childKeyOf(loa), adviserIdOf(client)),
    ...(due || { dpk: undefined, dsk: undefined }),
  };
}

const lock = (loa: LoaItem) => [['version', '=', loa.version]] as const;

/** Writes a changed letter with its audit entries and the client's counter. Conflicts with any other change of it. */
async function write(
  context: LoaContext,
  before: LoaItem,
  after: LoaItem,
  happened: Happened,
  more: readonly Write[] = [],
): Promise<LoaItem> {
  const stored = placed({ ...after, version: before.version + 1 }, context.client, context.settings);
  await transact([
    ...changeOf(context, happened, countOpen(before.card.state, stored.card.state)),
    { put: { ...stored }, when: lock(before) },
    ...more,
  ]);
  return stored;
}

const toLoaPlan = (plan: PlanItem): LoaPlan => {
  const tail = tailOf(plan.planNumber);
  return { key: childKeyOf(plan), type: plan.planType, ...(tail !== null && { tail }) };
};

const linkPlan = (plan: PlanItem, key: string | undefined): Write => ({
  update: plan,
  change: { set: { loa: key }, when: [['pk', 'exists'], unchanged('loa', plan.loa)] },
});

/** A client's plans and letters. */
interface Known {
  plans: readonly PlanItem[];
  loas: readonly LoaItem[];
}

/** Returns the plans of a letter. Throws 400 unless all are the client's and of one provider, 409 if one is taken. */
function chosenPlans(clientId: string, planIds: readonly string[], key: string, { plans, loas }: Known, own?: string) {
  return planIds.map((id) => {
    const plan = plans.find((each) => childId(clientId, childKeyOf(each)) === id);
    if (!plan) throw invalid('planIds', LOA_TEXTS.foreignPlan);
    if (providerKey(plan.provider) !== key) throw invalid('planIds', LOA_TEXTS.mixed);
    const other = loas.find((loa) => childKeyOf(loa) === plan.loa && childKeyOf(loa) !== own);
    if (other && isUnderWay(other.card.state)) throw conflict(LOA_TEXTS.underWay);
    return plan;
  });
}

/** Throws 400 for a signature in the future. */
function checkSignedOn(signedOn: string | null | undefined, now: Date): void {
  if (signedOn && signedOn > londonParts(now).date) throw invalid('signedOn', LOA_TEXTS.future);
}

/** Throws 400 unless the document is the client's. */
async function checkDocument(clientId: string, documentId: string | null | undefined): Promise<void> {
  if (!documentId) return;
  const isOwn = isChildId(documentId) && parseChildId(documentId).clientId === clientId;
  const document = isOwn && (await get(childItemKey(PREFIX.document, clientId, parseChildId(documentId).key)));
  if (!document || !isKept(document)) throw invalid('documentId', 'This document is not the client’s');
}

/** Throws 400 for a day in the future, before the last step, or more than a year ago. */
function checkDay(on: string, steps: readonly StoredStep[], now: Date): void {
  const today = londonParts(now).date;
  if (on > today) throw invalid('on', LOA_TEXTS.future);
  if (on < addDays(today, -LOA_LIMITS.daysBack)) throw invalid('on', LOA_TEXTS.tooOld);
  const last = steps.at(-1);
  if (last && on < last.on) throw invalid('on', LOA_TEXTS.beforeLast);
}

type StepInput = Omit<LoaStepBody, 'version' | 'step'>;

/** Returns a step as it is stored, with the day of the next chase. Throws 400 for a day that does not fit. */
function storedStep(
  { actor, now, settings }: LoaContext,
  steps: readonly StoredStep[],
  step: LoaStep,
  sent: StepInput,
): StoredStep {
  const on = sent.on ?? londonParts(now).date;
  checkDay(on, steps, now);
  const promisedOn = sent.promisedOn ?? undefined;
  if (promisedOn && promisedOn < on) throw invalid('promisedOn', LOA_TEXTS.promisedBefore);
  const nextChase = nextChaseAfter(
    { step, on, ...(promisedOn && { promisedOn }) },
    settings.providers,
    settings.firm.closedDays,
  );
  const texts = { how: sent.how, whom: sent.whom, ref: sent.ref, note: sent.note, gaps: sent.gaps, why: sent.why };
  const given = Object.entries({ ...texts, promisedOn, nextChase }).filter(
    ([, value]) => value !== undefined && value !== null,
  );
  return { step, on, at: now.toISOString(), by: actor.name, ...Object.fromEntries(given) };
}

const stepHappened = (loa: LoaItem, step: LoaStep, on: string, state: LoaState) =>
  ({ action: 'loa-step', data: { provider: loa.card.provider, step, on, state }, ref: idOfChild(loa) }) as const;

/** Notes a letter of authority, sent already or to be sent. Throws 400 or 409 if its plans do not fit. */
export async function noteLoa(
  context: LoaContext,
  known: Known & { directory: Directory },
  { provider, planIds, scope, signedOn, documentId, sent }: NewLoa,
): Promise<LoaItem> {
  const { client, now, settings } = context;
  const clientId = clientIdOf(client);
  const key = providerKey(provider);
  if (key === '') throw invalid('provider', 'Provider is required');
  if (known.loas.length >= LOA_LIMITS.perClient) throw conflict(LOA_TEXTS.full);
  const plans = chosenPlans(clientId, planIds, key, known);
  checkSignedOn(signedOn, now);
  await checkDocument(clientId, documentId);
  const typical = sent && typicalOf(known.directory, key);
  const steps = sent ? [{ ...storedStep(context, [], 'sent', sent), ...(typical && { typical }) }] : [];
  const childKey = newChildKey(now);
  const loa = placed(
    {
      ...childItemKey(PREFIX.loa, clientId, childKey),
      v: 1,
      version: 1,
      scope,
      ...(signedOn && { signedOn }),
      ...(documentId && { documentId }),
      plans: plans.map(toLoaPlan),
      steps,
      card: { provider, providerKey: key, plans: plans.length, ...factsOf(steps) },
    },
    client,
    settings,
  );
  const made = { action: 'loa-made', data: { provider, plans: plans.length }, ref: idOfChild(loa) } as const;
  const first = steps[0];
  const counts = {
    ...countOpen(undefined, loa.card.state),
    // Concurrent letters of a client would exceed the limit.
    when: [unchanged('card/lastUpdate', client.card.lastUpdate)],
  };
  await transact([
    ...changeOf(context, [made, ...(first ? [stepHappened(loa, 'sent', first.on, 'sent')] : [])], counts),
    { put: { ...loa } },
    ...plans.map((plan) => linkPlan(plan, childKey)),
    ...addProvider(known.directory, key, provider),
  ]);
  return loa;
}

/** Changes a letter that is under way. Throws 409 once it has ended. */
export async function changeLoa(
  context: LoaContext,
  known: Known,
  loa: LoaItem | undefined,
  { version, scope, signedOn, documentId, planIds }: LoaChange,
): Promise<LoaItem> {
  const before = found(loa);
  const clientId = clientIdOf(before);
  const own = childKeyOf(before);
  checkVersion(before, version);
  if (!isUnderWay(before.card.state)) throw conflict(LOA_TEXTS.ended);
  checkSignedOn(signedOn, context.now);
  await checkDocument(clientId, documentId);
  const plans = planIds && chosenPlans(clientId, planIds, before.card.providerKey, known, own);
  const keys = new Set(plans?.map(childKeyOf));
  const left = plans ? known.plans.filter((plan) => plan.loa === own && !keys.has(childKeyOf(plan))) : [];
  const added = plans?.filter((plan) => plan.loa !== own) ?? [];
  const after = {
    ...before,
    ...(scope && { scope }),
    ...(signedOn !== undefined && { signedOn: signedOn ?? undefined }),
    ...(documentId !== undefined && { documentId: documentId ?? undefined }),
    ...(plans && { plans: plans.map(toLoaPlan) }),
  } as LoaItem;
  const happened = { action: 'loa-changed', data: { provider: before.card.provider }, ref: idOfChild(before) } as const;
  return write(context, before, after, happened, [
    ...added.map((plan) => linkPlan(plan, own)),
    ...left.map((plan) => linkPlan(plan, undefined)),
  ]);
}

const workingDaysTo = (from: string, to: string | undefined, { firm }: Pick<Settings, 'firm'>) =>
  to === undefined ? undefined : workingDaysBetween(from, to, firm.closedDays);

/** Returns what an answer counts as in the response times, in the month of its arrival. */
function countedOf({ steps }: LoaItem, settings: Pick<Settings, 'firm'>) {
  const { sentOn = '', ackOn, endedOn = '' } = factsOf(steps);
  const confirmed = workingDaysTo(sentOn, ackOn, settings);
  return {
    month: endedOn.slice(0, 7),
    ...(confirmed !== undefined && { confirmed }),
    answered: workingDaysBetween(sentOn, endedOn, settings.firm.closedDays),
  };
}

/** Throws 409 if a plan of an ended letter was deleted, or is in another letter by now. Returns those checks as writes. */
async function plansFree(loa: LoaItem): Promise<Write[]> {
  const clientId = clientIdOf(loa);
  const keys = loa.plans.map(({ key }) => childItemKey(PREFIX.plan, clientId, key));
  const plans = keys.length > 0 ? await getTogether(keys) : [];
  if (plans.length === 0 || plans.length < keys.length) throw conflict(LOA_TEXTS.gone);
  if (keys.some((key) => itemAt<PlanItem>(plans, key)?.loa !== childKeyOf(loa))) throw conflict(LOA_TEXTS.underWay);
  return keys.map((key) => ({ check: key, when: [unchanged('loa', childKeyOf(loa))] }));
}

async function takeBack(context: LoaContext, before: LoaItem): Promise<LoaItem> {
  const last = before.steps.at(-1);
  if (!last) throw conflict(LOA_TEXTS.nothing);
  const { counted, ...rest } = before;
  const after = { ...rest, steps: before.steps.slice(0, -1) };
  const { provider, providerKey: key } = before.card;
  const data = { provider, step: 'undo' as const, undone: last.step, on: last.on, state: factsOf(after.steps).state };
  const happened = { action: 'loa-step', data, ref: idOfChild(before) } as const;
  return write(context, before, after, happened, [
    ...(isUnderWay(before.card.state) ? [] : await plansFree(before)),
    ...(counted ? [countAnswer(key, counted, -1)] : []),
  ]);
}

/** Notes a step of a letter, or takes the last one back. Throws 409 for another version, or if the state refuses it. */
export async function addStep(
  context: LoaContext,
  loa: LoaItem | undefined,
  { version, step, ...sent }: LoaStepBody,
): Promise<LoaItem> {
  const before = found(loa);
  checkVersion(before, version);
  if (step === 'undo') return takeBack(context, before);
  const { state, providerKey: key } = before.card;
  const next = stateAfter(step, state);
  if (!next) throw new HttpError(409, refusedStep(step, state), { more: { allowed: allowedSteps(state) } });
  if (before.steps.length >= LOA_LIMITS.steps) throw conflict(LOA_TEXTS.steps);
  const done = storedStep(context, before.steps, step, sent);
  const typical = step === 'sent' ? typicalOf(await readDirectory(context.now), key) : undefined;
  const after: LoaItem = { ...before, steps: [...before.steps, { ...done, ...(typical && { typical }) }] };
  const counted = step === 'received' ? countedOf(after, context.settings) : undefined;
  return write(
    context,
    before,
    { ...after, ...(counted && { counted }) },
    stepHappened(before, step, done.on, next),
    counted ? [countAnswer(key, counted, 1)] : [],
  );
}

/** Returns the letter under way that a plan is in, without the plan. It ends with its last plan. */
export async function withoutPlan(context: LoaContext, plan: PlanItem) {
  const loa = plan.loa && (await get<LoaItem>(childItemKey(PREFIX.loa, clientIdOf(plan), plan.loa)));
  if (!loa || !isUnderWay(loa.card.state)) return undefined;
  const plans = loa.plans.filter(({ key }) => key !== childKeyOf(plan));
  const isLast = plans.length === 0;
  const on = londonParts(context.now).date;
  const ended: StoredStep[] = isLast
    ? [{ step: 'closed', on, at: context.now.toISOString(), by: context.actor.name }]
    : [];
  const after = placed(
    { ...loa, plans, steps: [...loa.steps, ...ended], version: loa.version + 1 },
    context.client,
    context.settings,
  );
  const changed = { action: 'loa-changed', data: { provider: loa.card.provider }, ref: idOfChild(loa) } as const;
  return {
    happened: isLast ? stepHappened(loa, 'closed', on, 'closed') : changed,
    change: countOpen(loa.card.state, after.card.state),
    writes: [{ put: { ...after }, when: lock(loa) }] satisfies Write[],
  };
}
