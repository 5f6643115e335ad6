import type { Page } from '@playwright/test';
import { clientOf } from '../support/acts.ts';
import { enter, test } from '../support/browser/people.ts';
import { expectToast } from '../support/browser/toast.ts';
import { expect, otherBrowser } from '../support/browser/watched.ts';
import { newAdmin } from '../support/builders.ts';
import { START, setNow } from '../support/clock.ts';
import { inDays } from '../support/days.ts';

// Journey of a forgotten client, until the adviser and the owner of the firm find it.

const WEEKS_AGO = START - 35 * 86_400_000;

const rows = (page: Page) => page.getByRole('region', { name: 'Stuck clients' }).locator('tbody').getByRole('row');

test('a client for whom nobody has anything to do is found, and waits for its adviser from then on', async ({
  page,
  watch,
  baseURL,
  adviser,
}) => {
  setNow(WEEKS_AGO);
  const client = await clientOf(adviser, { name: 'Mia Wood' });
  await client.setStage('1', { status: 'in_progress' });
  setNow(START);

  await test.step('the adviser finds the client under Nobody, after five weeks', async () => {
    await page.goto('/chase/stuck');
    await page.getByRole('link', { name: 'Nobody 1' }).click();
    await expect(rows(page)).toHaveText([/Mia Wood.*First Meeting.*25.*25.*Nobody has anything to do/]);
  });

  await test.step('a task assigned from the row makes the client wait for the adviser', async () => {
    await page.getByRole('button', { name: 'Assign Task: Mia Wood' }).click();
    const dialog = page.getByRole('dialog', { name: 'Assign Task' });
    await dialog.getByLabel('Title').fill('Call Mia');
    await dialog.getByLabel('Responsibility').selectOption('adviser');
    await dialog.getByLabel('Due Date').fill(inDays(7));
    await dialog.getByRole('button', { name: 'Create Task' }).click();
    await expectToast(page, 'Task Created');
    await page.getByRole('link', { name: 'You 1' }).click();
    await expect(rows(page)).toHaveText([/Mia Wood.*25.*0.*“Call Mia” is due in 7 days/]);
  });

  await test.step('an admin sees the client under the adviser’s name, and opens the task', async () => {
    const own = await otherBrowser(page, watch, { baseURL });
    await enter(own.context(), await newAdmin());
    await own.goto('/chase/stuck');
    await expect(rows(own)).toHaveText([/Mia WoodAdviser: Ruth Amari.*Waiting forAdviser.*“Call Mia”/]);
    await own.getByRole('link', { name: 'Open Task: Mia Wood' }).click();
    await expect(own).toHaveURL(new RegExp(`/adviser/client/${client.id}#task-`));
    await own.context().close();
  });
});
