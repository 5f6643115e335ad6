import type { Page } from '@playwright/test';
import { addAuthenticator, noteQuestions } from '../../support/browser/authenticator.ts';
import { expectFocusShown } from '../../support/browser/keyboard.ts';
import { test } from '../../support/browser/people.ts';
import { dismissToast, expectToast, toastOf } from '../../support/browser/toast.ts';
import { expect } from '../../support/browser/watched.ts';
import { newAdviser, PASSWORD, type Person } from '../../support/builders.ts';
import { Authenticator } from '../../support/people/authenticator.ts';
import { passkeyFor } from '../../support/people/factors.ts';
import { siteOrigin } from '../../support/stack.ts';

const OPTIONS = 'POST /api/auth/passkey/options';
const NOT_USED = 'No passkey was used. Please try again when you are ready.';
const byPasskey = (page: Page) => page.getByRole('button', { name: 'Sign In with a Passkey' });
const waiting = (page: Page) => page.getByRole('button', { name: 'Waiting for your passkey...' });
async function signIn(page: Page, { email }: Person) {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
}
/** Moves the pointer until the page has noticed it. */
const touch = (page: Page, isNoticed: () => boolean) =>
  expect
    .poll(async () => {
      for (const place of [10, 20]) await page.mouse.move(place, place);
      return isNoticed();
    })
    .toBe(true);
/** Waits until the page has checked that the browser can offer passkeys in a field. */
const letItAsk = (page: Page) =>
  page.evaluate(async () => {
    for (let i = 0; i < 10; i++) await PublicKeyCredential.isConditionalMediationAvailable();
  });

/** Adds an authenticator with a passkey of a new account. */
async function addWithPasskey(page: Page) {
  const [authenticator, { id }] = [await addAuthenticator(page), await newAdviser()];
  await authenticator.addPasskey(id, await passkeyFor(id));
  return authenticator;
}

test('a passkey signs in without an email or instead of a code', async ({ page, context, api, watch }) => {
  const [authenticator, account] = [await addAuthenticator(page), await newAdviser()];
  await page.goto('/?next=%2Ftasks');

  await test.step('reports that no passkey was used if there is none', async () => {
    await byPasskey(page).press('Enter');
    await expectToast(page, 'Login Failed', NOT_USED);
    await expect(byPasskey(page)).toBeEnabled();
    await dismissToast(page);
    await expect(page.getByText(NOT_USED)).toBeVisible();
    await expect(byPasskey(page)).toHaveAccessibleDescription(NOT_USED);
  });

  await test.step('reports an unknown passkey and an outage', async () => {
    watch.expected.push(/^401 POST .*\/passkey$/, /status of 401/);
    await authenticator.addPasskey(account.id, new Authenticator(siteOrigin()));
    await byPasskey(page).press('Enter');
    const unknown = 'That passkey could not be used. Please try again, or sign in another way.';
    await expectToast(page, 'Login Failed', unknown);
    await dismissToast(page);
    api.fails(OPTIONS, 500, '');
    await byPasskey(page).press('Enter');
    await expectToast(page, 'Login Failed', 'Something went wrong on our side. Please try again.');
    await dismissToast(page);
    api.recovers();
  });

  await test.step('signs in with a known passkey, and leads to the requested page', async () => {
    await authenticator.removePasskeys();
    await authenticator.addPasskey(account.id, await passkeyFor(account.id));
    await byPasskey(page).press('Enter');
    await expect(page).toHaveURL('/tasks');
    expect(api.sent('POST /api/auth/passkey').at(-1)).toMatchObject({ body: { passkey: { type: 'public-key' } } });
  });

  await test.step('replaces the code after the password', async () => {
    // Ends the page's reads before its session ends.
    await page.goto('about:blank');
    await context.clearCookies();
    // The browser remembers a session that has ended, and checks it once.
    watch.expected.push(/^401 GET .*\/auth\/me$/);
    await authenticator.agrees(false);
    await page.goto('/');
    await signIn(page, account);
    await expect(page.getByRole('heading', { level: 1, name: 'Your Passkey' })).toBeVisible();
    const use = page.getByRole('button', { name: 'Use a Passkey', exact: true });
    await expectFocusShown(use);
    await page.keyboard.press('Enter');
    await expectToast(page, 'Login Failed', NOT_USED);
    await expect(use).toHaveAccessibleDescription(NOT_USED);
    await authenticator.agrees(true);
    await use.press('Enter');
    await expect(page).toHaveURL('/dashboard');
    expect(api.sent('POST /api/auth/second-factor')).toMatchObject([{ body: { passkey: { type: 'public-key' } } }]);
  });
});

test('the email field offers passkeys once the pointer moves over the page', async ({ page, api }) => {
  await page.goto('/', { waitUntil: 'networkidle' });
  await expect(page.getByLabel('Email')).toHaveAttribute('autocomplete', 'username webauthn');
  expect(api.sent(OPTIONS)).toHaveLength(0);
  await page.mouse.move(10, 10);
  await expect.poll(() => api.sent(OPTIONS).length).toBe(1);
  await page.mouse.move(20, 20);
  await signIn(page, await newAdviser());
  await expect(page).toHaveURL('/dashboard');
  expect(api.sent(OPTIONS)).toHaveLength(1);
});

test('late passkey options of the email field do not interrupt the passkey button', async ({ page, api }) => {
  const authenticator = await addAuthenticator(page);
  await authenticator.isThere(false);
  const asked = await noteQuestions(page);
  await page.goto('/');
  const answered = api.holds(OPTIONS);
  await touch(page, () => api.sent(OPTIONS).length > 0);
  // Only the field's call stays held back.
  api.holds(OPTIONS)();
  await byPasskey(page).click();
  await expect.poll(() => asked).toEqual(['dialog']);

  const late = page.waitForResponse('**/api/auth/passkey/options');
  answered();
  await (await late).finished();
  await letItAsk(page);
  expect(asked).toEqual(['dialog']);
  await expect(waiting(page)).toBeVisible();
});

test('a passkey signs in once, even if the next page and the field’s options are late', async ({ page, api }) => {
  await addWithPasskey(page);
  const asked = await noteQuestions(page);
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(/assets\/adviser-tasks-page-/, (route) => released.then(() => route.continue()));
  await page.goto('/?next=%2Ftasks');
  const answered = api.holds(OPTIONS);
  await touch(page, () => api.sent(OPTIONS).length > 0);
  api.holds(OPTIONS)();
  const letIn = page.waitForResponse('**/api/auth/passkey');
  await byPasskey(page).click();
  await (await letIn).finished();
  await letItAsk(page);

  const late = page.waitForResponse('**/api/auth/passkey/options');
  answered();
  await (await late).finished();
  await letItAsk(page);
  release();
  await expect(page).toHaveURL('/tasks');
  expect(asked).toEqual(['dialog']);
  expect(api.sent('POST /api/auth/passkey')).toHaveLength(1);
});

test('the passkey button cancels the email field’s offer without a toast', async ({ page }) => {
  const authenticator = await addWithPasskey(page);
  await authenticator.isThere(false);
  const asked = await noteQuestions(page);
  await page.goto('/');
  await touch(page, () => asked.length > 0);
  await authenticator.isThere(true);
  await byPasskey(page).click();
  await expect(page).toHaveURL('/dashboard');
  expect(asked).toEqual(['field', 'dialog', 'field: AbortError']);
  await expect(toastOf(page)).toHaveCount(0);
});

test('a browser without passkeys shows no passkey button and requests no options', async ({ page, api }) => {
  await page.addInitScript(() => Reflect.deleteProperty(window, 'PublicKeyCredential'));
  await page.goto('/');
  await page.mouse.move(10, 10);
  await page.getByLabel('Email').press('a');
  await expect(byPasskey(page)).toHaveCount(0);
  expect(api.sent(OPTIONS)).toHaveLength(0);
});
