import { stageTemplate } from '#shared/rules/journey.ts';
import { invalid, notFound } from '../../services/errors.ts';
import { childId, parseChildId } from '../../services/keys/ids.ts';

/** The number of the stage that the last part of a stage's id names, if the journey has it. */
function numberOf(key: string): number | undefined {
  const template = stageTemplate(Number(key));
  return template && String(template.number) === key ? template.number : undefined;
}

/** The number of the stage in a path. Throws 404 where the journey has no such stage. */
export function stageNumber(stageId: string): number {
  const number = numberOf(parseChildId(stageId).key);
  if (number === undefined) throw notFound('Stage not found');
  return number;
}

/** The number of a stage that a document or task is to hang off. Throws 400 where it is not one of the client's (contract, Documents). */
export function ownStageNumber(stageId: string, clientId: string): number {
  const prefix = childId(clientId, '');
  const number = stageId.startsWith(prefix) ? numberOf(stageId.slice(prefix.length)) : undefined;
  if (number === undefined) throw invalid('stageId', 'This stage is not the client’s');
  return number;
}
