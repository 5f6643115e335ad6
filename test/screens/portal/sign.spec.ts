import type { Locator, Page } from '@playwright/test';
import type { DocumentRequest } from '#shared/contract/requests.ts';
import type { GivenSignature } from '#shared/contract/signing.ts';
import { CONSENT } from '#shared/rules/signing.ts';
import type { ClientDesk } from '../../support/acts.ts';
import { expectToFit } from '../../support/browser/fit.ts';
import { enterOn, tabTo, typeInto } from '../../support/browser/keyboard.ts';
import { test } from '../../support/browser/people.ts';
import { drawOn, mailedCode, readIn } from '../../support/browser/signing.ts';
import { expect } from '../../support/browser/watched.ts';
import { newPerson } from '../../support/people/persons.ts';
import { askedToSign, readToSign } from '../../support/signing.ts';
import { expectStates } from '../accessibility/states.ts';

const CODE = 'POST /api/requests/{id}/sign-code';
const SIGN = 'POST /api/requests/{id}/sign';
const DEALT = 'Ruth Amari has already dealt with this. Your page shows it now.';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

const title = (page: Page) => page.getByRole('heading', { level: 1 });
const card = (page: Page) => page.getByRole('listitem').filter({ hasText: 'Client agreement' }).first();
const button = (on: Page | Locator, name: string) => on.getByRole('button', { name, exact: true });
const press = (on: Page | Locator, name: string) => button(on, name).click();
const nameField = (page: Page) => page.getByLabel('Your full name');
const codeField = (page: Page) => page.getByLabel('6-digit code');
const consent = (page: Page) => page.getByRole('checkbox', { name: CONSENT });
const problem = (page: Page, text: string) => page.getByRole('alert').filter({ hasText: text });
const drafts = (page: Page) => page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('draft')));

/** Opens the page to sign a document that was read. */
async function openToSign(page: Page, { token, own }: ClientDesk, request: DocumentRequest) {
  await readToSign(own, request);
  await page.goto(`/portal/${token}/sign/${request.id}`);
  await expect(title(page)).toBeFocused();
}

async function fillIn(page: Page) {
  await nameField(page).fill('Mia Wood');
  await consent(page).check();
  await press(page, 'Send Me a Code');
  await expect(codeField(page)).toBeFocused();
}

/** Number of dots of ink that a picture shows. */
const inkOf = (canvas: Locator) =>
  canvas.evaluate((element: HTMLCanvasElement) => {
    const copy = new OffscreenCanvas(element.width, element.height).getContext('2d', { willReadFrequently: true });
    copy?.drawImage(element, 0, 0);
    return copy?.getImageData(0, 0, element.width, element.height).data.filter((cover, i) => i % 4 === 3 && cover > 127)
      .length;
  });

test('a client reads and signs a document by keyboard alone, with a typed name', async ({
  page,
  api,
  adviser,
  client,
}) => {
  const body = { message: 'Please sign before we meet.', dueDate: '2026-12-09' };
  const { request } = await askedToSign(adviser, client.id, { body });

  await test.step('reads it on the card, before which it cannot be signed', async () => {
    await page.goto(`/portal/${client.token}`);
    await expect(page.getByRole('region', { name: 'Your next step' })).toContainText(
      'Read and sign “Client agreement”',
    );
    await expect(card(page)).toContainText('To sign');
    await expect(card(page)).toContainText(body.message);
    await expect(button(card(page), 'Sign')).toBeDisabled();
    await expect(button(card(page), 'Sign')).toHaveAccessibleDescription('Read the document first.');
    await expect(button(card(page), 'Add Files or Photos')).toHaveCount(0);
    await expect(button(card(page), 'I Don’t Have This')).toHaveCount(0);
    await tabTo(page, button(card(page), 'Read It'));
    await readIn(page, button(card(page), 'Read It'));
    await expect(card(page).getByRole('link', { name: 'Sign', exact: true })).toBeVisible();
    await expect(button(card(page), 'Read It')).toBeFocused();
    await expect(card(page)).not.toContainText('Read the document first.');
  });

  await test.step('comes back to the card', async () => {
    await enterOn(page, card(page).getByRole('link', { name: 'Sign', exact: true }));
    await expect(title(page)).toHaveText('Client agreement');
    await expect(title(page)).toBeFocused();
    await page.goBack();
    await expect(card(page).getByRole('heading')).toBeInViewport();
    await enterOn(page, card(page).getByRole('link', { name: 'Sign', exact: true }));
    await expect(title(page)).toHaveText('Client agreement');
  });

  await test.step('types the name, ticks the box and types the code', async () => {
    await typeInto(page, nameField(page), 'Mia Wood');
    const picture = page.getByRole('img', { name: 'Your signature: Mia Wood' });
    await expect.poll(() => inkOf(picture)).toBeGreaterThan(1000);
    await tabTo(page, consent(page));
    await page.keyboard.press('Space');
    await enterOn(page, button(page, 'Send Me a Code'));
    await expect(codeField(page)).toBeFocused();
    await expect(page.getByText('We have emailed you a code. It is good for 15 minutes.')).toBeVisible();
    await page.keyboard.type(await mailedCode(client));
    const answered = api.holds(SIGN);
    await enterOn(page, button(page, 'Sign'));
    await expect(button(page, 'Signing…')).toHaveAttribute('aria-busy', 'true');
    answered();
    const signed = page.getByRole('status').filter({ hasText: 'Your copy is with your documents.' });
    await expect(signed).toContainText(/^Signed 25 November 2026, 10:\d\d\. Your copy/);
    await expect(signed).toBeFocused();
  });

  await test.step('sends a picture of one bit a dot once, and nothing else of it', async () => {
    const [sent, ...more] = api.sent(SIGN).map((call) => call.body as GivenSignature);
    expect(more).toEqual([]);
    expect(sent).toEqual({
      name: 'Mia Wood',
      mark: { width: expect.any(Number), height: expect.any(Number), bits: expect.any(String) },
      sha256: request.sign?.sha256,
      consent: true,
      code: expect.stringMatching(/^\d{6}$/),
    });
    const { width = 0, height = 0, bits = '' } = sent?.mark ?? {};
    expect(Buffer.from(bits, 'base64').length).toBe(Math.ceil(width / 8) * height);
    expect(await drafts(page)).toEqual([]);
  });

  await test.step('opens the copy, from here and from the card', async () => {
    await readIn(page, button(page, 'Open My Copy'));
    await enterOn(page, page.getByRole('link', { name: 'Your Page' }));
    await expect(card(page)).toContainText(/Signed 25 November 2026, 10:\d\d/);
    await expect(card(page)).toContainText('Your copy is with your documents.');
    await expect(button(card(page), 'Open My Copy')).toBeVisible();
    await expect(page.getByText('Client agreement (signed).pdf')).toHaveCount(1);
  });
});

test('a client draws the name with a finger, which stays on the device until it is signed', async ({
  page,
  context,
  api,
  adviser,
  client,
}) => {
  const { request } = await askedToSign(adviser, client.id);
  await openToSign(page, client, request);
  const canvas = () => page.getByRole('img', { name: 'Draw your name here' });
  await page.getByRole('radio', { name: 'Draw' }).check();
  await drawOn(page);
  await expect.poll(() => inkOf(canvas())).toBeGreaterThan(1000);

  await test.step('clears it', async () => {
    await press(page, 'Clear');
    await expect.poll(() => inkOf(canvas())).toBe(0);
    await drawOn(page);
  });

  await test.step('keeps name and drawing over a reload and on a wider screen, and forgets the tick', async () => {
    await fillIn(page);
    const stored = await page.evaluate(() => JSON.stringify({ ...localStorage }));
    expect(stored).not.toMatch(/pressure|time\\/);
    await page.setViewportSize({ width: 800, height: 900 });
    await page.reload();
    await expect(page.getByText('Restored what you typed earlier.')).toBeVisible();
    await expect(nameField(page)).toHaveValue('Mia Wood');
    await expect(page.getByRole('radio', { name: 'Draw' })).toBeChecked();
    await expect.poll(() => inkOf(canvas())).toBeGreaterThan(1000);
    await expect(consent(page)).not.toBeChecked();
    await expect(codeField(page)).toBeVisible();
    expect(api.sent(CODE)).toHaveLength(1);
  });

  await test.step('signs after a failure without a connection', async () => {
    await consent(page).check();
    await codeField(page).fill(await mailedCode(client));
    api.expected.push(/ERR_INTERNET_DISCONNECTED/);
    await context.setOffline(true);
    await press(page, 'Sign');
    await expect(problem(page, 'There is no connection to the server.')).toBeVisible();
    await expect(nameField(page)).toHaveValue('Mia Wood');
    await context.setOffline(false);
    await press(page, 'Sign');
    await expect(page.getByText('Your copy is with your documents.')).toBeVisible();
    expect(await drafts(page)).toEqual([]);
  });
});

test('each error is at its field, and the first one takes the focus', async ({ page, api, adviser, client }) => {
  const { request } = await askedToSign(adviser, client.id);
  await openToSign(page, client, request);

  await test.step('nothing filled in', async () => {
    await press(page, 'Send Me a Code');
    await expect(nameField(page)).toBeFocused();
    await expect(nameField(page)).toHaveAccessibleDescription('Please write or draw your name.');
    await expect(consent(page)).toHaveAccessibleDescription('Please tick the box to sign.');
    expect(api.sent(CODE)).toHaveLength(0);
    await page.getByRole('radio', { name: 'Draw' }).check();
    await press(page, 'Send Me a Code');
    await expect(nameField(page)).toHaveAccessibleDescription('Name is required');
    await nameField(page).fill('Mia Wood');
    await press(page, 'Send Me a Code');
    await expect(page.getByRole('radio', { name: 'Draw' })).toBeFocused();
    await expect(page.getByRole('radio', { name: 'Draw' })).toHaveAccessibleDescription(
      'Please write or draw your name.',
    );
    await page.getByRole('radio', { name: 'Type' }).check();
    await press(page, 'Send Me a Code');
    await expect(consent(page)).toBeFocused();
  });

  await test.step('code that cannot be mailed', async () => {
    const bounced = 'Email to your address was not delivered. Please phone Harbour Financial Planning.';
    await consent(page).check();
    api.fails(CODE, 409, bounced);
    await press(page, 'Send Me a Code');
    await expect(problem(page, bounced)).toBeVisible();
    const often = 'You can ask for 10 codes a day. Please try again in 3 hours.';
    api.fails(CODE, 429, often);
    await press(page, 'Send Me a Code');
    await expect(problem(page, often)).toBeVisible();
    api.recovers();
  });

  await test.step('missing and wrong code', async () => {
    await press(page, 'Send Me a Code');
    await expect(codeField(page)).toBeFocused();
    await press(page, 'Sign');
    await expect(codeField(page)).toHaveAccessibleDescription('Enter the 6 digits from the email');
    const code = await mailedCode(client);
    await codeField(page).fill(String((Number(code) + 1) % 1_000_000).padStart(6, '0'));
    api.expected.push(/^401 POST/, /status of 401/);
    await press(page, 'Sign');
    await expect(codeField(page)).toHaveAccessibleDescription('That code is not right. You have 4 more tries.');
    await expect(codeField(page)).toBeFocused();
    await codeField(page).fill(code);
  });

  await test.step('document that was changed', async () => {
    api.fails(SIGN, 409, 'This document was changed. Please read it again.');
    await press(page, 'Sign');
    await expect(button(page, 'Read It')).toBeFocused();
    await expect(button(page, 'Read It')).toHaveAccessibleDescription(
      'This document was changed. Please read it again.',
    );
    await readIn(page, button(page, 'Read It'));
    await expect(problem(page, 'This document was changed.')).toHaveCount(0);
  });

  await test.step('picture that the server refuses', async () => {
    const mark = 'Please write or draw your name.';
    api.fails(SIGN, 400, mark, { fields: { mark } });
    await press(page, 'Sign');
    await expect(page.getByRole('radio', { name: 'Type' })).toBeFocused();
    await expect(page.getByRole('radio', { name: 'Type' })).toHaveAccessibleDescription(mark);
    api.recovers();
  });

  await test.step('request that was deleted', async () => {
    api.fails(SIGN, 404, 'Not found');
    await press(page, 'Sign');
    await expect(problem(page, DEALT)).toBeVisible();
    api.recovers();
  });

  await test.step('signature whose answer was lost: shows that it was signed', async () => {
    api.loses(SIGN);
    await press(page, 'Sign');
    await expect(problem(page, 'There is no connection to the server.')).toBeVisible();
    api.recovers();
    api.expected.push(/^409 POST/, /status of 409/);
    await press(page, 'Sign');
    await expect(page.getByText('Your copy is with your documents.')).toBeVisible();
    await expect(button(page, 'Open My Copy')).toBeVisible();
    expect(await drafts(page)).toEqual([]);
  });
});

test('a request that is settled meanwhile takes no signature', async ({ page, api, adviser, client }) => {
  const { request } = await askedToSign(adviser, client.id);
  await openToSign(page, client, request);
  await fillIn(page);
  await codeField(page).fill(await mailedCode(client));
  const { id, version } = request;
  const waive = { params: { id }, body: { version: version + 1, decision: 'waive' } };
  expect(await adviser.call('POST /api/requests/{id}/decision', waive)).toMatchObject({ status: 200 });
  api.expected.push(/^409 POST/, /status of 409/);
  await press(page, 'Sign');
  const dealt = page.getByRole('status').filter({ hasText: DEALT });
  await expect(dealt).toBeFocused();
  expect(await drafts(page)).toEqual([]);
  await page.getByRole('link', { name: 'Your Page' }).click();
  await expect(card(page)).toContainText('No longer needed');
});

test('only the signer can sign; others read, and staff only look', async ({ page, adviser, client }) => {
  const rob = await newPerson(adviser, client, { name: 'Rob Wood' });
  const { request } = await askedToSign(adviser, client.id, { body: { people: [2] } });

  await test.step('another person reads it', async () => {
    await page.goto(`/portal/${client.token}`);
    await expect(page.getByText('Nothing to do just yet')).toBeVisible();
    await card(page).locator('summary').click();
    await expect(card(page)).toContainText('For Rob Wood to sign');
    await expect(card(page).getByRole('button')).toHaveText(['Read It']);
    await readIn(page, button(card(page), 'Read It'));
    await expect(card(page).getByRole('button')).toHaveText(['Read It']);
    const [stored] = await client.read('GET /api/clients/{id}/requests');
    expect(stored.sign.seenAt).toBeNull();
    await page.goto(`/portal/${client.token}/sign/${request.id}`);
    await expect(card(page)).toContainText('For Rob Wood to sign');
  });

  await test.step('the signer has it as the next step', async () => {
    await page.goto(`/portal/${rob.token}`);
    await expect(page.getByText('Read and sign “Client agreement”')).toBeVisible();
    await expect(button(card(page), 'Sign')).toBeDisabled();
    await expect(card(page)).not.toContainText('to sign');
  });

  await test.step('staff see no buttons', async () => {
    await page.goto(`/portal/${client.id}?preview`);
    await card(page).locator('summary').click();
    await expect(card(page)).toContainText('For Rob Wood to sign');
    await expect(card(page).getByRole('button')).toHaveCount(0);
  });
});

test('signing is accessible, and fits each width', async ({ page, adviser, client }) => {
  const { request } = await askedToSign(adviser, client.id, { body: { message: 'Please sign before we meet.' } });
  await page.goto(`/portal/${client.token}`);
  await expectStates(page, [
    ['sign-card', () => expect(button(card(page), 'Sign')).toBeVisible(), 'at each width'],
    [
      'sign-errors',
      async () => {
        await openToSign(page, client, request);
        await press(page, 'Send Me a Code');
        await expect(problem(page, 'Please tick the box to sign.')).toBeVisible();
      },
      'at each width',
    ],
    [
      'sign-draw',
      async () => {
        await page.getByRole('radio', { name: 'Draw' }).check();
        await drawOn(page);
        await nameField(page).fill('Mia Wood');
        await consent(page).check();
        await press(page, 'Send Me a Code');
        await expect(codeField(page)).toBeFocused();
      },
      'at each width',
    ],
  ]);

  await test.step('with text of double size', async () => {
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%';
    });
    for (const width of [320, 390]) await expectToFit(page, 'sign at 200 %', width);
  });

  await test.step('with forced colours, in which the ink stays black on white', async () => {
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '';
    });
    await page.emulateMedia({ forcedColors: 'active', colorScheme: 'dark' });
    const paper = page.getByRole('img', { name: 'Draw your name here' }).locator('..');
    await expect(paper).toHaveCSS('background-color', 'rgb(255, 255, 255)');
    await page.emulateMedia({ forcedColors: null, colorScheme: null });
  });

  await test.step('once it is signed', async () => {
    await page.getByRole('radio', { name: 'Type' }).check();
    await codeField(page).fill(await mailedCode(client));
    await press(page, 'Sign');
    await expectStates(page, [
      ['sign-signed', () => expect(button(page, 'Open My Copy')).toBeVisible(), 'at each width'],
    ]);
  });
});
