import type { Page } from '@playwright/test';
import type { Figures } from '#shared/contract/figures.ts';
import type { StuckClient } from '#shared/contract/stuck.ts';
import { NO_LOAD } from '#shared/rules/client-load.ts';
import { countClients } from '#shared/rules/clients.ts';
import { whoOf } from '#shared/rules/open-kinds.ts';
import { MOST_STUCK } from '#shared/rules/stuck.ts';
import { clientOf, quietSince } from '../../support/acts.ts';
import { enterOn, expectFocusShown } from '../../support/browser/keyboard.ts';
import { enter, test } from '../../support/browser/people.ts';
import { dismissToast, expectToast } from '../../support/browser/toast.ts';
import { expect } from '../../support/browser/watched.ts';
import { newAdmin } from '../../support/builders.ts';
import { inDays } from '../../support/days.ts';
import { ask } from '../../support/requests.ts';
import { expectStates } from '../accessibility/states.ts';

const STUCK = 'GET /api/insight/stuck';

const list = (page: Page) => page.getByRole('region', { name: 'Stuck clients' });
const rows = (page: Page) => list(page).locator('tbody').getByRole('row');
const row = (page: Page, name: string) => rows(page).filter({ hasText: name });
const tab = (page: Page, name: string) => list(page).getByRole('link', { name, exact: true });

/** Reasons with their text, and the link that moves them. */
const LINKED = [
  ['help', 'Asked for help on 3 November', null, 'Answer', '#messages'],
  ['review', '1 document to review, since 3 November', 'c.1', 'Review', '#requests'],
  ['message', '2 unread messages', null, 'Answer', '#messages'],
  ['task', '“Call” is 9 days late', 'c.2', 'Open Task', '#task-c.2'],
  ['letter', 'Aviva: 23 working days and 2 more', 'c.3', 'Open Letter', '#loa-c.3'],
  ['client-task', '1 task; last visit 4 days ago', 'c.6', 'Open Task', '#task-c.6'],
  ['to-send', 'Send the letter to Zurich', 'c.5', 'Open Letter', '#loa-c.5'],
] as const;

type Given = Pick<StuckClient, 'clientName'> & Partial<StuckClient>;
const stuckClient = (given: Given): StuckClient => ({
  clientId: given.clientName.replaceAll(' ', '-'),
  adviserId: 'A'.repeat(22),
  adviserName: 'Catherine Featherstonehaugh',
  status: 'on_target',
  stage: 'Information Gathering',
  stageSince: null,
  daysInStage: 20,
  quietDays: 12,
  waitingFor: [],
  reason: null,
  text: 'Nobody has anything to do. Assign a task, or ask for something',
  ref: null,
  reminder: null,
  phone: null,
  ...given,
});
const linked = LINKED.map(([reason, text, ref], i) =>
  stuckClient({
    clientName: `Client ${i}`,
    reason,
    waitingFor: [whoOf({ kind: reason })],
    text,
    ref,
    status: i === 1 ? 'urgent' : 'on_target',
  }),
);

test('stuck clients are listed with reason and next step, by whom they wait for', async ({
  page,
  api,
  context,
  adviser,
  client,
}) => {
  await test.step('shows skeletons, then a failure, then that nothing stands still', async () => {
    api.fails(STUCK);
    const release = api.holds(STUCK);
    await page.goto('/chase');
    await page.getByRole('navigation', { name: 'Work' }).getByRole('link', { name: 'Stuck' }).click();
    await expect(page.locator('.chakra-skeleton')).toHaveCount(8);
    release();
    await expect(page.getByRole('alert')).toContainText('The list could not be loaded');
    api.recovers();
    await page.getByRole('button', { name: 'Try Again' }).click();
    await expect(list(page)).toHaveText(
      'Nothing stands stillNo journey has been in a stage for more than 15 working days, or quiet for more than 10.',
    );
    await expect(page).toHaveTitle(/^Stuck Clients · /);
  });

  const ola = await clientOf(adviser, { name: 'Ola Berg' });
  await ola.addTask({ title: 'Call', responsibility: 'adviser', dueDate: inDays(-5) });
  await quietSince(ola, inDays(-30));
  await quietSince(client, inDays(-60));

  await test.step('lists the longest quiet first, and counts each tab', async () => {
    await page.reload();
    await expect(rows(page)).toHaveText([
      /^ClientMia Wood.*Initial Setup.*Quiet working days43.*Nobody.*Nobody has anything to do\. Assign a task, or ask for/,
      /^ClientOla Berg.*Quiet working days22.*You.*“Call” is 5 days late.*Open Task/,
    ]);
    for (const name of ['All 2', 'You 1', 'Providers 0', 'Clients 0', 'Nobody 1'])
      await expect(tab(page, name)).toBeVisible();
    await expect(list(page)).toContainText('Listed after 15 working days in a stage or 10 without a change.');
  });

  await test.step('keeps tab, search and order in the address, also after Back', async () => {
    await page.getByLabel('Sort by').selectOption('Client name');
    await page.getByRole('searchbox').fill('ola');
    await tab(page, 'You 1').click();
    await expect(page).toHaveURL('/chase/stuck?sort=name&q=ola&show=adviser');
    await row(page, 'Ola Berg').getByRole('link', { name: 'Open Task: Ola Berg' }).click();
    await expect(page).toHaveURL(new RegExp(`/adviser/client/${ola.id}#task-${ola.id}`));
    await page.goBack();
    await expect(rows(page)).toHaveText([/Ola Berg/]);
    await tab(page, 'Clients 0').click();
    await page.getByRole('button', { name: 'Show All Clients' }).click();
    await expect(rows(page)).toHaveCount(2);
  });

  await test.step('a task that is assigned to a client of nobody changes whom it waits for', async () => {
    await page.getByRole('button', { name: 'Assign Task: Mia Wood' }).click();
    const dialog = page.getByRole('dialog', { name: 'Assign Task' });
    await dialog.getByLabel('Title').fill('Call Mia');
    await dialog.getByRole('button', { name: 'Create Task' }).click();
    await expectToast(page, 'Task Created');
    await expect(rows(page)).toHaveText([/Ola Berg/]);
  });

  await test.step('admins see whose clients they are, and can change the numbers', async () => {
    await enter(context, await newAdmin());
    await page.reload();
    await expect(row(page, 'Ola Berg')).toContainText(/Adviser: Ruth Amari.*Waiting forAdviser/);
    await expect(tab(page, 'Advisers 1')).toBeVisible();
    await page.getByLabel('Adviser', { exact: true }).selectOption('My clients');
    await expect(list(page)).toContainText('No clients found');
    await expect(list(page)).toContainText('Listed after 15 working days in a stage or 10 without a change.');
    await page.getByRole('link', { name: 'Change the Numbers' }).click();
    await expect(page).toHaveURL('/admin/settings#insight');
    await expect(page.getByLabel('A stage counts as stuck after so many working days')).toHaveValue('15');
  });
});

test('each reason leads to its cause, a reminder is sent, and the status is set', async ({
  page,
  api,
  adviser: _,
  client,
}) => {
  await ask(client, 'P60');
  const canSend = { canSend: true, plannedAt: null, isUnanswered: false };
  const document = (clientName: string, reminder: StuckClient['reminder'], clientId = client.id) =>
    stuckClient({ clientId, clientName, phone: '07700 900127', waitingFor: ['client'], reason: 'request', reminder });
  api.answers(STUCK, () => [
    ...linked,
    document('Mia Wood', canSend),
    document('Asked Tonight', { ...canSend, canSend: false, plannedAt: '2026-11-26T08:00:00.000Z' }, 'a'),
    document('Silent Sue', { ...canSend, isUnanswered: true }, 'b'),
    document('Stopped Sid', { ...canSend, canSend: false }, 'c'),
  ]);
  await page.goto('/chase/stuck');
  for (const [i, [, text, , label, hash]] of LINKED.entries()) {
    await expect(rows(page).nth(i)).toContainText(text);
    const link = rows(page)
      .nth(i)
      .getByRole('link', { name: `${label}: Client ${i}` });
    await expect(link).toHaveAttribute('href', `/adviser/client/Client-${i}${hash}`);
  }
  await expect(row(page, 'Client 1')).toContainText('Urgent');

  const remind = page.getByRole('button', { name: 'Send a Reminder to Mia Wood' });
  await remind.click();
  await expectToast(page, 'Reminder Sent');
  await dismissToast(page);
  await expect(remind).toHaveCount(0);
  await expect(row(page, 'Mia Wood')).toContainText('It is on its way.');
  await expect(row(page, 'Asked Tonight')).toContainText('Reminder leaves at 08:00');
  const phone = row(page, 'Silent Sue').getByRole('link', { name: 'Phone Silent Sue: 07700 900127' });
  await expect(phone).toHaveAttribute('href', 'tel:07700900127');
  await expect(row(page, 'Stopped Sid').getByRole('link', { name: 'Open Requests: Stopped Sid' })).toBeVisible();

  await page.getByRole('button', { name: 'Set Status of Mia Wood' }).click();
  await page.getByRole('menuitem', { name: 'Set Status: Overdue' }).click();
  await expectToast(page, 'Status Updated');
  expect(await client.now()).toMatchObject({ status: 'overdue' });
});

test('stuck clients are worked through by keys', async ({ page, adviser, client }) => {
  const ola = await clientOf(adviser, { name: 'Ola Berg' });
  await quietSince(client, inDays(-60));
  await quietSince(ola, inDays(-30));
  await page.goto('/chase/stuck');
  const link = (name: string) => list(page).getByRole('link', { name, exact: true });
  await link('Mia Wood').waitFor();

  await test.step('j and k move through the rows', async () => {
    for (const [key, name] of [
      ['j', 'Mia Wood'],
      ['j', 'Ola Berg'],
      ['k', 'Mia Wood'],
    ] as const) {
      await page.keyboard.press(key);
      await expectFocusShown(link(name));
    }
  });

  await test.step('the next step of a row follows its client, and has the focus again after Escape', async () => {
    const dialog = page.getByRole('dialog', { name: 'Assign Task' });
    const assign = page.getByRole('button', { name: 'Assign Task: Mia Wood' });
    await page.keyboard.press('Tab');
    await expectFocusShown(assign);
    await page.keyboard.press('Enter');
    await expect(dialog.getByLabel('Title')).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expectFocusShown(assign);
  });

  await test.step('the menu gives the focus back after Escape', async () => {
    const menu = page.getByRole('button', { name: 'Set Status of Mia Wood' });
    await enterOn(page, menu);
    await page.getByRole('menuitem', { name: 'Set Status: Overdue' }).waitFor();
    await page.keyboard.press('Escape');
    await expectFocusShown(menu);
  });

  await test.step('Enter opens the client', async () => {
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(`/adviser/client/${ola.id}`);
  });
});

test('the list of stuck clients is accessible, fits the screen, and draws 1000 clients in pages', async ({
  page,
  api,
  admin: _,
}) => {
  test.slow();
  const nobody = Array.from({ length: 1000 - linked.length }, (__, i) =>
    stuckClient({ clientName: `Catherine Bartholomew ${i}` }),
  );
  let shown = [...linked, stuckClient({ clientName: 'Mia Wood' })];
  api.answers(STUCK, () => shown);
  await page.goto('/chase/stuck');
  await expectStates(page, [
    ['stuck clients', () => row(page, 'Mia Wood').waitFor(), 'both engines', 'at each width'],
    [
      'nothing stands still',
      async () => {
        shown = [];
        await page.reload();
        await page.getByText('Nothing stands still').waitFor();
      },
      'at each width',
    ],
  ]);
  shown = [...linked, ...nobody];
  await page.reload();
  await expect(rows(page)).toHaveCount(50);
  await page.getByRole('button', { name: 'Show 50 More' }).click();
  await expect(rows(page)).toHaveCount(100);
  await expect(list(page)).toContainText('Showing 100 of 1000 clients');
});

test('an admin of more stuck clients than the list has chooses an adviser', async ({ page, api, context, adviser }) => {
  const many = Array.from({ length: MOST_STUCK }, (_, i) => stuckClient({ clientName: `Client ${i}` }));
  const one = stuckClient({ clientName: 'Ola Berg', adviserId: adviser.id });
  api.answers(STUCK, ({ query }) => (query.adviser === adviser.id ? [one] : many));
  await enter(context, await newAdmin());
  await page.goto('/chase/stuck');
  const note = page.getByText('The 1,000 clients who are quiet longest. Choose an adviser to see the others.');
  await expect(note).toBeVisible();
  await page.getByLabel('Adviser', { exact: true }).selectOption(adviser.name);
  await expect(rows(page)).toHaveText([/Ola Berg/]);
  await expect(note).toBeHidden();
});

test('an admin of a large firm sees the counted load of advisers, and lists one adviser at a time', async ({
  page,
  api,
  context,
  adviser,
}) => {
  const person = { active: 250, open: 7, overdue: 1, review: 3, chase: 4, unread: 5, help: 0 };
  const [few, none] = [NO_LOAD, { active: null, stuck: null, open: null, overdue: null, review: null, chase: null }];
  const people: Figures['people'] = [
    { adviserId: 'A'.repeat(22), adviserName: 'Aled Llewellyn', ...few },
    { adviserId: 'B'.repeat(22), adviserName: 'Bea Newcomer', ...none, unread: null, help: null },
    { adviserId: adviser.id, adviserName: adviser.name, ...person, stuck: 12 },
  ];
  const figures = { from: '2026-09-01', to: '2026-11-25', stages: [], months: [], people };
  const asked: unknown[] = [];
  let peopleAt: string | null = '2026-11-25T08:00:00.000Z';
  api.answers('GET /api/dashboard/stats', () => ({ ...countClients([]), totalClients: 50_000 }));
  api.answers('GET /api/insight', () => ({ ...figures, peopleAt }));
  api.answers(STUCK, ({ query }) => {
    asked.push(query.adviser);
    return [stuckClient({ clientName: 'Ola Berg', adviserId: adviser.id })];
  });
  api.answers('GET /api/today', ({ query }) => {
    asked.push(query.all ?? 'own');
    return { clients: [], more: 0 };
  });
  await enter(context, await newAdmin());

  await test.step('Stuck lists advisers, and leads to the clients of one', async () => {
    await page.goto('/chase/stuck');
    await expect(rows(page)).toHaveText([
      /Ruth Amari.*250.*12/,
      /Aled Llewellyn.*0.*0/,
      /Bea Newcomer.*Not counted yet/,
    ]);
    await expect(list(page)).toContainText(
      'Your firm has too many clients for one list. Choose an adviser. Numbers are as of 08:00 today.',
    );
    await expectStates(page, [['stuck clients of a large firm', () => rows(page).first().waitFor(), 'at each width']]);
    await enterOn(page, list(page).getByRole('link', { name: adviser.name }));
    await expect(rows(page)).toHaveText([/Ola Berg/]);
    await page.getByLabel('Adviser', { exact: true }).selectOption('All advisers');
    await expect(rows(page)).toHaveCount(3);
  });

  await test.step('Figures say as of when the load is, or that it was not counted yet', async () => {
    await page.goto('/chase/figures');
    const load = page.getByRole('region', { name: 'Load' });
    await expect(load).toContainText('What each adviser has in hand. Numbers are as of 08:00 today.');
    await expect(load.getByRole('row', { name: 'Bea Newcomer' })).toContainText('Not counted yet');
    peopleAt = null;
    await page.reload();
    await expect(load).toContainText('No numbers yet. They are counted each working day.');
  });

  await test.step('Today is their own, and leads to the load', async () => {
    await page.evaluate(() => localStorage.setItem('today-whole-firm', 'yes'));
    await page.goto('/dashboard');
    const today = page.getByRole('region', { name: 'Today' });
    await expect(today).toContainText('Nothing is waiting for you today.');
    await today.getByRole('link', { name: 'Load of Each Adviser' }).click();
    await expect(page).toHaveURL('/chase/figures');
  });
  expect(new Set(asked), 'lists of one adviser only').toEqual(new Set([adviser.id, 'own']));
});
