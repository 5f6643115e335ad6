import type { Page } from '@playwright/test';
import { clientOf } from '../../support/acts.ts';
import { enterOn, expectFocusShown } from '../../support/browser/keyboard.ts';
import { test } from '../../support/browser/people.ts';
import { dismissToast, expectToast, toastOf } from '../../support/browser/toast.ts';
import { expect } from '../../support/browser/watched.ts';
import { newAdviser, newClient } from '../../support/builders.ts';
import { START, setNow } from '../../support/clock.ts';
import { ask, handedIn, unavailable } from '../../support/requests.ts';

const DAY_MS = 86_400_000;
const queue = (page: Page) => page.getByRole('region', { name: 'To review' });
const rows = (page: Page) => queue(page).getByRole('listitem');
const row = (page: Page, title: string) => rows(page).filter({ hasText: title });
const title = (page: Page, name: string) => queue(page).locator('[data-row-link]', { hasText: name });
const said = (page: Page) => queue(page).getByRole('status');
const files = (page: Page, name: string) => page.getByRole('dialog', { name });

test('requests to review are listed with their client, time, files and answer', async ({ page, api, client }) => {
  await test.step('shows five skeletons while loading, then a failure, then that nothing waits', async () => {
    api.fails('GET /api/requests/review');
    const release = api.holds('GET /api/requests/review');
    await page.goto('/chase');
    await expect(page.locator('.chakra-skeleton')).toHaveCount(5);
    release();
    await expect(page.getByRole('alert')).toContainText('The requests could not be loaded');
    api.recovers();
    await page.getByRole('button', { name: 'Try Again' }).click();
    await expect(queue(page)).toHaveText('Nothing to reviewWhat clients hand in comes here.');
  });

  await test.step('lists the longest waiting first', async () => {
    await ask(client, 'Not handed in');
    await handedIn(client, 'Passport', ['Front.txt', 'Back.txt']);
    setNow(START - DAY_MS);
    const { id } = await unavailable(client, 'P60', 'My employer never sent one.');
    setNow(START);
    await page.getByRole('link', { name: 'Dashboard' }).click();
    await page.getByRole('heading', { name: 'Client Dashboard' }).waitFor();
    await page.reload();
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Work' }).click();
    await expect(rows(page)).toHaveText([
      /^P60since Tue.*The client doesn’t have it“My employer never sent one.”Mia Wood/,
      /^Passportsince \d\d:\d\d2 filesMia Wood/,
    ]);
    await expect(page).toHaveTitle(/To Review · /);
    await expect(title(page, 'P60')).toHaveAttribute('href', `/adviser/client/${client.id}#request-${id}`);
    await expect(row(page, 'P60').getByRole('button')).toHaveText(['Ask for More', 'Send Back']);
    await expect(row(page, 'Passport').getByRole('button')).toHaveText([
      'Passport',
      'Accept',
      'Ask for More',
      'Send Back',
    ]);
    await row(page, 'Passport').getByRole('link', { name: 'Mia Wood' }).click();
    await expect(page).toHaveURL(`/adviser/client/${client.id}`);
  });
});

test('the queue is worked through by single keys', async ({ page, api, client, adviser }) => {
  for (const name of ['Passport', 'Payslips', 'P60', 'Will']) await handedIn(client, name, ['One.txt', 'Two.txt']);
  await page.goto('/chase');
  await title(page, 'Passport').waitFor();

  await test.step('a does nothing until a row has the focus, then accepts it and focuses the next', async () => {
    await page.keyboard.press('a');
    expect(api.sent('POST /api/requests/{id}/decision')).toHaveLength(0);
    await page.keyboard.press('j');
    await expectFocusShown(title(page, 'Passport'));
    await page.keyboard.press('a');
    await expect(title(page, 'Payslips')).toBeFocused();
    await expectToast(page, 'Request Accepted');
    await expect(said(page)).toHaveText('Accepted “Passport” of Mia Wood. 3 left to review.');
    await expect(rows(page)).toHaveCount(3);
    await dismissToast(page);
  });

  await test.step('a held key does not accept the next request too', async () => {
    await page.evaluate(() => {
      const held = new KeyboardEvent('keydown', { key: 'a', repeat: true, bubbles: true, cancelable: true });
      document.activeElement?.dispatchEvent(held);
    });
    expect(api.sent('POST /api/requests/{id}/decision')).toHaveLength(1);
  });

  await test.step('r sends back with a reason, and Escape returns to the row', async () => {
    const dialog = page.getByRole('dialog', { name: 'Send Back' });
    await page.keyboard.press('r');
    await dialog.waitFor();
    await page.keyboard.press('Escape');
    await expect(title(page, 'Payslips')).toBeFocused();
    await page.keyboard.press('r');
    await enterOn(page, dialog.getByRole('button', { name: 'A page is missing.' }));
    await dialog.getByRole('textbox').press('Control+Enter');
    await expectToast(page, 'Request Sent Back', 'The client is told within half an hour.');
    await expect(title(page, 'P60')).toBeFocused();
    await expect(said(page)).toHaveText('Sent back “Payslips” of Mia Wood. 2 left to review.');
    await dismissToast(page);
  });

  await test.step('Enter opens the files, ] shows the next one, and m asks for more', async () => {
    const reason = page.getByRole('dialog', { name: 'Ask for More' });
    await page.keyboard.press('Enter');
    await expect(files(page, 'P60').getByRole('status')).toHaveText('File 1 of 2: One.txt');
    await expect(files(page, 'P60').getByRole('button', { name: 'Preview in Browser' })).toBeFocused();
    await page.keyboard.press(']');
    await expect(files(page, 'P60').getByRole('status')).toHaveText('File 2 of 2: Two.txt');
    await expect(files(page, 'P60').getByRole('button', { name: 'Preview in Browser' })).toBeFocused();
    await page.keyboard.press(']');
    await expect(files(page, 'P60').getByRole('status')).toHaveText('File 2 of 2: Two.txt');
    await page.keyboard.press('m');
    await expect(files(page, 'P60')).toBeHidden();
    await reason.getByRole('textbox').fill('Page 2 too');
    await page.keyboard.press('Control+Enter');
    await expect(reason).toBeHidden();
    await expect(title(page, 'Will')).toBeFocused();
    await expect(said(page)).toHaveText('Asked for more of “P60” of Mia Wood. 1 left to review.');
  });

  await test.step('accepting the last one from its files leaves the empty list focused', async () => {
    await page.keyboard.press('Enter');
    await files(page, 'Will').getByRole('status').waitFor();
    await page.keyboard.press('a');
    await expect(queue(page)).toContainText('Nothing to review');
    await expect(queue(page)).toBeFocused();
    await expect(said(page)).toHaveText('Accepted “Will” of Mia Wood. Nothing left to review.');
  });
  const { body } = await adviser.call('GET /api/clients/{id}/requests', { params: client.params });
  expect(body).toMatchObject([
    { title: 'Passport', state: 'approved' },
    { title: 'Payslips', state: 'open', round: 2, reason: 'A page is missing.' },
    { title: 'P60', state: 'open', round: 1, reason: 'Page 2 too' },
    { title: 'Will', state: 'approved' },
  ]);
});

test('a request that changed meanwhile stays, says so, and is decided at the second try', async ({
  page,
  client,
  watch,
}) => {
  watch.expected.push(/^409 POST /, /status of 409/);
  const { id } = await handedIn(client, 'Passport', ['Front.txt']);
  await page.goto('/chase');
  await title(page, 'Passport').waitFor();
  await client.own.call('POST /api/requests/{id}/cannot', { params: { id }, body: { reason: 'It was stolen' } });
  const accept = page.getByRole('button', { name: 'Accept: Passport' });
  await accept.click();
  await expectToast(page, 'Error', 'Failed to decide on the request');
  await expect(toastOf(page)).toContainText(
    'This changed while you looked at it. It is shown now. Try again if yours is still right.',
  );
  await expect(rows(page)).toHaveText([/^Passport.*“It was stolen”/]);
  await dismissToast(page);
  await accept.click();
  await expectToast(page, 'Request Accepted');
  await expect(rows(page)).toHaveCount(0);
});

test('admins filter the requests by adviser', async ({ page, adviser, admin: _ }) => {
  await handedIn(await clientOf(adviser, { name: 'Mia Wood' }), 'Passport', ['Front.txt']);
  const tom = await newAdviser('Tom Reed');
  await newClient(tom);
  await handedIn(await clientOf(tom, { name: 'Ola Berg' }), 'P60', ['P60.txt']);
  await page.goto('/chase');
  await expect(rows(page)).toHaveText([/Mia WoodAdviser: Ruth Amari/, /Ola BergAdviser: Tom Reed/]);
  const choice = page.getByRole('combobox', { name: 'Adviser' });
  await choice.selectOption('Tom Reed');
  await expect(rows(page)).toHaveText([/^P60/]);
  await page.reload();
  await expect(rows(page)).toHaveText([/^P60/]);
  await choice.selectOption('My clients');
  await page.getByRole('button', { name: 'Show All Requests' }).click();
  await expect(rows(page)).toHaveCount(2);
});
