import type { Loa, LoaStepBody } from '#shared/contract/loas.ts';
import { countOf } from '#shared/rules/counted-words.ts';
import { call } from '../../lib/http/api.ts';
import { errorToast, reasonOf } from '../../lib/http/failure.ts';
import { readPages } from '../../lib/query/pages.ts';
import { read } from '../../lib/query/query.ts';
import { notify, type ToastContent } from '../../lib/screen/notify.ts';
import { type ItemState, readAfterMany, runEach } from '../client/bulk.ts';
import { adviserChange, runChange } from '../refreshes.ts';

/** Reads a client's letters of authority, oldest first. */
export const loasQuery = (clientId: string) => read('GET /api/clients/{id}/loas', { params: { id: clientId } });

/** Reads pages of the letters that are under way, by the day of the next chase. */
export const boardQuery = (query?: Readonly<Record<string, string>>) =>
  readPages('GET /api/loas/board', 'next', ...(query ? [{ query }] : []));

/** Reads the firm's directory of providers, with their response times. */
export const providersQuery = read('GET /api/providers');

const STEP_CALL = 'POST /api/loas/{id}/steps';
const STEP_FAILURE = errorToast('Failed to save the step');
const LETTER_FAILURE = errorToast('Failed to save the letter');

type Offer = Pick<ToastContent, 'action' | 'otherAction'>;
/** Returns an action for the toast of a change, from the letter after it. */
export type OfferFor = (loa: Loa) => ToastContent['action'];

/** Options of noting a new letter. `offer` adds an action to its toast. */
export const noteLoa = (offer?: OfferFor) =>
  adviserChange('POST /api/clients/{id}/loas', {
    success: { title: 'Letter Noted', offer: (answer) => ({ action: offer?.(answer as Loa) }) },
    failure: LETTER_FAILURE,
  });

export const changeLoa = adviserChange('PATCH /api/loas/{id}', {
  success: { title: 'Letter Updated' },
  failure: LETTER_FAILURE,
});

/** Takes the last step of a letter back. */
export const undoLoaStep = adviserChange(STEP_CALL, { success: { title: 'Step Taken Back' }, failure: STEP_FAILURE });

const undoOf = ({ id, version }: Pick<Loa, 'id' | 'version'>) => ({
  params: { id },
  body: { version, step: 'undo' as const },
});

const withUndo = (undo: () => void, first?: ToastContent['action']): Offer => {
  const action = { label: 'Undo', onClick: undo };
  return first ? { action: first, otherAction: action } : { action };
};

/** Options of noting a step, whose toast has Undo. `offer` adds an action before it. */
export const addLoaStep = (offer?: OfferFor) =>
  adviserChange(STEP_CALL, {
    success: {
      title: 'Step Noted',
      offer: (answer) => {
        const loa = answer as Loa;
        return withUndo(() => void runChange(undoLoaStep, undoOf(loa)), offer?.(loa));
      },
    },
    failure: STEP_FAILURE,
  });

async function undoEach(loas: readonly Loa[]) {
  const failed = await runEach(loas, (loa) => call(STEP_CALL, undoOf(loa)));
  if (failed.length > 0)
    notify({ ...STEP_FAILURE, detail: failed.map(({ provider }) => provider).join(', ') }, 'error');
  else notify({ title: 'Step Taken Back', description: `${countOf(loas.length, 'letter')}.` });
  await readAfterMany(STEP_CALL);
}

/** Notes the same step of several letters, in one toast with Undo. Returns the letters that were refused. */
export async function addStepToEach<T extends Pick<Loa, 'id'>>(
  loas: readonly T[],
  bodyOf: (loa: T) => LoaStepBody,
  onState?: (loa: T, state: ItemState) => void,
): Promise<readonly T[]> {
  const saved: Loa[] = [];
  const reasons = new Set<string | undefined>();
  const note = (loa: T, state: ItemState) => {
    if (state.status === 'failed') reasons.add(reasonOf(state.error));
    onState?.(loa, state);
  };
  const save = async (loa: T) => saved.push(await call(STEP_CALL, { params: { id: loa.id }, body: bodyOf(loa) }));
  const refused = await runEach(loas, save, { onState: note });
  const description = `${countOf(saved.length, 'letter')}.`;
  const detail = [`${refused.length} of ${countOf(loas.length, 'letter')}.`, ...reasons].filter(Boolean).join(' ');
  if (refused.length > 0) notify({ ...STEP_FAILURE, detail }, 'error');
  else notify({ title: 'Step Noted', description, ...withUndo(() => void undoEach(saved)) });
  await readAfterMany(STEP_CALL);
  return refused;
}
