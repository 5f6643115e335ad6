import type { FullClient } from '#shared/contract/clients.ts';
import { stillLeft } from '#shared/rules/counted-words.ts';
import { errorToast } from '../../lib/http/failure.ts';
import { adviserChange, runChange } from '../refreshes.ts';

export const reopenClient = adviserChange('PATCH /api/clients/{id}', {
  success: { title: 'Client Reopened', description: 'Client journey has been reopened' },
  failure: errorToast('Failed to reopen client'),
});

const reopen = (id: string) => void runChange(reopenClient, { params: { id }, body: { completed: false } });

export const completeClient = adviserChange('PATCH /api/clients/{id}', {
  success: {
    title: 'Client Completed',
    description: 'Client journey has been marked as completed',
    offer: ({ id, openAdviserTasks, openClientTasks }: FullClient) => ({
      detail: stillLeft(openAdviserTasks + openClientTasks, 'task', 'open'),
      action: { label: 'Undo', onClick: () => reopen(id) },
    }),
  },
  failure: errorToast('Failed to complete client'),
});
