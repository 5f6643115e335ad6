import type { LoaOnBoard } from '#shared/contract/loas.ts';
import { PLANS_STAGE } from '#shared/rules/journey.ts';
import { chaseText } from '#shared/rules/loa-chase-text.ts';
import { errorToast } from '../../../lib/http/failure.ts';
import { queryClient, read } from '../../../lib/query/query.ts';
import { notify } from '../../../lib/screen/notify.ts';
import { copyText } from '../../../parts/link/copy-link.ts';
import { loasQuery } from '../../../parts/loa/loas.ts';
import { adviserChange } from '../../../parts/refreshes.ts';

export const saveProvider = adviserChange('PATCH /api/providers/{key}', {
  success: { title: 'Provider Updated' },
  failure: errorToast('Failed to save the provider'),
});

export const removeProvider = adviserChange('DELETE /api/providers/{key}', {
  success: { title: 'Provider Removed' },
  failure: errorToast('Failed to remove the provider'),
});

const COPIED = { title: 'Text Copied', description: 'Check it before you send it: it names your client.' };
const NOT_COPIED = { title: 'Error', description: 'Failed to copy the text to the clipboard' };
const NOT_READ = { title: 'Error', description: 'Failed to read the plan numbers. Please try again.' };

async function textOf({ id, clientId, clientName }: LoaOnBoard) {
  const params = { stageId: `${clientId}.${PLANS_STAGE}` };
  const [letters, plans] = await Promise.all([
    queryClient.fetchQuery(loasQuery(clientId)),
    queryClient.fetchQuery(read('GET /api/stages/{stageId}/plans', { params })),
  ]);
  const letter = letters.find((one) => one.id === id);
  if (!letter) throw new Error('The letter is gone');
  const own = plans.filter((plan) => letter.planIds.includes(plan.id));
  return chaseText(
    { ...letter, clientName },
    own.map(({ planNumber }) => planNumber),
  );
}

/** Copies the text of a chase. Reads the letter and its plan numbers first, as the board has them only in part. */
export const copyChaseText = (letter: LoaOnBoard) =>
  copyText(textOf(letter), COPIED, NOT_COPIED).catch(() => notify(NOT_READ, 'error'));
