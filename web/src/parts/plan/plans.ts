import { errorToast } from '../../lib/http/failure.ts';
import { adviserChange } from '../refreshes.ts';

const ADD = 'POST /api/stages/{stageId}/plans';
const success = { title: 'Plan Added' };

/** Adds a plan. A failure shows no toast and leaves the form as it is. */
export const addPlan = adviserChange(ADD, { success });

/** Adds a plan of the fact-find. A failure may say that it is in the plans already. */
export const addPlanOfRow = adviserChange(ADD, { success, failure: errorToast('Failed to add the plan') });
