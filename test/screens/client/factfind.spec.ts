import type { Page } from '@playwright/test';
import { londonParts } from '#shared/rules/london.ts';
import { MINUTE_MS } from '#shared/rules/time.ts';
import { workingDaysLater } from '#shared/rules/working-days.ts';
import type { ClientDesk } from '../../support/acts.ts';
import { Caller } from '../../support/api.ts';
import { openClient, panel } from '../../support/browser/client-page.ts';
import { expectToFit } from '../../support/browser/fit.ts';
import { enter, test } from '../../support/browser/people.ts';
import { dismissToast, expectToast, toastOf } from '../../support/browser/toast.ts';
import { expect } from '../../support/browser/watched.ts';
import { newAdmin } from '../../support/builders.ts';
import { START, setNow } from '../../support/clock.ts';
import { startFactfind } from '../../support/factfind.ts';
import { newPerson } from '../../support/people/persons.ts';
import { handedIn } from '../../support/requests.ts';
import { expectStates } from '../accessibility/states.ts';

const START_CALL = 'POST /api/clients/{id}/factfind';
const requests = (page: Page) => panel(page, 'Requests');
const row = (page: Page) =>
  page.locator('li[id^=request-]').filter({ has: page.getByText('Fact-find', { exact: true }) });
const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Start Fact-Find' });
const pathOf = ({ id }: { id: string }) => `/adviser/clients/${id}/fact-find`;
const menu = async (page: Page) => {
  await row(page).getByRole('button', { name: 'More for Fact-find' }).click();
  return page.getByRole('menuitem');
};

/** Saves answers of a client; `n` counts the changes that were made to each before. */
const save = ({ by, own }: ClientDesk, section: string, answers: object[], caller = own) =>
  by('PATCH /api/clients/{id}/factfind', { body: { section, answers } }, caller);
const send = async ({ read, own }: ClientDesk, act: 'submit' | 'cannot', body?: object) => {
  const { request } = await read('GET /api/clients/{id}/factfind');
  return own.call(`POST /api/requests/{id}/${act}`, { params: { id: request.id }, ...(body && { body }) });
};

test('staff start a fact-find from the requests, the stages and the palette', async ({ page, api, client }) => {
  await openClient(page, client);

  await test.step('the stage that needs it offers it, and its draft is kept', async () => {
    await client.setStage('1', { status: 'completed' });
    await page.reload();
    await panel(page, 'Journey Stages').getByRole('button', { name: /Start/ }).first().click();
    await toastOf(page).getByRole('button', { name: 'Start Fact-Find…' }).click();
    await expect(dialogOf(page).getByRole('checkbox', { checked: true })).toHaveCount(12);
    await dialogOf(page).getByLabel('Message').fill('Before our meeting, please.');
    await page.keyboard.press('Escape');
    await expect(dialogOf(page)).toContainText('Discard changes?');
    await page.reload();
  });

  await test.step('refuses a form without a section, and asks for those that are ticked', async () => {
    await requests(page).getByRole('button', { name: 'Start Fact-Find…' }).click();
    const dialog = dialogOf(page);
    await expect(dialog).toContainText('Restored what you typed earlier.');
    await expect(dialog.getByLabel('Message')).toHaveValue('Before our meeting, please.');
    const boxes = dialog.getByRole('checkbox');
    for (const box of await boxes.all()) await box.uncheck();
    const start = dialog.getByRole('button', { name: 'Start Fact-Find' });
    await start.click();
    await expect(dialog.getByRole('alert')).toHaveText('Choose at least one section');
    await expect(dialog.getByRole('group', { name: 'Sections' })).toBeFocused();
    await dialog.getByRole('checkbox', { name: 'About you' }).check();
    await dialog.getByRole('checkbox', { name: 'Pensions' }).check();
    api.fails(START_CALL);
    await start.click();
    await expect(toastOf(page)).toContainText('Failed to start the fact-find');
    api.recovers();
    await start.click();
    await expectToast(page, 'Fact-Find Started', 'The client is told by email.');
    const dueDate = workingDaysLater(londonParts(new Date()).date, 10, []);
    expect(api.sent(START_CALL).at(-1)?.body).toEqual({
      sections: ['you', 'pensions'],
      dueDate,
      message: 'Before our meeting, please.',
    });
    await expect(row(page)).toContainText(/With the client\s· 0 of 2 sections.*Before our meeting, please\./);
    await expect(requests(page).getByRole('button', { name: 'Start Fact-Find…' })).toHaveCount(0);
    await dismissToast(page);
  });

  await test.step('edits due date and message alone, and deletes it while nothing is answered', async () => {
    await expect(await menu(page)).toHaveText(['Waive', 'Edit', 'Delete']);
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit Fact-Find' });
    await expect(dialog.getByLabel('Title')).toHaveCount(0);
    await dialog.getByLabel('Message').fill('No hurry.');
    await dialog.getByLabel('Due Date').fill('');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(row(page)).toContainText(/No Due Date.*No hurry\./);
    await save(client, 'you', [{ key: 'known', n: 0, v: 'Mia' }]);
    await page.reload();
    await expect(row(page)).toContainText('With the client · 0 of 2 sections');
    await expect(await menu(page)).toHaveText(['Waive', 'Edit']);
    await page.getByRole('menuitem', { name: 'Waive' }).click();
    await page.getByRole('dialog', { name: 'Waive Request' }).getByRole('button', { name: 'Waive' }).click();
    await expectToast(page, 'Request Waived', '“Fact-find” of Mia Wood');
    await dismissToast(page);
    await requests(page).getByRole('button', { name: '1 settled' }).click();
    await expect(row(page)).toContainText('Waived');
    await expect(await menu(page)).toHaveText(['Reopen']);
    await page.getByRole('menuitem', { name: 'Reopen' }).click();
    await expect(row(page)).toContainText('With the client');
    await dismissToast(page);
  });

  await test.step('the palette and the stage dialog lead to the one under way', async () => {
    await page.keyboard.press('Control+k');
    await page.keyboard.type('fact-find');
    await page.getByRole('option', { name: 'Start Fact-Find with Mia Wood' }).click();
    await expect(dialogOf(page)).toContainText('A fact-find is under way already. Open it, or waive it.');
    await dialogOf(page).getByRole('link', { name: 'Open' }).click();
    await expect(page).toHaveURL(pathOf(client));
    await page.getByRole('main').getByRole('link', { name: 'Back' }).click();
    await panel(page, 'Journey Stages')
      .getByRole('button', { name: 'Factfind Completed', exact: false })
      .first()
      .click();
    await expect(page.getByRole('dialog').getByRole('link', { name: 'Open: Fact-find' })).toBeVisible();
    await expect(page.getByRole('dialog').getByRole('button', { name: 'Start Fact-Find…' })).toHaveCount(0);
  });
});

test('the page shows the answers of a couple by section, with filters, former values and print', async ({
  page,
  api,
  adviser,
  client,
}) => {
  test.slow();
  const answers = panel(page, 'Fact-find', true);
  const section = (name: string) => page.getByRole('region', { name, exact: true });

  await test.step('says that there is none, and starts one', async () => {
    api.expected.push(/404/);
    await page.goto(pathOf(client));
    await expect(answers).toContainText('No fact-find yet');
    await answers.getByRole('button', { name: 'Start Fact-Find…' }).click();
    await dialogOf(page).getByRole('button', { name: 'Start Fact-Find' }).click();
    await expect(answers).toContainText('Nothing answered yet.');
    await expect(answers).toContainText(/With the client\s· 0 of 12 sections/);
    await dismissToast(page);
  });

  const rob = await newPerson(adviser, client, { name: 'Rob Wood' });

  await test.step('adds the sections of a second person', async () => {
    await page.reload();
    await answers.getByRole('button', { name: 'Add Rob’s Sections' }).click();
    await expectToast(page, 'Sections Added');
    await expect(answers).toContainText('0 of 18 sections');
    await expect(answers.getByRole('button', { name: 'Add Rob’s Sections' })).toHaveCount(0);
  });

  await test.step('shows who gave each answer, and what the client would rather talk about', async () => {
    await save(client, 'you', [
      { key: 'known', n: 0, v: 'Mia' },
      { key: 'us', n: 0, v: true },
      { key: 'where', n: 0, v: 'Peru, I was born there' },
      { key: 'ni', n: 0, s: 'unknown' },
      { key: 'address', n: 0, s: 'talk' },
    ]);
    await save(client, 'you.2', [{ key: 'born', n: 0, v: '1980-02-03' }], new Caller(rob.token));
    await send(client, 'cannot', { reason: 'I find the pensions hard.' });
    setNow(START + 20 * MINUTE_MS);
    await save(client, 'you', [{ key: 'known', n: 1, v: 'Mimi' }]);
    await save(client, 'you', [{ key: 'us', n: 1, v: false }]);
    await page.reload();
    await expect(answers).toContainText(/To review\s· handed in 25 Nov.*Handed in .*, to do it together/);
    await expect(answers).toContainText('The client would rather do this together“I find the pensions hard.”');
    const own = section('About you: Mia');
    await expect(own).toContainText(/What should we call you\?Mimi.*Before: Mia \(Mia Wood\s· 25 Nov 2026, 10:\d\d\)/);
    await expect(section('About you: Rob')).toContainText(/When were you born\?3 February 1980Rob Wood/);
    await expect(own.getByText('Peru, I was born there')).toBeHidden();
    await own.getByRole('button', { name: 'No longer asked: 1 answer' }).click();
    await expect(own.getByText('Peru, I was born there')).toBeVisible();
  });

  await test.step('filters, searches, and keeps both in the address', async () => {
    const filter = page.getByRole('navigation', { name: 'Which answers' });
    await filter.getByRole('link', { name: 'Talk about (1)' }).click();
    await expect(answers.getByRole('term')).toHaveText(['Where do you live?']);
    await filter.getByRole('link', { name: 'Changed since it was sent (2)' }).click();
    await expect(answers.getByRole('term')).toHaveCount(2);
    await answers.getByRole('searchbox', { name: 'Search answers' }).fill('mimi');
    await expect(answers.getByRole('term')).toHaveText(['What should we call you?']);
    await page.reload();
    await expect(answers.getByRole('term')).toHaveText(['What should we call you?']);
    await answers.getByRole('searchbox', { name: 'Search answers' }).fill('nothing like it');
    await answers.getByRole('button', { name: 'Show All Answers' }).click();
    await expect(filter.getByRole('link', { name: 'Doesn’t know (1)' })).toBeVisible();
  });

  await test.step('is accessible, and fits at each width', async () => {
    await expectStates(page, [['fact-find', async () => undefined, 'both engines', 'at each width']]);
  });

  await test.step('fits a phone at 200 % text size', async () => {
    await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
    await expectToFit(page, 'fact-find at 200 %', 390);
    await page.evaluate(() => document.documentElement.style.removeProperty('font-size'));
  });

  await test.step('prints every section without the controls', async () => {
    await page.emulateMedia({ media: 'print' });
    await expect(section('About you: Mia').getByText('Peru, I was born there')).toBeVisible();
    await expect(answers.getByRole('searchbox')).toBeHidden();
    await expect(page.getByRole('button', { name: 'Print' })).toBeHidden();
    await page.emulateMedia({ media: 'screen' });
  });

  await test.step('says that it could not be loaded, and tries again', async () => {
    api.fails('GET /api/clients/{id}/factfind');
    await page.reload();
    await expect(page.getByRole('alert')).toContainText('The fact-find could not be loaded');
    api.recovers();
    await page.getByRole('button', { name: 'Try Again' }).click();
    await expect(answers).toContainText('To review');
  });
});

test('to review, a fact-find opens its page, and single keys pass it by', async ({
  page,
  context,
  adviser,
  client,
}) => {
  await startFactfind(adviser, client.id);
  await send(client, 'submit');

  await test.step('Today and the next line of the client’s page lead to it', async () => {
    const found = { name: 'Fact-find to review' };
    await page.goto('/dashboard');
    await expect(panel(page, 'Today').getByRole('link', found)).toHaveAttribute('href', pathOf(client));
    await openClient(page, client);
    await expect(panel(page, 'Next').getByRole('link', found)).toHaveAttribute('href', pathOf(client));
  });

  await handedIn(client, 'Passport', ['front.txt']);
  const queue = page.getByRole('region', { name: 'To review' });
  const link = queue.locator('[data-row-link]', { hasText: 'Fact-find' });
  await page.goto('/chase');
  await expect(queue.getByRole('listitem')).toHaveText([/^Fact-findsince \d\d:\d\dMia Wood.*Open$/, /^Passport/]);
  await page.keyboard.press('j');
  await expect(link).toBeFocused();
  for (const key of ['a', 'r', 'm']) await page.keyboard.press(key);
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await test.step('the dialog of another request does not step to it', async () => {
    await queue.getByRole('button', { name: 'Review: Passport' }).click();
    await expect(page.getByRole('dialog', { name: 'Passport' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Next Request' })).toHaveCount(0);
    await page.keyboard.press('Escape');
  });

  await test.step('Enter opens the page', async () => {
    await link.press('Enter');
    await expect(page).toHaveURL(pathOf(client));
    await expect(panel(page, 'Fact-find', true)).toContainText(/To review\s· sent 25 Nov/);
  });

  await test.step('its row on the client’s page has no review', async () => {
    await openClient(page, client);
    await expect(row(page)).toContainText(/To review\s· sent 25 Nov/);
    await expect(row(page).getByRole('button', { name: /Review|Upload/ })).toHaveCount(0);
    await row(page).getByRole('link', { name: 'Open: Fact-find' }).click();
    await expect(panel(page, 'Fact-find', true)).toContainText('Nothing answered yet.');
  });

  await test.step('an admin sees the same', async () => {
    await context.clearCookies();
    await enter(context, await newAdmin());
    await page.goto(pathOf(client));
    await expect(panel(page, 'Fact-find', true)).toContainText(/To review\s· sent 25 Nov/);
  });
});
