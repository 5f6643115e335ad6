import type { Page } from '@playwright/test';
import type { Factfind } from '#shared/contract/factfind.ts';
import { sayLongDay } from '#shared/rules/say-date.ts';
import type { ClientDesk } from '../../support/acts.ts';
import { test } from '../../support/browser/people.ts';
import { expectToast } from '../../support/browser/toast.ts';
import { expect } from '../../support/browser/watched.ts';
import { inDays } from '../../support/days.ts';
import { acceptFactfind, askBack, saveAnswers, sendFactfind, startFactfind } from '../../support/factfind.ts';
import { expectStates } from '../accessibility/states.ts';

// A fact-find after it was sent: questions and corrections of staff, and the agreed answers.

const SAVE = 'PATCH /api/clients/{id}/factfind';
const PAY = 'How much do you earn a year, before tax?';
const ASK_PAY = { section: 'work', key: 'pay', text: 'Is this with the bonus?' };
const ASK_STATUS = { section: 'family', key: 'status', text: 'Since when?' };

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

test.beforeEach(async ({ adviser, client }) => {
  await startFactfind(adviser, client.id, ['family', 'work', 'pensions']);
  await saveAnswers(client.own, client.id, 'family', [{ key: 'status', v: 'single' }]);
  await saveAnswers(client.own, client.id, 'work', [
    { key: 'status', v: 'employed' },
    { key: 'pay', v: 52_000 },
  ]);
  await sendFactfind(client.own, client.id);
});

const title = (page: Page) => page.getByRole('heading', { level: 1 });
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const follow = (page: Page, name: string) => page.getByRole('link', { name, exact: true }).click();
const card = (page: Page) => page.getByRole('listitem').filter({ hasText: 'Your Fact-Find' });

async function open(page: Page, { token }: { token: string }, path = '') {
  await page.goto(`/portal/${token}/fact-find${path}`);
  await expect(title(page)).toBeFocused();
}

const read = (client: ClientDesk): Promise<Factfind> => client.read('GET /api/clients/{id}/factfind');
const pay = async (client: ClientDesk) => (await read(client)).answers.work?.pay;

const correctPay = (adviser: Parameters<typeof saveAnswers>[0], { id }: ClientDesk) =>
  saveAnswers(adviser, id, 'work', [{ key: 'pay', n: 1, v: 58_000, reason: 'payslip' }]);

test('questions of staff lead from one to the next, and an unchanged answer is a reply', async ({
  page,
  api,
  adviser,
  client,
}) => {
  await askBack(adviser, client.id, [ASK_STATUS, ASK_PAY]);
  await page.goto(`/portal/${client.token}`);
  await expect(card(page)).toContainText('2 questions from Ruth Amari');
  await follow(page, 'Go On');
  await expect(page.getByText('Ruth Amari asks: Is this with the bonus?')).toBeVisible();
  await follow(page, 'Which of these is true for you?');
  await expect(page.getByText('Ruth Amari asks: Since when?')).toBeVisible();

  await test.step('sends the answer although it is as before', async () => {
    const count = api.countsFromNow(SAVE);
    await press(page, 'Continue');
    await expect(page.getByText('Ruth Amari asks: Is this with the bonus?')).toBeVisible();
    await expect.poll(async () => (await read(client)).request.facts?.asks).toBe(1);
    expect(count()).toBe(1);
  });

  await test.step('keeps a reply without a connection, and sends it later', async () => {
    await page.waitForLoadState('networkidle');
    await page.context().setOffline(true);
    await press(page, 'Continue');
    await expect(title(page)).toHaveText('Check Your Answers');
    await page.context().setOffline(false);
    await expect.poll(async () => (await read(client)).asks.work ?? {}).toEqual({});
    expect(await pay(client)).toMatchObject({ v: 52_000, n: 1 });
  });

  await test.step('leads to sending again', async () => {
    await expect(page.getByText('You sent these answers before. When they are right, send them again.')).toBeVisible();
    await follow(page, 'All Sections');
    await expect(page.getByText('When your answers are right, send them to Ruth Amari again.')).toBeVisible();
    await follow(page, 'Check Your Answers');
    await press(page, 'Send to Ruth Amari');
    await expect(page.getByText('Thank you. Ruth Amari has your answers and looks at them next.')).toBeFocused();
    expect((await read(client)).request.state).toBe('submitted');
  });
});

test('questions of staff that are left open lead to the end all the same', async ({ page, adviser, client }) => {
  const stop = { section: 'work', key: 'stop', text: 'At 60, or later?' };
  await askBack(adviser, client.id, [{ section: 'work', key: 'extra', text: 'Any bonus?' }, stop]);
  await open(page, client);
  await follow(page, 'Go On');
  await expect(page.getByText('Ruth Amari asks: Any bonus?')).toBeVisible();
  await press(page, 'Continue');
  await expect(page.getByText('Ruth Amari asks: At 60, or later?')).toBeVisible();
  await press(page, 'Continue');
  await expect(title(page)).toHaveText('Check Your Answers');
  expect((await read(client)).request.facts?.asks).toBe(2);
});

test('a question of staff is closed by a changed answer, and an empty one is no reply', async ({
  page,
  adviser,
  client,
}) => {
  const asks = [ASK_PAY, { section: 'work', key: 'stop', text: 'At 60, or later?' }];
  await askBack(adviser, client.id, asks);
  await open(page, client, '/work/c');
  const ask = page.getByText('Ruth Amari asks: Is this with the bonus?');
  await expect(ask).toBeVisible();
  await page.getByLabel(PAY).fill('53,000');
  await expect.poll(async () => (await read(client)).asks.work?.pay).toBeUndefined();
  await expect(page.getByText(/^Saved \d/)).toBeVisible();
  await expect(ask).toBeVisible();
  await press(page, 'Continue');
  await expect.poll(async () => (await pay(client))?.v).toBe(53_000);
  await page.goBack();
  await expect(page.getByLabel(PAY)).toHaveValue('53000');
  await expect(ask).toHaveCount(0);
  await open(page, client);
  await follow(page, 'At what age would you like to stop working, or work less?');
  await press(page, 'Continue');
  await expect(title(page)).toHaveText('Check Your Answers');
  expect((await read(client)).request.facts?.asks).toBe(1);
});

test('a correction is shown with both values, and the client puts their own back', async ({
  page,
  api,
  adviser,
  client,
}) => {
  await saveAnswers(adviser, client.id, 'work', [{ key: 'extra', v: 900 }]);
  await correctPay(adviser, client);
  const today = sayLongDay(inDays(0)).replace(/ \d{4}$/, '');
  const sentence = page.getByText(`Ruth Amari changed £52,000 to £58,000 on ${today}: “payslip”.`);
  await open(page, client);
  await expect(page.getByText('1 answer changed by Ruth Amari')).toBeVisible();
  await follow(page, PAY);
  await expect(sentence).toBeVisible();
  await expect(page.getByLabel(PAY)).toHaveValue('58000');
  await open(page, client, '/check');
  await expect(sentence).toBeVisible();
  await expect(page.getByText('Ruth Amari filled this in.')).toBeVisible();
  const wrong = page.getByRole('button', { name: 'That’s Wrong' });
  await expect(wrong).toHaveAccessibleDescription('Puts back £52,000, and Ruth Amari is told.');

  await test.step('says that it failed, and keeps the button', async () => {
    api.fails(SAVE);
    await wrong.click();
    await expect(page.getByText('This could not be saved. Try again.')).toBeVisible();
    await expect(wrong).toBeVisible();
    api.recovers();
  });

  await wrong.click();
  await expect(page.getByText('Your answer is back, and Ruth Amari is told.')).toBeFocused();
  await expect(wrong).toHaveCount(0);
  expect(await pay(client)).toMatchObject({ v: 52_000, n: 3, by: 1 });
  expect(await client.actions()).toContain('factfind-put-back');
});

test('an agreed fact-find is read, its copy is opened, and a change of it begins a message', async ({
  page,
  adviser,
  client,
}) => {
  await correctPay(adviser, client);
  const { document } = await acceptFactfind(adviser, client.id, inDays(0));
  const agreed = `greed on ${sayLongDay(inDays(0))}`;
  await page.goto(`/portal/${client.token}`);
  await expect(page.getByText(`A${agreed}`)).toBeVisible();
  await follow(page, 'Your Fact-Find');
  await expect(title(page)).toHaveText('Your Fact-Find');
  await expect(page.getByText(`A${agreed}`)).toBeVisible();

  await test.step('shows the copy in a new tab', async () => {
    const opening = page.waitForEvent('popup');
    await press(page, 'Open My Copy');
    const copy = await opening;
    await expect(copy).toHaveTitle(document.name);
    await expect(copy.frameLocator('iframe').getByText('changed by Ruth Amari: “payslip”')).toBeVisible();
    await copy.close();
  });

  await test.step('has no fields', async () => {
    await page.locator('summary').filter({ hasText: 'Work and income' }).click();
    await expect(page.getByText(/^Ruth Amari changed £52,000 to £58,000/)).toBeVisible();
    await expect(page.getByRole('main').getByRole('textbox')).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'That’s Wrong' })).toHaveCount(0);
    await page.goto(`/portal/${client.token}/fact-find/work/c`);
    await expect(page.getByText(`A${agreed}`)).toBeVisible();
  });

  await test.step('begins a message after what was typed before, and takes it back', async () => {
    await page.goto(`/portal/${client.token}#messages`);
    await page.getByPlaceholder('Type your message...').fill('About Tuesday');
    await open(page, client);
    await press(page, 'Something Has Changed');
    const message = page.getByLabel('Message to Ruth Amari');
    await expect(message).toBeFocused();
    await expect(message).toHaveValue('About Tuesday\n\nSomething has changed in my fact-find.\n');
    await press(page, 'Cancel');
    await expect(page.getByRole('button', { name: 'Something Has Changed', exact: true })).toBeFocused();
    await page.locator('summary').filter({ hasText: 'Work and income' }).click();
    await press(page, 'Something Has Changed');
    await expect(message).toBeFocused();
    await press(page, `Something Has Changed: ${PAY}`);
    await expect(message).toHaveValue(`About Tuesday\n\nSomething has changed in my fact-find: “${PAY}”\n`);
    await message.pressSequentially('I have a new job.');
    await press(page, 'Send to Ruth Amari');
    await expectToast(page, 'Message Sent');
    const [sent] = await client.read('GET /api/clients/{id}/messages');
    expect(sent.content).toBe(`About Tuesday\n\nSomething has changed in my fact-find: “${PAY}”\nI have a new job.`);
  });

  await test.step('staff who view it as the client see the answers, and nothing to press', async () => {
    await page.goto(`/portal/${client.token}/fact-find?preview`);
    await expect(page.getByText(`A${agreed}`)).toBeVisible();
    await expect(page.getByRole('main').getByRole('button')).toHaveCount(0);
  });

  await test.step('opened again, it says why', async () => {
    await askBack(adviser, client.id, [], { reason: 'You have a new job.' });
    await page.goto(`/portal/${client.token}`);
    await expect(card(page)).toContainText('Opened again');
    await expect(card(page)).toContainText('“You have a new job.”');
    await card(page).getByRole('link', { name: 'Go On' }).click();
    await expect(page.getByText('Opened again: “You have a new job.”')).toBeVisible();
  });
});

test('the answers stay readable after the journey is completed, and nothing can be typed', async ({ page, client }) => {
  await client.change({ completed: true });
  await open(page, client, '/work/c');
  await expect(page.getByLabel(PAY)).toHaveValue('52000');
  await expect(page.getByLabel(PAY)).toBeDisabled();
  await open(page, client, '/check');
  await page.locator('summary').filter({ hasText: 'Work and income' }).click();
  await expect(page.getByText('£52,000')).toBeVisible();
  await expect(page.getByRole('main').getByRole('button')).toHaveCount(0);
});

test('the pages of a fact-find after it was sent are accessible and fit all widths', async ({
  page,
  adviser,
  client,
}) => {
  test.slow();
  await saveAnswers(client.own, client.id, 'pensions', [{ key: 'pensions', v: [{ id: 'aaaaaaaa', with: 'Aviva' }] }]);
  await correctPay(adviser, client);
  await saveAnswers(adviser, client.id, 'pensions', [
    { key: 'pensions', n: 1, v: [{ id: 'aaaaaaaa', with: 'Royal London' }], reason: 'Your statement says so' },
  ]);
  await askBack(adviser, client.id, [ASK_PAY, ASK_STATUS]);
  await expectStates(page, [
    ['fact-find with questions of staff', () => open(page, client), 'both engines', 'at each width'],
    ['fact-find question of staff', () => open(page, client, '/work/c'), 'at each width'],
    ['fact-find answers that staff changed', () => open(page, client, '/check'), 'both engines', 'at each width'],
    [
      'fact-find that was agreed',
      async () => {
        await sendFactfind(client.own, client.id);
        await acceptFactfind(adviser, client.id, inDays(0));
        await open(page, client);
        await page.locator('summary').first().click();
        await press(page, 'Something Has Changed');
        await expect(page.getByLabel('Message to Ruth Amari')).toBeFocused();
      },
      'both engines',
      'at each width',
    ],
  ]);
});
