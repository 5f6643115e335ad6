import type { Page } from '@playwright/test';
import type { Factfind } from '#shared/contract/factfind.ts';
import { type ClientDesk, clientOf } from '../../support/acts.ts';
import { enterOn, typeInto } from '../../support/browser/keyboard.ts';
import { test } from '../../support/browser/people.ts';
import { expectToast } from '../../support/browser/toast.ts';
import { expect, otherBrowser } from '../../support/browser/watched.ts';
import { newAdmin } from '../../support/builders.ts';
import { settleFactfind, startFactfind } from '../../support/factfind.ts';
import { newPerson } from '../../support/people/persons.ts';
import { expectStates } from '../accessibility/states.ts';

const SAVE = 'PATCH /api/clients/{id}/factfind';
const SUBMIT = 'POST /api/requests/{id}/submit';
const STILL_MS = 2000;
const PHONE = { viewport: { width: 390, height: 844 } };
const OFFLINE = 'Not saved yet. Your answer stays on this device and is sent when you are back online.';

test.use({ ...PHONE, hasTouch: true });

test.beforeEach(async ({ page, adviser, client }) => {
  await page.clock.install();
  await startFactfind(adviser, client.id);
});

const title = (page: Page) => page.getByRole('heading', { level: 1 });
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const goOn = (page: Page) => press(page, 'Continue');
const status = (page: Page) => page.getByRole('main').getByRole('status');
const NAME = 'What is your full name?';
const PAY = 'How much do you earn a year, before tax?';

async function open(page: Page, { token }: { token: string }, path = '') {
  await page.goto(`/portal/${token}/fact-find${path}`);
  await expect(title(page)).toBeFocused();
}

async function still(page: Page) {
  await page.clock.fastForward(STILL_MS);
  await expect(status(page)).toHaveText(/^Saved \d\d:\d\d$/);
}

/** Returns the saved answer: its value, or why it has none. */
async function saved(client: ClientDesk, path: string) {
  const { answers }: Factfind = await client.read('GET /api/clients/{id}/factfind');
  const dot = path.lastIndexOf('.');
  const answer = answers[path.slice(0, dot)]?.[path.slice(dot + 1)];
  return answer?.s ?? answer?.v;
}

const expectSaved = (client: ClientDesk, path: string, value: unknown) =>
  expect.poll(() => saved(client, path)).toEqual(value);

test('a client answers questions of every type, on pages with addresses of their own', async ({ page, client }) => {
  await test.step('starts from the card, which says how far it is', async () => {
    await page.goto(`/portal/${client.token}`);
    await expect(page.getByText('Answer the questions of your fact-find', { exact: true })).toBeVisible();
    const card = page.getByRole('listitem').filter({ hasText: 'Your Fact-Find' });
    await expect(card).toContainText('Questions about you and your money. About 30 minutes.');
    await expect(card.getByRole('progressbar', { name: '0 of 12 sections done' })).toBeVisible();
    await card.getByRole('link', { name: 'Start', exact: true }).click();
    await expect(title(page)).toHaveText('Your Fact-Find');
    await page.getByRole('link', { name: /^About you/ }).click();
  });

  await test.step('lines and a date, three on a page', async () => {
    await expect(title(page)).toHaveText('About you');
    await expect(title(page)).toBeFocused();
    await page.getByLabel(NAME).fill(' Mia Anne Wood ');
    await page.getByLabel('When were you born?').fill('1980-02-03');
    await goOn(page);
    await expect(title(page)).toHaveText('What is your National Insurance number?');
    await expect(title(page)).toBeFocused();
    await expectSaved(client, 'you.name', 'Mia Anne Wood');
    await expectSaved(client, 'you.born', '1980-02-03');
  });

  await test.step('no answer, and Back to the page before', async () => {
    await press(page, 'I don’t know');
    await expect(page.getByRole('button', { name: 'I don’t know' })).toHaveAttribute('aria-pressed', 'true');
    await page.goBack();
    await expect(page.getByLabel(NAME)).toHaveValue('Mia Anne Wood');
    await expectSaved(client, 'you.ni', 'unknown');
    await page.goForward();
    await expect(title(page)).toHaveText('What is your National Insurance number?');
    await press(page, 'I don’t know');
    await goOn(page);
    await expectSaved(client, 'you.ni', undefined);
  });

  await test.step('a long text and a month, of which both parts are needed', async () => {
    await page.getByLabel('Where do you live?').fill('1 High Street\nBath BA1 1AA');
    await page.getByLabel('Year').fill('2001');
    await goOn(page);
    await expect(page.getByText('Choose the month, and write the year with four digits')).toBeVisible();
    await page.getByLabel('Month', { exact: true }).selectOption('May');
    await goOn(page);
    await expectSaved(client, 'you.address', '1 High Street\nBath BA1 1AA');
    await expectSaved(client, 'you.since', '2001-05');
  });

  await test.step('yes or no, which leads back to the sections', async () => {
    await page.getByLabel('What is your nationality?').fill('British');
    await page.getByRole('radio', { name: 'No' }).check();
    await goOn(page);
    await expect(title(page)).toHaveText('Your Fact-Find');
    await expect(page.getByRole('link', { name: /^About you/ })).toContainText('Started');
    await expectSaved(client, 'you.us', false);
  });

  await test.step('pounds, and what is wrong with them', async () => {
    await open(page, client, '/work/a');
    await page.getByRole('radio', { name: 'Employed', exact: true }).check();
    await goOn(page);
    await expect(page.getByLabel('What is your job, and who do you work for?')).toBeVisible();
    await goOn(page);
    await page.getByLabel(PAY).fill('about 40k');
    await goOn(page);
    await expect(page.getByText('Must be a whole number of pounds, 0 or more')).toBeVisible();
    await expect(page.getByLabel(PAY)).toBeFocused();
    await page.getByLabel(PAY).fill('£40,000');
    await goOn(page);
    await expectSaved(client, 'work.status', 'employed');
    await expectSaved(client, 'work.pay', 40_000);
  });

  await test.step('choices, of which none excludes the others', async () => {
    const choice = (name: string) => page.getByRole('checkbox', { name, exact: true });
    await choice('Shares').check();
    await choice('Company car').check();
    await choice('None of these').check();
    await expect(choice('Shares')).not.toBeChecked();
    await choice('Company car').check();
    await expect(choice('None of these')).not.toBeChecked();
    await goOn(page);
    await expectSaved(client, 'work.benefits', ['car']);
    await page.getByLabel('At what age would you like to stop working, or work less?').fill('66');
    await goOn(page);
    await expectSaved(client, 'work.stop', 66);
  });

  await test.step('lists with a card for each row, of which one is removed, or none', async () => {
    await press(page, 'Add an Income');
    await page.getByLabel('What is it?').fill('Rent');
    await page.getByLabel('Pounds a year').fill('9,600');
    await press(page, 'Add Another Income');
    await expect(page.getByRole('heading', { name: 'Income 2 of 2' })).toBeFocused();
    const second = page.getByRole('group', { name: 'Income 2 of 2' });
    await second.getByLabel('What is it?').fill('Interest');
    await still(page);
    const rent = { id: expect.stringMatching(/^[\w-]{8}$/), what: 'Rent', yearly: 9600 };
    await expectSaved(client, 'work.other', [rent, { id: expect.any(String), what: 'Interest' }]);
    await press(page, 'Remove Income 2 of 2');
    await press(page, 'Yes, Remove It');
    await expect(page.getByRole('button', { name: 'Add Another Income' })).toBeFocused();
    await press(page, 'That’s All');
    await expect(title(page)).toHaveText('Work and income');
    await expectSaved(client, 'work.other', [rent]);
    await open(page, client, '/pensions/a');
    await press(page, 'I have none');
    await press(page, 'That’s All');
    await expectSaved(client, 'pensions.pensions', []);
  });
});

test('an answer is saved once its field is still, and again after a failure', async ({ page, api, client }) => {
  await open(page, client, '/you/a');
  const count = api.countsFromNow(SAVE);
  await page.getByLabel(NAME).pressSequentially('Mia');
  await page.clock.fastForward(STILL_MS - 500);
  expect(count()).toBe(0);
  await page.getByLabel(NAME).press('End');
  await page.getByLabel(NAME).pressSequentially(' ');
  await still(page);
  expect(count()).toBe(1);
  await page.getByLabel(NAME).pressSequentially('Wood');
  await expect(page.getByLabel(NAME)).toHaveValue('Mia Wood');

  await test.step('says that it could not be saved, and tries again', async () => {
    api.fails(SAVE);
    await page.clock.fastForward(STILL_MS);
    await expect(status(page)).toHaveText('This could not be saved. Try again.');
    api.recovers();
    await press(page, 'Try Again');
    await expect(status(page)).toHaveText(/^Saved/);
    expect(await saved(client, 'you.name')).toBe('Mia Wood');
  });

  await test.step('keeps what was typed when it was too often, and saves it later', async () => {
    const often = 'That was a lot of changes. Your answers so far are saved. Please try again in 12 minutes.';
    api.fails(SAVE, 429, often, { retryAfter: 720 });
    await page.getByLabel(NAME).fill('Mia A. Wood');
    await page.clock.fastForward(STILL_MS);
    await expect(status(page)).toHaveText(often);
    await expect(page.getByLabel(NAME)).toHaveValue('Mia A. Wood');
    api.recovers();
    await page.clock.fastForward('12:00');
    await expectSaved(client, 'you.name', 'Mia A. Wood');
  });

  await test.step('sends what was typed on while it was being saved, after that and without a conflict', async () => {
    const answered = api.holds(SAVE);
    await page.getByLabel(NAME).fill('Mia B');
    await page.clock.fastForward(STILL_MS);
    await expect(status(page)).toHaveText('Saving...');
    await page.getByLabel(NAME).fill('Mia B. Wood');
    answered();
    await expectSaved(client, 'you.name', 'Mia B. Wood');
  });

  await test.step('takes over its own answer whose response was lost', async () => {
    api.loses(SAVE);
    api.expected.push(/409/);
    await page.getByLabel(NAME).fill('Mia C');
    await page.clock.fastForward(STILL_MS);
    await expect(status(page)).toHaveText(OFFLINE);
    api.recovers();
    await page.getByLabel(NAME).fill('Mia C. Wood');
    await page.clock.fastForward(STILL_MS);
    await expectSaved(client, 'you.name', 'Mia C. Wood');
    await expect(page.getByText('Which is right?')).toHaveCount(0);
  });
});

test('an answer that was typed offline is sent after the tab was closed', async ({ page, context, api, client }) => {
  await open(page, client, '/work/a');
  await page.waitForLoadState('networkidle');
  await context.setOffline(true);
  await page.getByRole('radio', { name: 'Retired' }).check();
  await page.clock.fastForward(STILL_MS);
  await expect(status(page)).toHaveText(OFFLINE);
  await goOn(page);
  await expect(title(page)).toHaveText('What other income do you have?');
  // A closing tab may still reach the server, as the setting of the test ends with it.
  expect(await saved(client, 'work.status')).toBeUndefined();
  await page.close();

  await context.setOffline(false);
  const next = await context.newPage();
  await next.goto(`/portal/${client.token}`);
  await expectSaved(client, 'work.status', 'retired');
  await open(next, client, '/work/a');
  await expect(next.getByRole('radio', { name: 'Retired' })).toBeChecked();
  expect(await next.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('draft')))).toEqual([]);

  await test.step('and as soon as the connection is back, without a reload', async () => {
    await context.setOffline(true);
    await next.getByRole('radio', { name: 'Studying' }).check();
    await goOn(next);
    await expect(status(next)).toHaveText(OFFLINE);
    const count = api.countsFromNow(SAVE);
    await context.setOffline(false);
    await expectSaved(client, 'work.status', 'studying');
    expect(count()).toBe(1);
  });
});

test('a question of the firm’s own is answered on its page, also after the tab was closed', async ({
  page,
  context,
  adviser,
  client,
}) => {
  const own = { id: 'own-k3x9a0bc', text: 'How much ground rent do you pay a year?', type: 'money' };
  await settleFactfind(adviser, client.id);
  const admin = await newAdmin();
  const { version } = (await admin.call('GET /api/factfind-form')).body;
  await admin.call('PATCH /api/factfind-form', { body: { version, off: [], own: [own] } });
  await startFactfind(adviser, client.id, ['more']);
  await open(page, client, `/more/${own.id}`);
  await expect(title(page)).toHaveText(own.text);
  await page.waitForLoadState('networkidle');
  await context.setOffline(true);
  await page.getByLabel(own.text).fill('£1,250');
  await page.clock.fastForward(STILL_MS);
  await expect(status(page)).toHaveText(OFFLINE);
  await page.close();

  await context.setOffline(false);
  const next = await context.newPage();
  await open(next, client, `/more/${own.id}`);
  await expect(next.getByLabel(own.text)).toHaveValue(/1,?250$/);
  await goOn(next);
  await expectSaved(client, `more.${own.id}`, 1250);
  await open(next, client, '/check');
  await next.locator('summary').last().click();
  await expect(next.getByText('£1,250')).toBeVisible();
});

test('two people who change one answer are asked which is right', async ({ page, api, adviser, client, watch }) => {
  const rob = await newPerson(adviser, client, { name: 'Rob Wood' });
  const other = await otherBrowser(page, watch, PHONE);
  await other.clock.install();
  await open(page, client, '/spending/a');
  await open(other, rob, '/spending/a');
  const fill = async (on: Page, text: string) => {
    await on.getByLabel('About how much do you spend in a usual month?').fill(text);
    await on.clock.fastForward(STILL_MS);
  };
  await page.getByRole('radio', { name: 'One figure for the month' }).check();
  await still(page);
  // An equal choice on another device is no conflict.
  await other.getByRole('radio', { name: 'One figure for the month' }).check();
  await still(other);
  await fill(other, '1200');
  await expect(status(other)).toHaveText(/^Saved/);

  const question = page.getByRole('alert').filter({ hasText: 'Which is right?' });
  api.expected.push(/409/);
  await fill(page, '1,500');
  await expect(question).toContainText('Rob Wood changed this just now to: £1,200. Which is right?');
  expect(await saved(client, 'spending.month')).toBe(1200);

  await test.step('uses the other answer', async () => {
    await press(page, 'Use £1,200');
    await expect(page.getByLabel('About how much do you spend in a usual month?')).toHaveValue('1200');
    await expect(question).toHaveCount(0);
  });

  await test.step('keeps the own answer, also one that was typed offline and on another page', async () => {
    await page.context().setOffline(true);
    await fill(page, '1700');
    await goOn(page);
    await fill(other, '1300');
    await expect(status(other)).toHaveText(/^Saved/);
    await page.context().setOffline(false);
    await page.getByRole('link', { name: 'Look at It' }).click();
    await expect(question).toContainText('Rob Wood changed this just now to: £1,300. Which is right?');
    await press(page, 'Keep £1,700');
    await expectSaved(client, 'spending.month', 1700);
    await expect(question).toHaveCount(0);
  });
  await other.context().close();
});

test('a condition hides its questions and keeps their answers', async ({ page, client }) => {
  await open(page, client, '/family/c');
  const answer = (name: string) => page.getByRole('radio', { name }).check();
  await answer('Yes');
  await press(page, 'Add a Person');
  await page.getByLabel('Name', { exact: true }).fill('Tom');
  await still(page);
  await answer('No');
  await expect(page.getByText('Who depends on you?')).toHaveCount(0);
  await still(page);
  expect(await saved(client, 'family.dependants')).toMatchObject([{ name: 'Tom' }]);
  await answer('Yes');
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Tom');

  await test.step('also wrong ones, which then block nothing', async () => {
    await open(page, client, '/spending/a');
    await answer('One figure');
    await page.getByLabel('About how much do you spend in a usual month?').fill('12k');
    await answer('In groups');
    await open(page, client, '/check');
    await expect(page.getByText('another look')).toHaveCount(0);
    await press(page, 'Send to Ruth Amari');
    await expect(page.getByText('Thank you. Ruth Amari has your answers and looks at them next.')).toBeVisible();
  });
});

test('the answers are checked, sent with gaps and changed afterwards by keyboard', async ({ page, api, client }) => {
  await open(page, client);
  await enterOn(page, page.getByRole('link', { name: 'Check Your Answers' }));
  await expect(title(page)).toBeFocused();
  await expect(page.getByText('52 questions have no answer.')).toBeVisible();
  await enterOn(page, page.getByRole('link', { name: 'About you (8)' }));
  await typeInto(page, page.getByLabel(NAME), 'Mia Wood');
  await page.keyboard.press('Enter');
  await expect(title(page)).toHaveText('Check Your Answers');
  await expect(page.getByText('51 questions have no answer.')).toBeVisible();

  await test.step('sends once, and thanks in place', async () => {
    const answered = api.holds(SUBMIT);
    const count = api.countsFromNow(SUBMIT);
    await enterOn(page, page.getByRole('button', { name: 'Send to Ruth Amari' }));
    await expect(page.getByRole('button', { name: 'Sending...' })).toHaveAttribute('aria-busy', 'true');
    await page.keyboard.press('Enter');
    answered();
    const thanks = page.getByText('Thank you. Ruth Amari has your answers and looks at them next.');
    await expect(thanks).toBeFocused();
    expect(count()).toBe(1);
    await expect(page.getByText('Ruth Amari sees what you change.')).toBeVisible();
  });

  await test.step('still changes an answer', async () => {
    await enterOn(page, page.locator('summary').first());
    await enterOn(page, page.getByRole('link', { name: `Change: ${NAME}` }));
    await typeInto(page, page.getByLabel(NAME), 'Mia Anne Wood');
    await page.keyboard.press('Enter');
    await expect(status(page)).toHaveText(/^Saved/);
    await expectSaved(client, 'you.name', 'Mia Anne Wood');
    await page.goto(`/portal/${client.token}`);
    const card = page.getByRole('listitem').filter({ hasText: 'Your Fact-Find' });
    await card.locator('summary').first().click();
    await expect(card).toContainText(/Sent on \d{1,2} \w+ \d{4}/);
    await card.getByRole('link', { name: 'Change' }).click();
    await expect(title(page)).toHaveText('Check Your Answers');
  });
});

test('a client would rather do it together', async ({ page, client }) => {
  await open(page, client);
  await press(page, 'I’d Rather Do This Together');
  await press(page, 'Tell Ruth Amari');
  await expect(page.getByText('Ruth Amari knows and will tell you here what to do.')).toBeVisible();
  const [request] = await client.read('GET /api/clients/{id}/requests');
  expect(request).toMatchObject({ state: 'submitted', answer: 'I’d rather do this together.' });
});

test('an answer that comes too late is kept, to be sent as a message', async ({ page, api, adviser, client }) => {
  await open(page, client, '/you/a');
  await settleFactfind(adviser, client.id);
  api.expected.push(/409/);
  await page.getByLabel(NAME).fill('Mia Wood');
  await page.clock.fastForward(STILL_MS);
  const note = page.getByRole('alert');
  await expect(note).toContainText('Ruth Amari has already dealt with this. These answers were not saved:');
  await expect(page.getByLabel(NAME)).toBeDisabled();
  await press(page, 'Send Them as a Message');
  await expectToast(page, 'Message Sent');
  await expect(note).toHaveCount(0);
  const [message] = await client.read('GET /api/clients/{id}/messages');
  expect(message.content).toBe(`${NAME} Mia Wood`);
});

test('staff read the questions of a client, and can type nothing', async ({ page, client }) => {
  await client.own.call(SAVE, {
    params: client.params,
    body: { section: 'you', answers: [{ key: 'name', n: 0, v: 'Mia Wood' }] },
  });
  await page.goto(`/portal/${client.token}/fact-find?preview`);
  await page.getByRole('link', { name: /^About you/ }).click();
  await expect(page.getByLabel(NAME)).toHaveValue('Mia Wood');
  await expect(page.getByLabel(NAME)).toBeDisabled();
  await goOn(page);
  await page.getByRole('link', { name: 'All Sections' }).click();
  await page.getByRole('link', { name: 'Your Answers' }).click();
  await page.locator('summary').first().click();
  await expect(page.getByRole('definition').first()).toHaveText('Mia Wood');
  await expect(page.getByRole('main').getByRole('button')).toHaveCount(0);
});

test('an address without a fact-find leads back to the portal', async ({ page, client, watch, adviser }) => {
  watch.expected.push(/404/);
  const without = await clientOf(adviser, { name: 'Ola Berg' });
  await page.goto(`/portal/${without.token}/fact-find/you/a`);
  await expect(page.getByRole('heading', { name: "Ola Berg's Journey" })).toBeVisible();
  await expect(page.getByText('There is nothing to answer at the moment.')).toBeVisible();
  await page.goto(`/portal/${client.token}/fact-find/you/zz`);
  await expect(title(page)).toHaveText('Your Fact-Find');
});

test('the pages of the fact-find are accessible and fit all widths', async ({ page, adviser, client }) => {
  test.slow();
  await newPerson(adviser, client, { name: 'Rob Wood' });
  const go = (path: string, heading: string) => async () => {
    await open(page, client, path);
    await expect(title(page)).toHaveText(heading);
  };
  await expectStates(page, [
    ['portal with a fact-find', () => page.goto(`/portal/${client.token}`), 'at each width'],
    ['fact-find', go('', 'Your Fact-Find'), 'both engines', 'at each width'],
    ['fact-find texts', go('/you/a', 'About you'), 'at each width'],
    ['fact-find choices', go('/know/a', 'Which of these have you had?'), 'at each width'],
    [
      'fact-find list with an error',
      async () => {
        await go('/pensions/a', 'Which pensions do you have?')();
        await press(page, 'Add a Pension');
        await page.getByLabel('What is it worth?').fill('a lot');
        await press(page, 'That’s All');
        await expect(page.getByLabel('What is it worth?')).toBeFocused();
      },
      'at each width',
    ],
    [
      'fact-find answers',
      async () => {
        await go('/check', 'Check Your Answers')();
        await page.locator('summary').first().click();
      },
      'both engines',
      'at each width',
    ],
  ]);
});
