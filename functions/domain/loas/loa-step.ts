import type { LoaStepBody } from '#shared/contract/loas.ts';
import { LOA_LIMITS } from '#shared/rules/limits.ts';
import {
  allowedSteps,
  isUnderWay,
  LOA_TEXTS,
  type LoaStep,
  loaFactsOf,
  nextChaseAfter,
  refusedStep,
  type StoredStep,
  stateAfter,
} from '#shared/rules/loas.ts';
import { addDays, londonParts } from '#shared/rules/london.ts';
import { providerKey } from '#shared/rules/provider-key.ts';
import { workingDaysBetween } from '#shared/rules/working-days.ts';
import { unchanged } from '../../aws/expressions.ts';
import { getTogether, itemAt, type Write } from '../../aws/table.ts';
import { conflict, HttpError, invalid } from '../../services/errors.ts';
import { childItemKey, childKeyOf, clientIdOf, idOfChild, PREFIX } from '../../services/keys/keys.ts';
import type { Settings } from '../../services/settings.ts';
import type { PlanItem } from '../plans/plan.ts';
import { type CountedAnswer, countAnswer, readDirectory, typicalOf } from '../providers/provider.ts';
import { checkLoaVersion, foundLoa, type LoaItem } from './loa.ts';
import { type LoaContext, stepHappened, writeLoa } from './loa-write.ts';

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
export function storedStep(
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
  const given = Object.entries({ ...sent, nextChase }).filter(([, value]) => value !== undefined && value !== null);
  return { ...Object.fromEntries(given), step, on, at: now.toISOString(), by: actor.name };
}

/** Returns what an answer counts as in the response times, in the month of its arrival. */
function countedOf({ steps }: LoaItem, { firm }: Pick<Settings, 'firm'>): CountedAnswer {
  const { sentOn = '', ackOn, endedOn = '' } = loaFactsOf(steps);
  return {
    month: endedOn.slice(0, 7),
    ...(ackOn !== undefined && { confirmed: workingDaysBetween(sentOn, ackOn, firm.closedDays) }),
    answered: workingDaysBetween(sentOn, endedOn, firm.closedDays),
  };
}

/** Throws 409 if a plan of an ended letter was deleted, or has another letter or provider by now. Returns those checks. */
async function plansFree(loa: LoaItem): Promise<Write[]> {
  const clientId = clientIdOf(loa);
  const keys = loa.plans.map(({ key }) => childItemKey(PREFIX.plan, clientId, key));
  const plans = keys.length > 0 ? await getTogether(keys) : [];
  if (plans.length === 0 || plans.length < keys.length) throw conflict(LOA_TEXTS.gone);
  if (keys.some((key) => itemAt<PlanItem>(plans, key)?.loa !== childKeyOf(loa))) throw conflict(LOA_TEXTS.underWay);
  return keys.map((key) => {
    const { provider = '' } = itemAt<PlanItem>(plans, key) ?? {};
    if (providerKey(provider) !== loa.summary.providerKey) throw conflict(LOA_TEXTS.otherProvider);
    return { check: key, when: [unchanged('loa', childKeyOf(loa)), unchanged('provider', provider)] };
  });
}

async function takeBack(context: LoaContext, before: LoaItem): Promise<LoaItem> {
  const last = before.steps.at(-1);
  if (!last) throw conflict(LOA_TEXTS.nothing);
  const { counted, ...rest } = before;
  const after = { ...rest, steps: before.steps.slice(0, -1) };
  const { provider, providerKey: key } = before.summary;
  const data = {
    provider,
    step: 'undo' as const,
    undone: last.step,
    on: last.on,
    state: loaFactsOf(after.steps).state,
  };
  const happened = { action: 'loa-step', data, ref: idOfChild(before) } as const;
  return writeLoa(context, before, after, happened, [
    ...(isUnderWay(before.summary.state) ? [] : await plansFree(before)),
    ...(counted ? [countAnswer(key, counted, -1)] : []),
  ]);
}

/** Notes a step of a letter, or takes the last one back. Throws 409 for another version, or if the state refuses it. */
export async function addStep(
  context: LoaContext,
  loa: LoaItem | undefined,
  { version, step, ...sent }: LoaStepBody,
): Promise<LoaItem> {
  const before = foundLoa(loa);
  checkLoaVersion(before, version);
  if (step === 'undo') return takeBack(context, before);
  const { state, providerKey: key } = before.summary;
  const next = stateAfter(step, state);
  if (!next) throw new HttpError(409, refusedStep(step, state), { more: { allowed: allowedSteps(state) } });
  if (before.steps.length >= LOA_LIMITS.steps) throw conflict(LOA_TEXTS.steps);
  const done = storedStep(context, before.steps, step, sent);
  const typical = step === 'sent' ? typicalOf(await readDirectory(context.now), key) : undefined;
  const after: LoaItem = { ...before, steps: [...before.steps, { ...done, ...(typical && { typical }) }] };
  const counted = step === 'received' ? countedOf(after, context.settings) : undefined;
  return writeLoa(
    context,
    before,
    { ...after, ...(counted && { counted }) },
    stepHappened(before, step, done.on, next),
    counted ? [countAnswer(key, counted, 1)] : [],
  );
}
