import type { Page } from '@playwright/test';
import type { RequestTemplates } from '#shared/contract/requests.ts';
import { FIRST_TEMPLATES } from '#shared/rules/request-templates.ts';
import { expectAccessible } from '../../support/browser/axe.ts';
import { test } from '../../support/browser/people.ts';
import { dismissToast, expectToast } from '../../support/browser/toast.ts';
import { expect } from '../../support/browser/watched.ts';

const [GET, PATCH] = ['GET /api/request-templates', 'PATCH /api/request-templates'] as const;
const section = (page: Page) => page.getByRole('region', { name: 'Documents to Ask For' });
const titles = (page: Page) => section(page).getByRole('listitem').locator('bdi').first();
const rows = (page: Page) => section(page).getByRole('listitem');
const button = (page: Page, name: string) => section(page).getByRole('button', { name, exact: true });
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });
/** Chooses an entry of a document's menu. */
async function choose(page: Page, title: string | undefined, entry: string) {
  await button(page, `More for ${title}`).press('Enter');
  await page.getByRole('menuitem', { name: entry }).click();
}
const [first, second] = FIRST_TEMPLATES.map(({ title }) => title);

test('an admin orders, edits, adds and removes documents to ask for, and saves the list once', async ({
  page,
  api,
  admin,
}) => {
  const stored = async (): Promise<RequestTemplates> => (await admin.call(GET)).body;
  await page.goto('/admin/settings#request-templates');
  await expect(rows(page)).toHaveCount(FIRST_TEMPLATES.length);
  await expect(button(page, 'Save List')).toHaveAttribute('aria-disabled', 'true');
  await expectAccessible(page);

  await test.step('a moved row keeps the focus on its menu, which has no Move Up at the end', async () => {
    await choose(page, second, 'Move Up');
    await expect(titles(page)).toHaveText(second ?? '');
    await expect(button(page, `More for ${second}`)).toBeFocused();
    await expect(section(page).getByRole('status')).toHaveText(
      `${second} is now number 1 of ${FIRST_TEMPLATES.length}`,
    );
    await page.keyboard.press('Enter');
    await expect(page.getByRole('menuitem')).toHaveText(['Move Down', 'Remove']);
    await page.keyboard.press('Escape');
  });

  await test.step('a dialog edits title, help and stage, and another adds a document', async () => {
    await button(page, `Edit ${second}`).press('Enter');
    const edit = dialog(page, 'Edit Document');
    await edit.getByLabel('Title').fill(' ');
    await expect(edit.getByRole('button', { name: 'Update List' })).toBeDisabled();
    await edit.getByLabel('Title').fill('Utility bill');
    await edit.getByLabel('Help').fill('');
    await edit.getByLabel('Stage').selectOption('6.2');
    await edit.getByRole('button', { name: 'Update List' }).press('Enter');
    await expect(button(page, 'Edit Utility bill')).toBeFocused();
    await button(page, 'Add Document').press('Enter');
    await dialog(page, 'Add Document').getByLabel('Title').fill('Marriage certificate');
    await page.keyboard.press('Control+Enter');
    // The focus returns some frames after the page can be pressed again.
    await expect(button(page, 'Add Document')).toBeFocused();
    await expect(rows(page).last()).toContainText('Marriage certificate');
    await choose(page, 'P60', 'Remove');
    await expect(rows(page)).toHaveCount(FIRST_TEMPLATES.length);
    expect(api.sent(PATCH)).toEqual([]);
  });

  await test.step('a reload keeps the changes, and a failure too', async () => {
    await page.reload();
    await expect(section(page).getByText('Restored what you typed earlier.')).toBeVisible();
    await expect(titles(page)).toHaveText('Utility bill');
    api.fails(PATCH);
    await button(page, 'Save List').press('Enter');
    await expectToast(page, 'Error');
    await dismissToast(page);
    api.recovers();
    await button(page, 'Save List').press('Enter');
    await expectToast(page, 'Settings Saved');
    await expect(button(page, 'Save List')).toHaveAttribute('aria-disabled', 'true');
    const { version, templates } = await stored();
    expect([version, templates.length]).toEqual([1, FIRST_TEMPLATES.length]);
    expect(templates[0]).toEqual({ ...FIRST_TEMPLATES[1], title: 'Utility bill', help: null, stage: 6.2 });
    expect(templates.at(-1)).toMatchObject({ title: 'Marriage certificate', stage: 1 });
    await dismissToast(page);
  });

  await test.step('a conflict keeps the changed list, and says that saving replaces the other one', async () => {
    await choose(page, first, 'Remove');
    const { version, templates } = await stored();
    await admin.call(PATCH, { body: { version, templates: templates.slice(0, 3) } });
    api.expected.push(/^409 PATCH/, /status of 409/);
    await button(page, 'Save List').press('Enter');
    await expectToast(
      page,
      'Error',
      'Someone else changed this list. Save yours again to replace it, or discard yours to see it.',
    );
    await dismissToast(page);
    await expect(section(page).getByRole('alert')).toContainText('Save List replaces it with yours');
    await expect(rows(page)).toHaveCount(FIRST_TEMPLATES.length - 1);
  });

  await test.step('a change made while the list is saved stays', async () => {
    const read = api.holds(GET);
    await button(page, 'Save List').press('Enter');
    await expectToast(page, 'Settings Saved');
    expect((await stored()).templates).toHaveLength(FIRST_TEMPLATES.length - 1);
    await choose(page, 'Marriage certificate', 'Remove');
    await dismissToast(page);
    read();
    await expect(button(page, 'Save List')).not.toHaveAttribute('aria-disabled');
    await expect(rows(page)).toHaveCount(FIRST_TEMPLATES.length - 2);
    await expect(section(page).getByRole('alert')).toHaveCount(0);
  });

  await test.step('Discard shows the saved list, an empty list says what to do, a full one takes no more', async () => {
    for (let left = FIRST_TEMPLATES.length - 2; left > 0; left -= 1)
      await choose(page, (await titles(page).textContent()) ?? '', 'Remove');
    await expect(section(page).getByText('The list is empty.')).toBeVisible();
    await button(page, 'Discard').press('Enter');
    await expect(rows(page)).toHaveCount(FIRST_TEMPLATES.length - 1);
    const { version } = await stored();
    const full = Array.from({ length: 60 }, (_, i) => ({ id: `${i}`, title: `Paper ${i}`, help: null, stage: 1 }));
    await admin.call(PATCH, { body: { version, templates: full } });
    await page.reload();
    await expect(button(page, 'Add Document')).toBeDisabled();
    await expect(section(page).getByText('60 documents at most.')).toBeVisible();
  });
});
