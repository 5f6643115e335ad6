import type { Page } from '@playwright/test';
import type { Loa } from '#shared/contract/loas.ts';
import type { ClientDesk } from '../../support/acts.ts';
import { openClient, panel } from '../../support/browser/client-page.ts';
import { pickFile } from '../../support/browser/documents.ts';
import { expectFocusShown } from '../../support/browser/keyboard.ts';
import { test } from '../../support/browser/people.ts';
import { dismissToast, expectToast, toastOf } from '../../support/browser/toast.ts';
import { expect } from '../../support/browser/watched.ts';
import { fileForm, type Person, upload } from '../../support/builders.ts';
import { inDays } from '../../support/days.ts';
import { lettersOf } from '../../support/loas.ts';
import { ask } from '../../support/requests.ts';
import { expectStates, pressForDialog } from '../accessibility/states.ts';

const stages = (page: Page) => panel(page, 'Journey Stages');
const letters = (page: Page) => panel(page, 'Plans & Letters');
/** Row of the plan with a number. By its element, as an open dialog hides the page from roles. */
const row = (page: Page, planNumber: string) =>
  page.locator('ul[aria-label^=Plans] > li').filter({ has: page.locator(`[aria-label='Edit plan ${planNumber}']`) });

/** Letters that were sent 16 days ago, unless `more` says otherwise. */
function desk(adviser: Person, { id }: ClientDesk) {
  const letters = lettersOf(adviser, id);
  const made = async (number: string, more: object = { sent: { on: inDays(-16), how: 'post' } }): Promise<Loa> =>
    (await letters.note([await letters.addPlan('Aviva', number)], more)).body;
  return { ...letters, made };
}

test('each plan shows its letter in a line, and the card is accessible and fits', async ({ page, adviser, client }) => {
  test.slow();
  const { addPlan, made, note, step } = desk(adviser, client);
  await addPlan('Aviva', 'NONE');
  await made('OLD', { signedOn: inDays(-95) });
  await made('SENT');
  await made('TODAY', { sent: { on: inDays(0), how: 'post' } });
  await step(await made('CONFIRMED'), 'acknowledged', { on: inDays(-10), ref: 'AV-77' });
  const part = await made('PART');
  const call = { how: 'phone', whom: 'Sam in servicing', ref: 'CALL-9', note: 'They had lost the first page.' };
  await step(part, 'acknowledged', { on: inDays(-10) });
  await step(part, 'chased', { ...call, promisedOn: inDays(7) });
  await step(part, 'part', { gaps: ['transfer value', 'charges'] });
  await step(await made('ANSWERED'), 'received', { on: inDays(-5) });
  await step(await made('RETURNED'), 'rejected', { why: 'signature' });
  await step(await made('CLOSED'), 'closed');
  const both = [await addPlan('Zurich', 'FIRST'), await addPlan('Zurich', 'SECOND')];
  await note(both, { provider: 'Zurich', scope: 'servicing' });
  await openClient(page, client);
  await expect(letters(page)).toContainText('You send the letter yourself. Here you note it.');
  await expect(row(page, 'ANSWERED')).toHaveCount(0);
  await letters(page).getByRole('button', { name: '2 plans with an ended letter' }).click();

  for (const [number, line] of [
    ['NONE', 'No letter yet'],
    ['OLD', 'To send'],
    ['OLD', 'Signed 95 days ago: some providers refuse letters older than 90 days.'],
    ['SENT', 'Sent 12 working days ago'],
    ['TODAY', 'Sent on 25 Nov 2026'],
    ['CONFIRMED', 'Confirmed on 15 Nov 2026, asked 12 working days ago'],
    ['PART', 'Part of it came: transfer value and charges are missing'],
    ['ANSWERED', 'Answered on 20 Nov 2026, after 9 working days'],
    ['RETURNED', 'Returned: signature'],
    ['CLOSED', 'Not needed'],
    ['FIRST', 'Servicing'],
    ['SECOND', 'In the letter for FIRST'],
  ] as const)
    await expect(row(page, number).getByText(line, { exact: true })).toBeVisible();
  await expect(row(page, 'SECOND').getByRole('button')).toHaveCount(1);

  await row(page, 'PART').getByText('4 steps').click();
  await expect(row(page, 'PART').locator('ol')).toContainText(
    /Part Came on 25 Nov 2026.*Chased.*Spoke to Sam in servicing\s· Reference CALL-9.*lost the first page/,
  );
  await expectStates(page, [['letters of a client', async () => undefined, 'both engines', 'at each width']]);
});

test('staff note a letter, follow it to its answer, and take the offers of the toasts', async ({
  page,
  api,
  adviser,
  client,
}) => {
  const dialog = page.getByRole('dialog');
  const { addPlan, all, change } = desk(adviser, client);
  const press = (name: string) => letters(page).getByRole('button', { name, exact: true }).click();
  const choose = async (name: string, item: string) => {
    await press(`More for ${name}`);
    await page.getByRole('menuitem', { name: item }).click();
  };
  const save = () => dialog.getByRole('button', { name: 'Save' }).click();
  await upload(adviser, client.id, 'Signed', 'signed letter.txt', `${client.id}.2.2`);
  for (const [provider, number] of [
    ['Aviva', 'AV-1'],
    ['Zurich', 'Z-1'],
    ['AVIVA plc', 'AV-2'],
    ['Aviva', 'AV-3'],
  ] as const)
    await addPlan(provider, number);
  await openClient(page, client);

  await test.step('notes a letter about two of three plans of one provider, to be sent', async () => {
    await press('Note a Letter');
    await expect(dialog.getByLabel('Provider')).toHaveText('AvivaZurich');
    await expect(dialog.getByRole('checkbox')).toHaveCount(3);
    await dialog.getByRole('checkbox', { name: 'AV-3' }).uncheck();
    await dialog.getByLabel('Signed On').fill(inDays(-91));
    await expect(dialog).toContainText('Signed 91 days ago: some providers refuse letters older than 90 days.');
    const signed = dialog.getByRole('combobox', { name: 'Signed Document' });
    await signed.selectOption('signed letter.txt');
    const go = api.holds('POST /api/clients/{id}/documents');
    const file = { name: 'signed again.txt', mimeType: 'text/plain', buffer: Buffer.from('Signed') };
    await pickFile(page, file, () => dialog.getByRole('button', { name: 'Upload Signed Document' }).click());
    await expect(dialog.getByRole('progressbar', { name: 'Uploading signed again.txt' })).toBeVisible();
    await expect(dialog.getByRole('button', { name: 'Save' })).toBeDisabled();
    go();
    await expect(signed.locator('option:checked')).toHaveText('signed again.txt');
    await expect(dialog.getByLabel('Signed On')).toHaveValue(inDays(-91));
    await expect(dialog.getByRole('checkbox', { name: 'AV-3' })).not.toBeChecked();
    await save();
    await expectToast(page, 'Letter Noted');
    await expect(row(page, 'AV-1')).toContainText(/To send.*Information only.*signed again\.txt/);
    await expect(row(page, 'AV-2')).toContainText('In the letter for AV-1');
    await expect(row(page, 'AV-3')).toContainText('No letter yet');
    expect(await all()).toMatchObject([{ planIds: [expect.any(String), expect.any(String)], sentOn: null }]);
  });

  await test.step('notes another provider’s letter as sent, once it is said how', async () => {
    await press('Note a Letter');
    await dialog.getByLabel('Provider').selectOption('Zurich');
    await expect(dialog.getByRole('checkbox')).toHaveCount(1);
    await dialog.getByLabel('Sent On').fill(inDays(-7));
    await expect(dialog.getByRole('button', { name: 'Save' })).toBeDisabled();
    await expect(dialog.getByLabel('How')).toHaveAccessibleDescription('Required, as a date is set.');
    await expect(dialog.getByLabel('How')).not.toContainText('Phone');
    await dialog.getByLabel('How').selectOption('Email');
    await save();
    await expect(row(page, 'Z-1')).toContainText('Sent 5 working days ago');
    await expect(toastOf(page).getByRole('button', { name: 'Complete 2.2' })).toHaveCount(0);
    await dismissToast(page);
  });

  await test.step('changes the plans of a letter', async () => {
    await choose('Aviva AV-1', 'Edit');
    await dialog.getByRole('checkbox', { name: 'AV-2' }).uncheck();
    await dialog.getByRole('checkbox', { name: 'AV-3' }).check();
    await save();
    await expectToast(page, 'Letter Updated');
    await expect(row(page, 'AV-2')).toContainText('No letter yet');
    await expect(row(page, 'AV-3')).toContainText('In the letter for AV-1');
  });

  await test.step('keeps the dialog and its input if somebody noted a step meanwhile', async () => {
    api.expected.push(/409/);
    const [aviva] = await all();
    await press('Sent: Aviva AV-1');
    await dialog.getByLabel('How').selectOption('Post');
    if (aviva) await change(aviva, { scope: 'servicing' });
    await save();
    await expect(toastOf(page)).toContainText(
      'Somebody noted something here meanwhile. It is shown now. Try again if yours is still right.',
    );
    await expect(dialog.getByLabel('How')).toHaveValue('post');
    await expect(row(page, 'AV-1')).toContainText('Servicing');
    await dismissToast(page);
  });

  await test.step('offers to complete 2.2 once no letter is left to send', async () => {
    await save();
    await expectToast(page, 'Step Noted');
    await expect(row(page, 'AV-1')).toContainText('Sent on 25 Nov 2026');
    await expect(row(page, 'AV-1').locator('button:focus')).toHaveCount(1);
    await toastOf(page).getByRole('button', { name: 'Complete 2.2' }).click();
    await expectToast(page, 'Stage Updated');
    await dismissToast(page);
  });

  await test.step('takes a step back from the toast and from the menu', async () => {
    await press('Confirmed: Zurich Z-1');
    await expect(dialog.getByLabel('On', { exact: true })).toHaveValue(inDays(0));
    await dialog.getByLabel('On', { exact: true }).fill(inDays(-8));
    api.expected.push(/400/);
    await save();
    await expect(dialog.getByLabel('On', { exact: true })).toHaveAccessibleDescription(
      'The date cannot be before the step before it',
    );
    await dialog.getByLabel('On', { exact: true }).fill(inDays(-1));
    await save();
    await expect(row(page, 'Z-1')).toContainText('Confirmed on 24 Nov 2026, asked 5 working days ago');
    await toastOf(page).getByRole('button', { name: 'Undo' }).click();
    await expectToast(page, 'Step Taken Back');
    await expect(row(page, 'Z-1')).toContainText('Sent 5 working days ago');
    await choose('Zurich Z-1', 'Undo Sent');
    await expect(row(page, 'Z-1')).toContainText('To send');
    await choose('Zurich Z-1', 'Not Needed');
    await expectToast(page, 'Step Noted');
    await expect(row(page, 'Z-1')).toContainText('Not needed');
    await dismissToast(page);
  });

  await test.step('offers to complete 3.2 once the last letter is answered', async () => {
    await choose('Aviva AV-1', 'All Came');
    await save();
    await expect(row(page, 'AV-1')).toContainText('Answered on 25 Nov 2026, after 0 working days');
    await toastOf(page).getByRole('button', { name: 'Complete 3.2' }).click();
    await expectToast(page, 'Stage Updated');
    await dismissToast(page);
  });
});

test('links lead to a letter, failures say what to do, and 2.2 that is not required offers to close letters', async ({
  page,
  api,
  adviser,
  client,
}) => {
  const { made, step, deletePlan } = desk(adviser, client);
  const letter = await made('AV-1');
  const returned = await made('AV-2');
  await step(returned, 'rejected', { why: 'other', note: 'Not on headed paper' });
  const address = `/adviser/client/${client.id}`;

  await test.step('a link to a letter focuses it', async () => {
    await page.goto(`${address}#loa-${letter.id}`);
    await expectFocusShown(page.locator(`[id='loa-${letter.id}']`));
    await expect(row(page, 'AV-1')).toContainText(/Sent 12 working days ago.*Chase due since 16 Nov 2026/);
  });

  await test.step('a link to a letter whose plan was deleted unfolds the earlier letters', async () => {
    await deletePlan(returned.planIds[0] ?? '');
    await page.goto(`${address}?again#loa-${returned.id}`);
    const earlier = page.locator(`[id='loa-${returned.id}']`);
    await expectFocusShown(earlier);
    await earlier.getByText('3 steps').click();
    await expect(earlier).toContainText(/Not needed.*Returned.*Other.*Not on headed paper/);
    await expect(earlier.getByRole('button', { name: 'More for Aviva' })).toBeVisible();
  });

  await test.step('plans are shown without their letters if those cannot be loaded', async () => {
    api.fails('GET /api/clients/{id}/loas');
    await openClient(page, client);
    await expect(letters(page).getByRole('alert')).toHaveText('The letters of authority could not be loaded.');
    await expect(row(page, 'AV-1')).toContainText('Aviva');
    await expect(row(page, 'AV-1')).not.toContainText('No letter yet');
    api.recovers();
    await openClient(page, client);
    await expect(row(page, 'AV-1')).toContainText('Sent 12 working days ago');
  });

  await test.step('the dialog says so if every plan is in a letter under way', async () => {
    await letters(page).getByRole('button', { name: 'Note a Letter' }).click();
    const dialog = page.getByRole('dialog', { name: 'Letter of Authority' });
    await expect(dialog).toContainText('Every plan is in a letter that is under way.');
    await expect(dialog.getByRole('button', { name: 'Save' })).toBeDisabled();
    await page.keyboard.press('Escape');
  });

  await test.step('2.2 that is not required offers to close both letters, of which one changed meanwhile', async () => {
    api.expected.push(/409/);
    const other = await made('AV-3');
    await openClient(page, client);
    await expect(row(page, 'AV-3')).toContainText('Sent 12 working days ago');
    await step(other, 'acknowledged');
    await stages(page)
      .getByRole('button', { name: /^2\. Information/ })
      .click();
    await stages(page).getByRole('button', { name: 'Mark as Not Required: Letter of Authority' }).click();
    await toastOf(page).getByRole('button', { name: 'Close 2 Letters' }).click();
    await expect(toastOf(page)).toHaveText(
      'ErrorFailed to save the step1 of 2 letters. Somebody noted something here meanwhile. It is shown now. Try again if yours is still right.',
    );
    await expect(row(page, 'AV-1')).toContainText('Not needed');
    await stages(page).getByRole('button', { name: 'Mark as Required: Letter of Authority' }).click();
    await expect(row(page, 'AV-3')).toContainText(/Confirmed on 25 Nov 2026/);
    await dismissToast(page);
    await stages(page).getByRole('button', { name: 'Mark as Not Required: Letter of Authority' }).click();
    await toastOf(page).getByRole('button', { name: 'Close 1 Letter' }).click();
    await expectToast(page, 'Step Noted', '1 letter.');
    await expect(stages(page).getByRole('button', { name: /^Show \d+ plan/ })).toHaveCount(0);
    await toastOf(page).getByRole('button', { name: 'Undo' }).click();
    await expectToast(page, 'Step Taken Back', '1 letter.');
  });
});

test('the question before a deletion says what else it ends or leaves', async ({ page, adviser, client }) => {
  const { addPlan, made, note } = desk(adviser, client);
  const stageId = `${client.id}.1`;
  const signed = await upload(adviser, client.id, 'Signed', 'signed.txt', stageId);
  await made('ALONE', { sent: { on: inDays(-16), how: 'post' }, documentId: signed.id });
  await made('UNSENT', {});
  await note([await addPlan('Zurich', 'ONE-OF-TWO'), await addPlan('Zurich', 'OTHER')], { provider: 'Zurich' });
  await addPlan('Aviva', 'FREE');
  const form = fileForm('P60', 'p60.txt');
  form.append('requestId', (await ask(client, 'Last P60', { stageId })).id);
  await client.by('POST /api/clients/{id}/documents', { form });
  await client.addTask({ title: 'Sign it' });
  await openClient(page, client);
  const end = 'This action cannot be undone.';
  for (const [opener, button, text] of [
    [
      'Edit plan ALONE',
      'Delete Plan',
      `will be removed. Its letter of authority, sent on 9 Nov 2026, ends too. ${end}`,
    ],
    ['Edit plan UNSENT', 'Delete Plan', `will be removed. Its letter of authority ends too. ${end}`],
    ['Edit plan ONE-OF-TWO', 'Delete Plan', `will be removed. Its letter of authority goes on without it. ${end}`],
    ['Edit plan FREE', 'Delete Plan', `will be removed. ${end}`],
    ['signed.txt', 'Delete Document', `The letter of authority to Aviva stays without it. ${end}`],
    ['p60.txt', 'Delete Document', `The request for “Last P60” is then open again. ${end}`],
    [
      'Edit task Sign it',
      'Delete Task',
      `will be removed with its notes, for the client too. Documents sent for it stay. ${end}`,
    ],
    ['Reset Journey', '', 'and removes dates of meetings and the signature.'],
  ] as const)
    await test.step(`${opener} ${button}`, async () => {
      await page.getByRole('button', { name: opener, exact: true }).click();
      if (button) await page.getByRole('button', { name: button }).click();
      await expect(page.getByRole('alertdialog')).toContainText(text);
      await page.keyboard.press('Escape');
      await expect(page.getByRole('alertdialog')).toBeHidden();
      if (button) await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toBeHidden();
    });
});

test('the dialogs of letters are accessible and fit', async ({ page, adviser, client }) => {
  test.slow();
  const { addPlan, made } = desk(adviser, client);
  await made('AV-1');
  await addPlan('Aviva', 'A plan number that is far longer than others, 0123456789-0123456789-0123456789');
  await addPlan('Zurich', 'Z-1');
  await openClient(page, client);
  const dialog = page.getByRole('dialog');
  const menu = async (item: string) => {
    await letters(page).getByRole('button', { name: 'More for Aviva AV-1' }).click();
    await page.getByRole('menuitem', { name: item }).click();
    await dialog.waitFor();
  };
  await expectStates(page, [
    [
      'letter dialog',
      async () => {
        await pressForDialog(page, 'Note a Letter');
        await dialog.getByLabel('Signed On').fill(inDays(-100));
        await dialog.getByLabel('Sent On').fill(inDays(0));
        await dialog.getByLabel('How').waitFor();
      },
      'at each width',
    ],
    ['edited letter', () => menu('Edit'), 'at each width'],
    ['chase', () => pressForDialog(page, 'Chased: Aviva AV-1'), 'at each width'],
    ['part of an answer', () => menu('Part Came'), 'at each width'],
    ['return', () => menu('Returned'), 'at each width'],
    ['menu of a letter', () => letters(page).getByRole('button', { name: 'More for Aviva AV-1' }).click()],
  ]);
});
