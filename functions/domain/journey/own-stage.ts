import { stageTemplate } from '#shared/rules/journey.ts';
import { invalid } from '../errors.ts';
import { childId } from '../ids.ts';

/** The number of a stage that a document or task is to hang off. Throws 400 where it is not one of the client's (contract, Documents). */
export function ownStageNumber(stageId: string, clientId: string): number {
  const prefix = childId(clientId, '');
  const key = stageId.startsWith(prefix) ? stageId.slice(prefix.length) : '';
  const template = stageTemplate(Number(key));
  if (!template || String(template.number) !== key) throw invalid('stageId', 'This stage is not the client’s');
  return template.number;
}
