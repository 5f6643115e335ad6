import { expectToast } from '../support/browser/toast.ts';
import { expect } from '../support/browser/watched.ts';
import { test } from './people.ts';

test('a task’s status is set from the pending tasks, and a completed one leaves them', async ({
  page,
  adviser,
  client,
}) => {
  const params = { id: client.id };
  await adviser.call('POST /api/clients/{id}/tasks', { params, body: { title: 'Send your passport' } });
  await page.goto('/pending-tasks');
  await page.getByRole('row').filter({ hasText: 'Send your passport' }).getByRole('button').press('Enter');
  const status = page.getByRole('dialog', { name: 'Send your passport' }).getByLabel('Status');
  await status.selectOption('Completed');
  await expectToast(page, 'Success', 'Task status updated successfully');
  await expect(page.getByText('No pending tasks at the moment.')).toBeVisible();
  const { body } = await adviser.call('GET /api/clients/{id}/tasks', { params });
  expect(body).toMatchObject([{ status: 'completed' }]);
});
