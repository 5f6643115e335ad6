import type { CesdSignature, Stage } from '#shared/contract/journey.ts';
import { duration, JOURNEY, stageState, stageTemplate } from '#shared/rules/journey.ts';
import { childId } from '../../services/keys/ids.ts';
import { clientIdOf } from '../../services/keys/keys.ts';
import type { ClientItem } from '../clients/client.ts';

/** What is looked at of a client to show its stages. */
type Journeyed = Pick<ClientItem, 'pk' | 'sk' | 'stages' | 'documents'>;

/** One stage of a client, without its sub-stages. */
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
    documentCount: item.documents[String(number)] ?? 0,
    duration: duration(state, now),
    subStages: [],
  };
}

/** One stage with its sub-stages. */
export function toStageTree(item: Journeyed, number: number, now: Date): Stage {
  const subs = JOURNEY.filter((stage) => stage.parent === number);
  return { ...toStage(item, number, now), subStages: subs.map((sub) => toStage(item, sub.number, now)) };
}

/** The seven top-level stages in order, sub-stages nested. */
export const toStages = (item: Journeyed, now: Date): Stage[] =>
  JOURNEY.filter((stage) => stage.parent === null).map((stage) => toStageTree(item, stage.number, now));

/** The client engagement document's signature. */
export const toSignature = (item: ClientItem): CesdSignature => ({
  id: childId(clientIdOf(item), 'cesd'),
  clientId: clientIdOf(item),
  documentId: item.signature?.documentId ?? null,
  signed: item.signature !== undefined,
  signedAt: item.signature?.signedAt ?? null,
});
