import type { Page } from '@playwright/test';
import type { ClientDesk } from '../../support/acts.ts';
import { openClient, panel } from '../../support/browser/client-page.ts';
import { expectToFit } from '../../support/browser/fit.ts';
import { test } from '../../support/browser/people.ts';
import { dismissToast, expectToast, toastOf } from '../../support/browser/toast.ts';
import { expect } from '../../support/browser/watched.ts';
import { upload } from '../../support/builders.ts';
import { inDays } from '../../support/days.ts';
import { newPerson } from '../../support/people/persons.ts';
import { expectStates, pressForDialog } from '../accessibility/states.ts';

const NOTE = 'PATCH /api/clients/{id}/risk';
const GIVEN = { tool: 'ev', on: inDays(-1), result: '5 of 10', agreed: 'same', capacity: 'small' };
const stage = (page: Page) => page.getByRole('dialog', { name: '2.1 Attitude to Risk' });
const form = (page: Page) => page.getByRole('dialog', { name: 'Result of the Risk Questionnaire' });
const field = (page: Page, label: string) => form(page).getByLabel(label, { exact: true });
const save = (page: Page) => form(page).getByRole('button', { name: 'Save' }).click();

const note = ({ by }: ClientDesk, version: number, more: object = {}) =>
  by(NOTE, { body: { ...GIVEN, version, ...more } });

async function openStage(page: Page, client: ClientDesk) {
  await client.setStage('2', { status: 'in_progress' });
  await openClient(page, client);
  await panel(page, 'Journey Stages').getByRole('button', { name: 'Attitude to Risk', exact: true }).click();
  await expect(stage(page)).toContainText('Risk Questionnaire');
}

test('staff note a result that differs from the agreed level, and complete 2.1', async ({
  page,
  api,
  adviser,
  client,
}) => {
  await upload(adviser, client.id, 'Signed', 'report.txt', `${client.id}.2.1`);
  await openStage(page, client);
  await expect(stage(page)).toContainText('No result yet.');

  await test.step('says at each field what is missing', async () => {
    await stage(page).getByRole('button', { name: 'Note the Result…' }).press('Enter');
    await expect(form(page)).toContainText('Only staff see it. A saved result cannot be edited');
    await expect(field(page, 'Why it differs')).toBeHidden();
    await field(page, 'Different').check();
    await save(page);
    await expect(field(page, 'Tool')).toBeFocused();
    for (const [label, error] of [
      ['Tool', 'Choose the tool'],
      ['Date', 'Must be a date'],
      ['Result in the tool’s words', 'Write the result in the tool’s words'],
      ['Level', 'Write the agreed level'],
      ['Why it differs', 'Say why it differs'],
      ['Capacity for loss', 'Choose the capacity for loss'],
    ] as const)
      await expect(field(page, label)).toHaveAccessibleDescription(error);
    expect(api.sent(NOTE)).toEqual([]);
  });

  await test.step('keeps typed words if the level becomes the same, and if the page is left', async () => {
    await field(page, 'Tool').selectOption('EV');
    await field(page, 'Date').fill(inDays(1));
    await field(page, 'Result in the tool’s words').fill('6 of 10');
    await field(page, 'Document').selectOption('report.txt');
    await field(page, 'Level').fill('5 of 10');
    await field(page, 'Why it differs').fill('Retires next year.');
    await field(page, 'Same as the result').check();
    await field(page, 'Different').check();
    await expect(field(page, 'Level')).toHaveValue('5 of 10');
    await field(page, 'Capacity for loss').selectOption('A larger loss would change little');
    await save(page);
    await expect(field(page, 'Date')).toHaveAccessibleDescription('Choose a day up to today');
    await page.keyboard.press('Escape');
    await expect(form(page)).toContainText('Discard changes?');
    await openStage(page, client);
    await stage(page).getByRole('button', { name: 'Note the Result…' }).click();
    await expect(form(page)).toContainText('Restored what you typed earlier.');
    await expect(field(page, 'Why it differs')).toHaveValue('Retires next year.');
    await expect(field(page, 'Document').locator('option:checked')).toHaveText('report.txt');
  });

  await test.step('keeps the input on a failure, then shows the result in the stage', async () => {
    await field(page, 'Date').fill(inDays(-1));
    api.fails(NOTE);
    await save(page);
    await expect(toastOf(page)).toContainText('Failed to save the result');
    api.recovers();
    await save(page);
    await expectToast(page, 'Result Saved');
    await expect(stage(page)).toContainText(
      /6 of 10EV\s· 24 Nov 2026Agreed level5 of 10Retires next year\.Capacity for lossA larger loss would change littleDocumentreport\.txtNoted by Ruth Amari, 25 Nov 2026/,
    );
    await expect(stage(page).getByRole('button', { name: 'Note a New Result…' })).toBeFocused();
    await toastOf(page).getByRole('button', { name: 'Complete 2.1' }).click();
    await expectToast(page, 'Stage Updated');
    await expect(stage(page).getByRole('button', { name: 'Completed', exact: true })).toHaveAttribute(
      'aria-pressed',
      'true',
    );
  });

  await test.step('a later result folds the earlier one, and no longer offers to complete 2.1', async () => {
    await stage(page).getByRole('button', { name: 'Note a New Result…' }).click();
    await field(page, 'Tool').selectOption('Dynamic Planner');
    await field(page, 'Date').fill(inDays(0));
    await field(page, 'Result in the tool’s words').fill('Balanced');
    await field(page, 'Capacity for loss').selectOption('A small loss would change little');
    await save(page);
    await expectToast(page, 'Result Saved');
    await expect(toastOf(page).getByRole('button', { name: 'Complete 2.1' })).toHaveCount(0);
    await expect(stage(page)).toContainText(/Balanced.*Agreed levelSame as the result/);
    await expect(stage(page)).not.toContainText('6 of 10');
    await stage(page).getByRole('button', { name: '1 earlier result' }).click();
    await expect(stage(page).getByRole('list', { name: 'Earlier results: Mia Wood' })).toContainText('6 of 10');
  });
});

test('a couple has results of their own, also if a colleague adds one meanwhile, and ten at most', async ({
  page,
  api,
  adviser,
  client,
}) => {
  test.slow();
  await newPerson(adviser, client, { name: 'Rob Wood' });
  for (let version = 0; version < 9; version += 1) await note(client, version);
  await openStage(page, client);
  const noteRob = stage(page).getByRole('button', { name: 'Note the Result… Rob Wood' });

  await test.step('a result of a colleague is shown, and the typed one is kept', async () => {
    api.expected.push(/409/);
    await noteRob.click();
    await expect(form(page)).toContainText('Rob WoodNo result yet.');
    await field(page, 'Tool').selectOption('EV');
    await field(page, 'Date').fill(inDays(0));
    await field(page, 'Result in the tool’s words').fill('7 of 10');
    await field(page, 'Capacity for loss').selectOption('A small loss would change little');
    await note(client, 0, { person: 2, result: '3 of 10' });
    await save(page);
    await expect(toastOf(page)).toContainText('Somebody added a result meanwhile. It is shown now.');
    await expect(form(page)).toContainText(/Newest so far: 3 of 10 \(EV\s· 24 Nov 2026, noted by Ruth Amari\)/);
    await expect(field(page, 'Result in the tool’s words')).toHaveValue('7 of 10');
    await dismissToast(page);
    await save(page);
    await expectToast(page, 'Result Saved');
    await expect(stage(page)).toContainText(/Risk Questionnaire: Rob Wood.*7 of 10.*1 earlier result/);
    await dismissToast(page);
  });

  await test.step('is accessible, fits at each width, and at 200 % text size', async () => {
    await expectStates(page, [
      ['risk results of a couple', async () => undefined, 'both engines'],
      [
        'note a risk result',
        async () => {
          await openStage(page, client);
          await pressForDialog(page, 'Note a New Result… Rob Wood');
          await field(page, 'Different').check();
        },
        'both engines',
        'at each width',
      ],
    ]);
    await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
    await expectToFit(page, 'note a risk result at 200 %', 390);
    await page.evaluate(() => document.documentElement.style.removeProperty('font-size'));
  });

  await test.step('an open form says so once there are ten, and keeps the input', async () => {
    await openStage(page, client);
    await stage(page).getByRole('button', { name: 'Note a New Result… Mia Wood' }).click();
    await field(page, 'Result in the tool’s words').fill('8 of 10');
    await field(page, 'Tool').selectOption('EV');
    await field(page, 'Date').fill(inDays(0));
    await field(page, 'Capacity for loss').selectOption('A small loss would change little');
    await note(client, 9);
    await save(page);
    await expect(form(page).getByRole('alert')).toContainText('There are 10 results already.');
    await expect(field(page, 'Result in the tool’s words')).toHaveValue('8 of 10');
    await form(page).getByRole('button', { name: 'Close', exact: true }).last().click();
    await form(page).getByRole('button', { name: 'Discard', exact: true }).last().click();
    await expect(stage(page)).toContainText('There are 10 results already.');
    await expect(stage(page).getByRole('button', { name: 'Note a New Result… Mia Wood' })).toHaveCount(0);
    await stage(page).getByRole('button', { name: '9 earlier results' }).click();
    await expect(stage(page).getByRole('list', { name: 'Earlier results: Mia Wood' }).locator('> li')).toHaveCount(9);
  });
});

test('says that the results could not be loaded, and tries again', async ({ page, api, client }) => {
  await note(client, 0);
  api.fails('GET /api/clients/{id}/risk');
  await client.setStage('2', { status: 'in_progress' });
  await openClient(page, client);
  await panel(page, 'Journey Stages').getByRole('button', { name: 'Attitude to Risk', exact: true }).click();
  await expect(stage(page).getByRole('alert')).toContainText('The results could not be loaded');
  api.recovers();
  await stage(page).getByRole('button', { name: 'Try Again' }).click();
  await expect(stage(page)).toContainText('5 of 10');
});
