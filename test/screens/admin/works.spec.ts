import type { Page } from '@playwright/test';
import { DAY_MS } from '#shared/rules/time.ts';
import { test } from '../../support/browser/people.ts';
import { dismissToast, expectToast } from '../../support/browser/toast.ts';
import { expect } from '../../support/browser/watched.ts';
import { newAdviser } from '../../support/builders.ts';
import { START, setNow } from '../../support/clock.ts';
import { inDays } from '../../support/days.ts';
import { worksWith } from '../../support/people/colleagues.ts';

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Who Priya Nair Works With' });
const rowOf = (page: Page, number: number) => dialogOf(page).getByRole('group', { name: `Row ${number}` });
const press = (page: Page, name: string) => dialogOf(page).getByRole('button', { name, exact: true }).click();

async function open(page: Page) {
  await page.getByRole('button', { name: 'More for Priya Nair' }).click();
  await page.getByRole('menuitem', { name: 'Works With…' }).click();
}

test('an admin sets whom a person works with, and sees what others set meanwhile', async ({
  page,
  api,
  adviser,
  admin,
  watch,
}) => {
  watch.expected.push(/^40[09] PATCH /, /status of 40[09]/);
  const [priya, sam, kofi] = [
    await newAdviser('Priya Nair'),
    await newAdviser('Sam Okafor'),
    await newAdviser('Kofi Mensah'),
  ];
  setNow(START - 3 * DAY_MS);
  await worksWith(admin, priya, kofi, { until: inDays(1) });
  setNow(START);
  const cover = { colleagueId: priya.id, from: '2026-11-25', until: '2026-12-14' };
  await sam.call('PATCH /api/account/cover', { body: cover });
  await page.goto('/admin');
  const works = page.getByRole('row').filter({ hasText: priya.email });
  await expect(works).toContainText('Works with Sam Okafor until 14 December');
  await expect(works).not.toContainText('Kofi');

  await test.step('shows what has ended, and a named cover without fields', async () => {
    await open(page);
    await expect(rowOf(page, 1)).toContainText('Ended');
    await expect(rowOf(page, 1).getByLabel('Adviser')).toHaveValue(kofi.id);
    await expect(rowOf(page, 2)).toHaveText('Sam Okaforuntil 14 December, named by Sam OkaforRemove');
    await expect(rowOf(page, 2).getByRole('combobox')).toHaveCount(0);
  });

  await test.step('shows what is wrong at its field, and keeps the rows', async () => {
    await press(page, 'Remove Kofi Mensah');
    await press(page, 'Add Adviser');
    const added = rowOf(page, 2);
    await expect(added.getByLabel('Adviser')).toBeFocused();
    await press(page, 'Save');
    await expect(added.getByLabel('Adviser')).toHaveAccessibleDescription('Choose somebody');
    await expect(added.getByLabel('Adviser')).toBeFocused();
    await added.getByLabel('Adviser').selectOption('Ruth Amari');
    await added.getByLabel('From').fill('2026-12-08');
    await added.getByLabel('Until').fill('2026-12-07');
    await press(page, 'Save');
    await expect(added.getByLabel('Until')).toHaveAccessibleDescription('The last day is before the first');
    await dismissToast(page);
    await added.getByLabel('Until').fill('');
  });

  await test.step('keeps the rows if somebody else saved meanwhile, and shows theirs on request', async () => {
    await sam.call('PATCH /api/account/cover', { body: { colleagueId: null } });
    await press(page, 'Save');
    const alert = dialogOf(page).getByRole('alert');
    await expect(alert).toContainText('Somebody changed this meanwhile. Reload to see it.');
    await expect(rowOf(page, 2).getByLabel('From')).toHaveValue('2026-12-08');
    await press(page, 'Reload');
    await expect(alert).toHaveCount(0);
    await expect(dialogOf(page).getByRole('group')).toHaveCount(1);
    await expect(rowOf(page, 1).getByLabel('Adviser')).toHaveValue(kofi.id);
    await expect(dialogOf(page)).toBeFocused();
  });

  await test.step('saves the list, and shows it below the name', async () => {
    await press(page, 'Remove Kofi Mensah');
    await expect(dialogOf(page)).toContainText('Priya Nair works with nobody else.');
    await press(page, 'Add Adviser');
    await rowOf(page, 1).getByLabel('Adviser').selectOption('Ruth Amari');
    await press(page, 'Save');
    await expectToast(page, 'Colleagues Saved');
    await expect(dialogOf(page)).toBeHidden();
    await expect(works).toContainText('Works with Ruth Amari');
    expect(api.sent('PATCH /api/advisers/{id}').at(-1)).toMatchObject({
      body: { works: [{ id: adviser.id, from: null, until: null }], worksWas: [{ id: kofi.id }] },
    });
  });
});
