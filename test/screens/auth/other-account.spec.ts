import type { Page } from '@playwright/test';
import { enter, test } from '../../support/browser/people.ts';
import { expect } from '../../support/browser/watched.ts';
import { newAdviser, PASSWORD } from '../../support/builders.ts';
import { expectStates } from '../accessibility/states.ts';

// Two tabs of one browser, and an account in each.

const SEND = 'POST /api/clients/{id}/messages';
const notice = (page: Page) => page.getByRole('heading', { name: 'Signed In with Another Account' });
const field = (page: Page) => page.getByPlaceholder('Type your message...');

async function signIn(page: Page, email: string) {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Client Dashboard' })).toBeVisible();
}

/** Signs in as another account in a second tab, in which the login form was open already. */
async function signInBeside(page: Page, email: string, hasLoginForm: () => Promise<unknown>) {
  const beside = await page.context().newPage();
  await hasLoginForm();
  await beside.goto('/');
  await signIn(beside, email);
  return beside;
}

/** Forgets that somebody is signed in, as in a tab that showed the login form before. */
const forgetHint = (page: Page) => () => page.evaluate(() => localStorage.removeItem('signed in'));

test('a page of the former account says who is signed in now, sends nothing, and shows the new account after a reload', async ({
  page,
  api,
  adviser,
  client,
}) => {
  const alex = await newAdviser('Alex Admin');
  const address = `/adviser/client/${client.id}#messages`;
  await page.goto(address);
  await field(page).fill('Half a message of Ruth');
  const beside = await signInBeside(page, alex.email, forgetHint(page));

  await test.step('replaces the page, and takes the focus', async () => {
    await expectStates(page, [
      [
        'page of a former account',
        async () => {
          await expect(notice(page)).toBeVisible();
          await expect(page.getByRole('alert')).toContainText('You are now signed in as Alex Admin in another window.');
          await expect(page.getByRole('alert')).toContainText('This page was opened by Ruth Amari');
        },
        'at each width',
      ],
    ]);
    await expect(page.getByRole('alert')).toBeFocused();
    await expect(field(page)).toHaveCount(0);
    expect(api.sent(SEND)).toHaveLength(0);
  });

  await test.step('leaves the page of the new account alone', async () => {
    await expect(notice(beside)).toHaveCount(0);
  });

  await test.step('never shows the text to the new account', async () => {
    api.expected.push(/^404 GET/, /status of 404/);
    await page.getByRole('button', { name: 'Reload' }).click();
    await expect(page.getByRole('link', { name: 'Alex Admin' })).toBeVisible();
    await expect(page.getByText('Half a message of Ruth')).toHaveCount(0);
  });

  await test.step('gives the text back to its owner', async () => {
    await page.goto('/dashboard');
    await page.getByRole('button', { name: 'Logout' }).click();
    await signIn(page, adviser.email);
    await page.goto(address);
    await expect(field(page)).toHaveValue('Half a message of Ruth');
  });
});

test('the server refuses a page that did not hear of the new account', async ({ page, context, api, client }) => {
  const alex = await newAdviser('Alex Admin');
  await page.goto(`/adviser/client/${client.id}#messages`);
  await field(page).fill('Who am I?');
  await enter(context, alex);
  api.expected.push(/^409 /, /status of 409/);
  await page.keyboard.press('Enter');
  await expect(notice(page)).toBeVisible();
  await expect(page.getByRole('alert')).toContainText('Somebody else is now signed in in another window.');
  expect(await client.read(SEND.replace('POST', 'GET') as 'GET /api/clients/{id}/messages')).toEqual([]);
});

test('a preview of the former account is replaced too', async ({ page, client }) => {
  const alex = await newAdviser('Alex Admin');
  await page.goto(`/portal/${client.token}?preview`);
  await expect(page.getByText('Nothing can be sent from here.')).toBeVisible();
  await signInBeside(page, alex.email, forgetHint(page));
  await expect(notice(page)).toBeVisible();
});

test('the login screen leads a signed-in adviser on, and shows itself once the session has ended', async ({
  page,
  context,
  adviser: _adviser,
  watch,
}) => {
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { name: 'Client Dashboard' })).toBeVisible();
  for (const [address, leadsTo] of [
    ['/', '/dashboard'],
    ['/?next=%2Ftasks', '/tasks'],
  ] as const) {
    await page.goto(address);
    await expect(page).toHaveURL(leadsTo);
  }
  // Ends the page's reads before its session ends.
  await page.goto('about:blank');
  await context.clearCookies();
  watch.expected.push(/401 GET .*\/api\/auth\/me$/, /status of 401/);
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Adviser Login' })).toBeVisible();
});

test('portals of two clients in one browser keep to themselves', async ({ page, client, adviser }) => {
  const other = await client.by('POST /api/clients', {
    body: { name: 'Ned Hill', email: 'ned@example.com', phone: '1' },
  });
  const beside = await page.context().newPage();
  for (const [tab, { token }, name] of [
    [page, client, 'Mia'],
    [beside, other.body, 'Ned'],
  ] as const) {
    await tab.goto(`/portal/${token}`);
    await tab.getByRole('textbox', { name: 'Message' }).fill(`Text of ${name}`);
  }
  await page.reload();
  await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue('Text of Mia');
  await enter(page.context(), await newAdviser('Alex Admin'));
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(page.getByText('Message Sent')).toBeVisible();
  expect(await client.read('GET /api/clients/{id}/messages', adviser)).toMatchObject([{ content: 'Text of Mia' }]);
});
