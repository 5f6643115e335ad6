import { isDeepStrictEqual } from 'node:util';
import type { Happened } from '#shared/audit-log/actions.ts';
import type { CesdSignature, Stage, StageChange } from '#shared/contract/journey.ts';
import {
  changedStage,
  duration,
  isTopStage,
  JOURNEY,
  MEETINGS,
  SIGNATURE_STAGE,
  type StageState,
  stageChangeRefusal,
  stageState,
  stageTemplate,
} from '#shared/rules/journey.ts';
import { bookedIn } from '#shared/rules/meetings.ts';
import { type ItemChange, together, unchanged } from '../../aws/expressions.ts';
import { query, transact, type Write } from '../../aws/table.ts';
import { HttpError } from '../../services/errors.ts';
import { childId, childKeyOf, clientIdOf, clientPartition, PREFIX } from '../../services/keys/keys.ts';
import { type ClientItem, stageInSummary } from '../clients/client.ts';
import { type ChangeContext, changeOf, stageNumber } from '../clients/client-writes.ts';
import { type DocumentItem, isKept, KEPT } from '../documents/document-item.ts';

type Journeyed = Pick<ClientItem, 'pk' | 'sk' | 'stages' | 'documents'>;

function toStage(item: Journeyed, number: number, now: Date): Stage {
  const clientId = clientIdOf(item);
  const template = stageTemplate(number);
  const state = stageState(item.stages, number);
  return {
    id: childId(clientId, number),
    clientId,
    stageNumber: number,
    parentStageId: template?.parent ? childId(clientId, template.parent) : null,
    title: template?.title ?? '',
    status: state.status,
    notRequired: state.notRequired ?? false,
    completedAt: state.completedAt ?? null,
    inProgressAt: state.inProgressAt ?? null,
    bookedFor: state.bookedFor ?? null,
    documentCount: item.documents[String(number)] ?? 0,
    duration: duration(state, now),
    subStages: [],
  };
}

function toStageTree(item: Journeyed, number: number, now: Date): Stage {
  const subs = JOURNEY.filter((stage) => stage.parent === number);
  return { ...toStage(item, number, now), subStages: subs.map((sub) => toStage(item, sub.number, now)) };
}

export const toStages = (item: Journeyed, now: Date): Stage[] =>
  JOURNEY.filter((stage) => stage.parent === null).map((stage) => toStageTree(item, stage.number, now));

export const toSignature = (item: ClientItem): CesdSignature => ({
  id: childId(clientIdOf(item), 'cesd'),
  clientId: clientIdOf(item),
  documentId: item.signature?.documentId ?? null,
  signed: item.signature !== undefined,
  signedAt: item.signature?.signedAt ?? null,
});

async function newestDocument(client: ClientItem, stage: number): Promise<DocumentItem | undefined> {
  const keep = (item: object) => 'stage' in item && item.stage === stage && isKept(item);
  const range = { newestFirst: true, keep };
  const [newest] = await query<DocumentItem>(clientPartition(clientIdOf(client)), PREFIX.document, range);
  return newest;
}

/** Signs the client engagement document if stage 1.4 is completed. `checks` fail the write if the document is gone. */
async function signature(
  client: ClientItem,
  number: number,
  completed: boolean,
  now: Date,
): Promise<{ signed: Partial<Pick<ClientItem, 'signature'>>; checks: Write[] }> {
  if (number !== SIGNATURE_STAGE) return { signed: {}, checks: [] };
  if (!completed) return { signed: { signature: undefined }, checks: [] };
  const newest = await newestDocument(client, number);
  const documentId = newest ? childId(clientIdOf(client), childKeyOf(newest)) : null;
  return {
    signed: { signature: { documentId, signedAt: now.toISOString() } },
    checks: newest ? [{ check: newest, when: [...KEPT, ['stage', '=', number]] }] : [],
  };
}

/**
 * Returns the change of the summary's meetings. Locks both sub-stages of a meeting, as its date is listed until it has
 * been held.
 */
function bookedChange({ stages, summary }: ClientItem, number: number, after: StageState): ItemChange {
  const pair = MEETINGS.map(({ booked, held }) => [booked, held]).find((numbers) => numbers.includes(number));
  if (!pair) return {};
  const booked = bookedIn({ ...stages, [number]: after });
  const when = pair.map((each) => unchanged(`stages/${each}`, stages[String(each)]));
  if (isDeepStrictEqual(booked, summary.booked)) return { when };
  return { set: { 'summary/booked': booked }, when: [...when, unchanged('summary/booked', summary.booked)] };
}

export async function updateStage(context: ChangeContext, stageId: string, sent: StageChange): Promise<Stage> {
  const { client, now } = context;
  const number = stageNumber(stageId);
  const refusal = stageChangeRefusal(number, sent);
  if (refusal) throw new HttpError(400, refusal.message, { fields: { [refusal.field]: refusal.message } });
  const before = stageState(client.stages, number);
  const after = changedStage(before, sent, now.toISOString());
  if (isDeepStrictEqual(after, before)) return toStageTree(client, number, now);
  const path = `stages/${number}`;
  const { signed, checks } = await signature(client, number, after.status === 'completed', now);
  const { notRequired } = sent;
  const { status, bookedFor } = after;
  const since = status === 'completed' && before.status === 'in_progress' ? before.inProgressAt : undefined;
  const data = {
    stage: number,
    ...(status !== before.status && { from: before.status, to: status, ...(since && { since }) }),
    ...(notRequired !== undefined && { notRequired }),
    ...(bookedFor !== before.bookedFor && { bookedFor: bookedFor ?? null }),
  };
  const change = together(
    {
      set: { [path]: after, ...(isTopStage(number) && stageInSummary(number, after)), ...signed },
      when: [unchanged(path, client.stages[String(number)])],
    },
    bookedChange(client, number, after),
  );
  await transact([...changeOf(context, { action: 'stage-changed', data, ref: stageId }, change), ...checks]);
  return toStageTree({ ...client, ...signed, stages: { ...client.stages, [number]: after } }, number, now);
}

/**
 * Returns what the signature of a document changes in the journey. It completes the stage if staff chose that. Once stage
 * 1.4 is completed, the copy is its signature.
 */
export function signedChange(
  client: ClientItem,
  { stage, completes, documentId }: { stage: number | undefined; completes: boolean; documentId: string },
  now: Date,
): { change: ItemChange; happened: Happened[]; signature: ClientItem['signature'] } {
  if (stage === undefined) return { change: {}, happened: [], signature: client.signature };
  const path = `stages/${stage}`;
  const before = stageState(client.stages, stage);
  const at = now.toISOString();
  const isNew = completes && before.status !== 'completed';
  const isDone = isNew || before.status === 'completed';
  const isNewSignature = isDone && stage === SIGNATURE_STAGE;
  const signature = isNewSignature ? { documentId, signedAt: at } : client.signature;
  const set = {
    ...(isNew && { [path]: changedStage(before, { status: 'completed' }, at) }),
    ...(isNewSignature && { signature }),
  };
  const data = { stage, from: before.status, to: 'completed' } as const;
  const ref = childId(clientIdOf(client), stage);
  return {
    change: { set, when: [unchanged(path, client.stages[String(stage)])] },
    happened: isNew ? [{ action: 'stage-changed', data, ref }] : [],
    signature,
  };
}

export async function resetJourney(context: ChangeContext): Promise<Stage[]> {
  const { client, now } = context;
  const blank = toStages({ ...client, stages: {} }, now);
  if (isDeepStrictEqual(toStages(client, now), blank) && !client.signature) return blank;
  const change = {
    set: { stages: {}, 'summary/top': {}, 'summary/since': {}, 'summary/booked': undefined, signature: undefined },
  };
  await transact(changeOf(context, { action: 'journey-reset', data: {} }, change));
  return blank;
}
