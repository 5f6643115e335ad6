import { isDeepStrictEqual } from 'node:util';
import type { LoaChange, NewLoa } from '#shared/contract/loas.ts';
import { changedOf, givenOf } from '#shared/nouns/field.ts';
import { LOA_FIELDS } from '#shared/nouns/loa.ts';
import { LOA_LIMITS } from '#shared/rules/limits.ts';
import { isUnderWay, LOA_TEXTS, type StoredStep, tailOf } from '#shared/rules/loas.ts';
import { londonParts } from '#shared/rules/london.ts';
import { providerKey } from '#shared/rules/provider-key.ts';
import { unchanged } from '../../aws/expressions.ts';
import { get, transact, type Write } from '../../aws/table.ts';
import { conflict, invalid } from '../../services/errors.ts';
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
import { changeOf } from '../clients/client-writes.ts';
import { isKept } from '../documents/document-item.ts';
import type { PlanItem } from '../plans/plan.ts';
import { addProvider, countLetters, type Directory, typicalOf } from '../providers/provider.ts';
import { checkLoaVersion, foundLoa, type LoaItem, type LoaPlan } from './loa.ts';
import { storedStep } from './loa-step.ts';
import { countWithProvider, inClient, type LoaContext, lock, placed, stepHappened, writeLoa } from './loa-write.ts';

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
    if (other && isUnderWay(other.summary.state)) throw conflict(LOA_TEXTS.underWay);
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
  if (!document || !isKept(document)) throw invalid('documentId', LOA_TEXTS.foreignDocument);
}

/** Notes a letter of authority, sent already or to be sent. Throws 400 or 409 if its plans do not fit. */
export async function noteLoa(
  context: LoaContext,
  known: Known & { directory: Directory },
  { provider, planIds, scope, sent, ...given }: NewLoa,
): Promise<LoaItem> {
  const { client, now, settings } = context;
  const clientId = clientIdOf(client);
  const key = providerKey(provider);
  if (key === '') throw invalid('provider', 'Provider is required');
  if (known.loas.length >= LOA_LIMITS.perClient) throw conflict(LOA_TEXTS.full);
  const plans = chosenPlans(clientId, planIds, key, known);
  checkSignedOn(given.signedOn, now);
  await checkDocument(clientId, given.documentId);
  const typical = sent && typicalOf(known.directory, key);
  const steps = sent ? [{ ...storedStep(context, [], 'sent', sent), ...(typical && { typical }) }] : [];
  const childKey = newChildKey(now);
  const letter = {
    ...childItemKey(PREFIX.loa, clientId, childKey),
    v: 1 as const,
    version: 1,
    scope,
    ...givenOf(LOA_FIELDS, given),
    plans: plans.map(toLoaPlan),
    steps,
    summary: { provider, providerKey: key },
  };
  const loa = placed(letter, client, settings);
  const made = { action: 'loa-made', data: { provider, plans: plans.length }, ref: idOfChild(loa) } as const;
  const first = steps[0];
  const counts = {
    ...inClient(loa),
    // Concurrent letters of a client would exceed the limit.
    when: [unchanged('summary/lastUpdate', client.summary.lastUpdate)],
  };
  await transact([
    ...changeOf(context, [made, ...(first ? [stepHappened(loa, 'sent', first.on, 'sent')] : [])], counts),
    { put: { ...loa } },
    ...plans.map((plan) => linkPlan(plan, childKey)),
    ...addProvider(context, known.directory, key, provider),
    countLetters(key, 1),
  ]);
  return loa;
}

const CHANGEABLE = [...changedOf(LOA_FIELDS), 'plans'] as const;

/** Changes a letter that is under way. An unchanged one is not written. Throws 409 once it has ended. */
export async function changeLoa(
  context: LoaContext,
  known: Known,
  loa: LoaItem | undefined,
  { version, scope, planIds, ...given }: LoaChange,
): Promise<LoaItem> {
  const before = foundLoa(loa);
  const clientId = clientIdOf(before);
  const own = childKeyOf(before);
  checkLoaVersion(before, version);
  if (!isUnderWay(before.summary.state)) throw conflict(LOA_TEXTS.ended);
  checkSignedOn(given.signedOn, context.now);
  await checkDocument(clientId, given.documentId);
  const plans = planIds && chosenPlans(clientId, planIds, before.summary.providerKey, known, own);
  const keys = new Set(plans?.map(childKeyOf));
  const left = plans ? known.plans.filter((plan) => plan.loa === own && !keys.has(childKeyOf(plan))) : [];
  const added = plans?.filter((plan) => plan.loa !== own) ?? [];
  const after = {
    ...before,
    ...(scope && { scope }),
    ...givenOf(LOA_FIELDS, given),
    ...(plans && { plans: plans.map(toLoaPlan) }),
  } as LoaItem;
  if (CHANGEABLE.every((name) => isDeepStrictEqual(after[name], before[name]))) return before;
  const happened = {
    action: 'loa-changed',
    data: { provider: before.summary.provider },
    ref: idOfChild(before),
  } as const;
  return writeLoa(context, before, after, happened, [
    ...added.map((plan) => linkPlan(plan, own)),
    ...left.map((plan) => linkPlan(plan, undefined)),
  ]);
}

/** Returns the writes of the letter that a changed plan is in. Throws 409 for another provider while it is under way. */
export async function withChangedPlan(before: PlanItem, after: PlanItem): Promise<Write[]> {
  const loa = before.loa && (await get<LoaItem>(childItemKey(PREFIX.loa, clientIdOf(before), before.loa)));
  if (!loa) return [];
  if (isUnderWay(loa.summary.state) && providerKey(after.provider) !== loa.summary.providerKey)
    throw conflict(LOA_TEXTS.ownProvider);
  const plans = loa.plans.map((plan) => (plan.key === childKeyOf(after) ? toLoaPlan(after) : plan));
  if (isDeepStrictEqual(plans, loa.plans)) return [{ check: loa, when: lock(loa) }];
  const version = loa.version + 1;
  return [{ update: loa, change: { set: { plans, version, 'summary/version': version }, when: lock(loa) } }];
}

/** Returns the letter under way that a plan is in, without the plan. It ends with its last plan. */
export async function withoutPlan(context: LoaContext, plan: PlanItem) {
  const loa = plan.loa && (await get<LoaItem>(childItemKey(PREFIX.loa, clientIdOf(plan), plan.loa)));
  if (!loa || !isUnderWay(loa.summary.state)) return undefined;
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
  const changed = { action: 'loa-changed', data: { provider: loa.summary.provider }, ref: idOfChild(loa) } as const;
  return {
    happened: isLast ? stepHappened(loa, 'closed', on, 'closed') : changed,
    change: inClient(after),
    writes: [
      { put: { ...after }, when: lock(loa) },
      ...countWithProvider(loa, loa.summary.state, after.summary.state),
    ] satisfies Write[],
  };
}
