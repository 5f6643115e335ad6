import { RISK_STAGE } from '#shared/rules/journey.ts';
import { errorToast } from '../../../lib/http/failure.ts';
import { read } from '../../../lib/query/query.ts';
import { adviserChange } from '../../../parts/refreshes.ts';
import { completing } from '../journey/completing.ts';

/** Reads the results of the risk questionnaire of each client of a couple, oldest first. */
export const riskQuery = (clientId: string) => read('GET /api/clients/{id}/risk', { params: { id: clientId } });

export const noteRisk = (clientId: string) =>
  adviserChange('PATCH /api/clients/{id}/risk', {
    success: { title: 'Result Saved', offer: () => ({ action: completing(clientId, RISK_STAGE) }) },
    failure: errorToast('Failed to save the result'),
  });
