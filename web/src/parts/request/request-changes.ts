import type { AnswerOf } from '#shared/contract/api.ts';
import { asksAgain, type Decision } from '#shared/rules/requests.ts';
import { sayDay } from '#shared/rules/say-date.ts';
import { errorToast } from '../../lib/http/failure.ts';
import type { MutationMeta } from '../../lib/query/query.ts';
import { adviserChange } from '../refreshes.ts';

export const askForDocuments = (isEmailed: boolean) =>
  adviserChange('POST /api/clients/{id}/requests', {
    success: { title: 'Documents Requested', ...(isEmailed && { description: 'The client is told by email.' }) },
    failure: errorToast('Failed to ask for documents'),
  });

const DECIDE = 'POST /api/requests/{id}/decision';
const SENT_BACK = 'Request Sent Back';
const DECIDED: Readonly<Record<Decision, string>> = {
  approve: 'Request Accepted',
  more: SENT_BACK,
  return: SENT_BACK,
  waive: 'Request Waived',
  reopen: 'Request Reopened',
  undo: 'Acceptance Undone',
};

/** Names the due date of a request that is with the client again, because the server may have moved it. */
function askedAgain(answer: unknown) {
  const { dueDate } = answer as AnswerOf<typeof DECIDE>;
  return { detail: `${dueDate ? `Due on ${sayDay(dueDate)}. ` : ''}The client is told within half an hour.` };
}

export interface NamedRequest {
  title: string;
  clientName: string;
}

/** Returns "“Passport” of Mia Wood". */
export const nameOf = ({ title, clientName }: NamedRequest) => `“${title}” of ${clientName}`;

/** Options of a decision, whose toast differs. `offer` adds actions to it. */
export const decideRequest = (
  decision: Decision,
  request: NamedRequest,
  offer?: NonNullable<MutationMeta['success']>['offer'],
) => {
  const more = asksAgain(decision) ? askedAgain : offer;
  return adviserChange(DECIDE, {
    success: { title: DECIDED[decision], description: nameOf(request), ...(more && { offer: more }) },
    failure: errorToast('Failed to decide on the request'),
  });
};

export const changeRequest = adviserChange('PATCH /api/requests/{id}', {
  success: { title: 'Request Updated' },
  failure: errorToast('Failed to update request'),
});

export const deleteRequest = adviserChange('DELETE /api/requests/{id}', {
  success: { title: 'Request Deleted' },
  failure: errorToast('Failed to delete request'),
});

const SEND_REMINDER = 'POST /api/clients/{id}/reminders/send';

/** Sends one email about everything that is open, besides the automatic ones. */
export const sendReminder = adviserChange(SEND_REMINDER, {
  success: {
    title: 'Reminder Sent',
    describe: (answer) => (answer as AnswerOf<typeof SEND_REMINDER>).message,
    offer: (answer) => ((answer as AnswerOf<typeof SEND_REMINDER>).plannedAt ? { title: 'Reminder Planned' } : {}),
  },
  failure: errorToast('Failed to send reminder'),
});
