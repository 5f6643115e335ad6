import type { FactfindForm } from '#shared/contract/factfind-form.ts';
import { expectAccessible } from '../../support/browser/axe.ts';
import { test } from '../../support/browser/people.ts';
import { expectToast } from '../../support/browser/toast.ts';
import { expect } from '../../support/browser/watched.ts';
import { newAdviser, newClient } from '../../support/builders.ts';

const [GET, PATCH] = ['GET /api/factfind-form', 'PATCH /api/factfind-form'] as const;

test('an admin chooses sections and writes questions, which a fact-find then begins with', async ({
  page,
  api,
  admin,
}) => {
  const stored = async (): Promise<FactfindForm> => (await admin.call(GET)).body;
  await page.goto('/admin/settings#factfind-form');
  const section = page.getByRole('region', { name: 'Fact-Find' });
  const tick = (name: string) => section.getByRole('checkbox', { name });
  const save = section.getByRole('button', { name: 'Save Form' });
  await expect(section.getByText('12 of 12 sections and no questions of your own')).toBeVisible();

  await test.step('unticks a section, and may not untick the one with own questions', async () => {
    await tick('Wills and powers').uncheck();
    await section.getByRole('button', { name: 'Add Question' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add Question' });
    await dialog.getByLabel('Question').fill('Do you smoke?');
    await dialog.getByLabel('Kind of Answer').selectOption('Yes or no');
    await dialog.getByRole('button', { name: 'Add to Form' }).click();
    await tick('Anything else').uncheck();
    await expect(section.getByText('Your own questions are in this section. Keep it, or remove them.')).toBeVisible();
    await expect(save).toHaveAttribute('aria-disabled', 'true');
    await expectAccessible(page);
    await tick('Anything else').check();
  });

  await test.step('what is not saved survives a reload', async () => {
    await page.reload();
    await expect(tick('Wills and powers')).not.toBeChecked();
    await save.click();
    await expectToast(page, 'Settings Saved');
    expect(await stored()).toMatchObject({ off: ['wills'], own: [{ text: 'Do you smoke?', type: 'yes' }] });
  });

  await test.step('better words keep the id of a question, and another kind of answer is a new question', async () => {
    const [before] = (await stored()).own;
    const edit = async (change: () => Promise<unknown>) => {
      await section.getByRole('button', { name: /^Edit / }).click();
      await change();
      await page.getByRole('button', { name: 'Update Form' }).click();
      await save.click();
      await expect(save).toHaveAttribute('aria-disabled', 'true');
      return (await stored()).own[0];
    };
    const dialog = page.getByRole('dialog', { name: 'Edit Question' });
    const reworded = await edit(() => dialog.getByLabel('Question').fill('Do you smoke or vape?'));
    expect(reworded).toEqual({ ...before, text: 'Do you smoke or vape?' });
    const other = await edit(() => dialog.getByLabel('Kind of Answer').selectOption('Short text'));
    expect(other?.id).not.toBe(before?.id);
  });

  await test.step('somebody else’s change is said, and what was typed stays', async () => {
    api.expected.push(/^409 PATCH/, /status of 409/);
    await tick('Family').uncheck();
    const { version } = await stored();
    await admin.call(PATCH, { body: { version, off: ['goals'], own: [] } });
    await save.click();
    await expect(section.getByText(/The saved form has changed since/)).toBeVisible();
    await expect(tick('Family')).not.toBeChecked();
    await section.getByRole('button', { name: 'Discard' }).click();
    await expect(tick('What you want')).not.toBeChecked();
  });

  await test.step('starting a fact-find ticks the sections of the form', async () => {
    const { id } = await newClient(await newAdviser());
    await page.goto(`/adviser/client/${id}`);
    await page.getByRole('button', { name: 'Start Fact-Find…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Start Fact-Find' });
    await expect(dialog.getByRole('checkbox', { name: 'What you want' })).not.toBeChecked();
    await expect(dialog.getByRole('checkbox', { name: 'Family' })).toBeChecked();
  });
});
