import { isDeepStrictEqual } from 'node:util';
import type { StageChange } from '#shared/contract/journey.ts';
import {
  changeStage,
  SIGNATURE_STAGE,
  type StageState,
  stageChangeRefusal,
  stageState,
  TOP_STAGES,
} from '#shared/rules/journey.ts';
import { unchanged } from '../aws/expressions.ts';
import { query, transact, type Write } from '../aws/table.ts';
import { changeOf } from '../domain/clients/change.ts';
import { type ClientItem, stageOnCard } from '../domain/clients/client.ts';
import { stageNumber } from '../domain/clients/stage-id.ts';
import { type DocumentItem, isKept, KEPT } from '../domain/documents/document.ts';
import { toStages, toStageTree } from '../domain/journey/stage.ts';
import { lambda } from '../pipeline/lambda.ts';
import { HttpError } from '../services/errors.ts';
import { childId } from '../services/keys/ids.ts';
import { childKeyOf, clientIdOf, clientPartition, PREFIX } from '../services/keys/keys.ts';

/** What the record keeps of a change of a stage. */
const changeData = (stage: number, { status, notRequired }: StageChange, before: StageState) =>
  status ? { stage, from: before.status, to: status } : { stage, notRequired };

async function newestDocument(client: ClientItem, stage: number): Promise<DocumentItem | undefined> {
  const keep = (item: object) => 'stage' in item && item.stage === stage && isKept(item);
  const [newest] = await query<DocumentItem>(clientPartition(clientIdOf(client)), PREFIX.document, {
    newestFirst: true,
    keep,
  });
  return newest;
}

/**
 * Completing stage 1.4 signs the client engagement document, taking it back unsigns it (contract, Stages): what to set of
 * the client, and the check that the document is still there.
 */
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

export const handler = lambda('stages', {
  'GET /api/clients/{id}/stages':
    () =>
    async ({ client, now }) =>
      toStages(client, now),

  'PATCH /api/stages/{stageId}':
    () =>
    async ({ actor, client, params, body, now }) => {
      const number = stageNumber(params.stageId);
      const refusal = stageChangeRefusal(number, body);
      if (refusal) throw new HttpError(400, refusal.message, { fields: { [refusal.field]: refusal.message } });
      const before = stageState(client.stages, number);
      const after = changeStage(before, body, now.toISOString());
      if (isDeepStrictEqual(after, before)) return toStageTree(client, number, now);
      const path = `stages/${number}`;
      const seen = unchanged(path, client.stages[String(number)]);
      const top = TOP_STAGES.some((stage) => stage.number === number)
        ? stageOnCard(client, number, after)
        : { set: {}, when: [] };
      const { signed, checks } = await signature(client, number, after.status === 'completed', now);
      const changed = { ...client, ...signed, stages: { ...client.stages, [number]: after } };
      const stage = toStageTree(changed, number, now);
      const context = { actor, client, now };
      const data = changeData(number, body, before);
      const happened = { action: 'stage-changed', data, ref: params.stageId } as const;
      const change = { set: { [path]: after, ...top.set, ...signed }, when: [seen, ...top.when] };
      await transact([...changeOf(context, happened, change), ...checks]);
      return stage;
    },

  'POST /api/clients/{id}/stages/reset':
    () =>
    async ({ actor, client, now }) => {
      const blank = toStages({ ...client, stages: {} }, now);
      if (isDeepStrictEqual(toStages(client, now), blank) && !client.signature) return blank;
      const context = { actor, client, now };
      const change = { set: { stages: {}, 'card/top': {}, 'card/since': {}, signature: undefined } };
      await transact(changeOf(context, { action: 'journey-reset', data: {} }, change));
      return blank;
    },
});
