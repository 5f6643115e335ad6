import type { Page } from '@playwright/test';
import type { Client } from '#shared/contract/clients.ts';
import { HOUR_MS } from '#shared/rules/time.ts';
import { type ClientDesk, clientOf } from '../../support/acts.ts';
import { tabTo } from '../../support/browser/keyboard.ts';
import { test } from '../../support/browser/people.ts';
import { expectClearOf } from '../../support/browser/selection-bar.ts';
import { dismissToast, expectToast, toastOf } from '../../support/browser/toast.ts';
import { expect } from '../../support/browser/watched.ts';
import { newAdviser, newClient, PASSWORD, type Person } from '../../support/builders.ts';
import { setNow } from '../../support/clock.ts';
import { manyClients } from '../../support/people/crowd.ts';

const bar = (page: Page) => page.getByRole('region', { name: 'Selected clients' });
const tick = (page: Page, name: string) => page.getByRole('checkbox', { name: `Select ${name}`, exact: true });
const undo = (page: Page) => toastOf(page).getByRole('button', { name: 'Undo' }).click();
const results = (page: Page) => page.getByRole('list', { name: 'Results' }).getByRole('listitem');

const read = async (caller: Person) => (await caller.call('GET /api/clients')).body as Client[];
const completed = async (adviser: Person) => (await read(adviser)).filter((client) => client.completed);

/** Returns Ann Ito and Bo Li, the first of five clients. */
async function fiveClients(adviser: Person): Promise<{ ann: ClientDesk; bo: ClientDesk }> {
  const [ann, bo] = [await clientOf(adviser, { name: 'Ann Ito' }), await clientOf(adviser, { name: 'Bo Li' })];
  for (const name of ['Cy Ray', 'Di Fox', 'Ed Oak']) await newClient(adviser, { name });
  return { ann, bo };
}

test('clients are selected one by one, by range or all together, in cards and table', async ({ page, adviser }) => {
  await fiveClients(adviser);
  for (const view of ['cards', 'table']) {
    await test.step(`selects clients in the ${view} view`, async () => {
      await page.goto(`/clients?view=${view}`);
      await expect(bar(page)).toHaveCount(0);
      const place = () => tick(page, 'Di Fox').boundingBox();
      const before = await place();
      await tick(page, 'Ed Oak').click();
      await expect(bar(page)).toContainText('1 selected');
      expect(await place(), 'the list stays where it is').toEqual(before);
      await tick(page, 'Bo Li').click({ modifiers: ['Shift'] });
      await expect(bar(page)).toContainText('4 selected');
      await tick(page, 'Cy Ray').click();
      await expect(bar(page)).toContainText('3 selected');
      await bar(page).getByRole('button', { name: 'Select All 5' }).click();
      await expect(bar(page)).toContainText('5 selected');
      await bar(page).getByRole('button', { name: 'Clear' }).click();
      await expect(bar(page)).toHaveCount(0);
    });
  }

  await test.step('shows the end of the page above the bar, also on a phone', async () => {
    await tick(page, 'Ed Oak').check();
    await expectClearOf(bar(page), page.getByRole('region', { name: 'Clients', exact: true }), page);
    await bar(page).getByRole('button', { name: 'Clear' }).click();
  });

  await test.step('selects a range by keyboard', async () => {
    await tabTo(page, tick(page, 'Ed Oak'));
    await page.keyboard.press('Space');
    await tabTo(page, tick(page, 'Cy Ray'));
    await page.keyboard.press('Shift+Space');
    await expect(bar(page)).toContainText('3 selected');
  });

  await test.step('counts only selected clients that are listed', async () => {
    await page.getByRole('searchbox', { name: 'Search clients' }).fill('oak');
    await expect(bar(page)).toContainText('1 selected');
    await page.getByRole('searchbox', { name: 'Search clients' }).fill('');
    await expect(bar(page)).toContainText('3 selected');
    await page.getByRole('checkbox', { name: 'Select all' }).click();
    await expect(bar(page)).toContainText('5 selected');
  });

  await test.step('offers advisers no reassignment', async () => {
    await expect(bar(page).getByRole('button', { name: 'Complete', exact: true })).toBeVisible();
    await expect(bar(page).getByRole('button', { name: 'Reassign' })).toHaveCount(0);
    await expect(page.getByRole('combobox', { name: 'Adviser' })).toHaveCount(0);
  });
});

test('an admin re-authenticates once to reassign twelve clients with new links, and undoes it', async ({
  page,
  api,
  adviser,
  admin: _,
  watch,
}) => {
  watch.expected.push(/^403 /, /status of 403/);
  const tom = await newAdviser('Tom Reed');
  await manyClients(tom, 20);
  await manyClients(adviser, 12, (index) => ({ name: `Client ${index}` }));
  await page.goto('/clients?view=table');
  await page.getByRole('combobox', { name: 'Adviser' }).selectOption('Ruth Amari');
  await page.getByRole('checkbox', { name: 'Select all' }).click();
  await bar(page).getByRole('button', { name: 'Reassign' }).click();
  const dialog = page.getByRole('dialog', { name: 'Reassign Clients' });
  await dialog.getByLabel('Adviser').selectOption('Tom Reed');
  const reads = api.sent('GET /api/clients').length;
  setNow(Date.now() + HOUR_MS);
  await dialog.getByRole('button', { name: 'Reassign 12 Clients' }).click();
  const question = page.getByRole('dialog', { name: 'Confirm It’s You' });
  await question.getByLabel('Your password').fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expectToast(page, 'Done', 'Reassign Clients: 12 clients.');
  await expect(dialog).toBeHidden();
  expect(await read(tom)).toHaveLength(32);
  // The former adviser knows the links, so they are renewed, as in the admin panel.
  expect(api.sent('PATCH /api/clients/{id}')[0]?.body).toEqual({ adviserId: tom.id, renewLink: true });
  // Stale reads are refetched once.
  await expect.poll(() => api.sent('GET /api/clients').length - reads).toBe(1);

  await test.step('undoes the reassignment without new links', async () => {
    await undo(page);
    await expectToast(page, 'Undone', '12 clients restored.');
    expect(await read(tom)).toHaveLength(20);
    expect(api.sent('PATCH /api/clients/{id}').at(-1)?.body).toEqual({ adviserId: adviser.id });
  });

  await test.step('reassigns one client without a new link if the box is unticked', async () => {
    await dismissToast(page);
    const before = api.sent('PATCH /api/clients/{id}').length;
    await bar(page).getByRole('button', { name: 'Clear' }).click();
    await tick(page, 'Client 0').click();
    await bar(page).getByRole('button', { name: 'Reassign' }).click();
    const renew = dialog.getByRole('checkbox', { name: 'Make a new link and email it to the client' });
    await expect(renew).toBeChecked();
    await expect(renew).toHaveAccessibleDescription('The former adviser knows the current one.');
    await dialog.getByLabel('Adviser').selectOption('Tom Reed');
    await renew.uncheck();
    await dialog.getByRole('button', { name: 'Reassign 1 Client' }).click();
    await expectToast(page, 'Done', 'Reassign Clients: 1 client.');
    expect(
      api
        .sent('PATCH /api/clients/{id}')
        .slice(before)
        .map(({ body }) => body),
    ).toEqual([{ adviserId: tom.id, renewLink: false }]);
  });
});

test('a bulk change reports each client, retries failures, and can be undone', async ({
  page,
  api,
  adviser,
  watch,
}) => {
  const { ann, bo } = await fiveClients(adviser);
  watch.expected.push(/^409 PATCH /, /status of 409/);
  await page.goto('/clients?view=table');
  const statuses = async () => (await read(adviser)).map(({ status }) => status).toReversed();
  const tasks = async () => (await adviser.call('GET /api/tasks/pending')).body;
  const begin = async (button: string, dialogName: string) => {
    await bar(page).getByRole('button', { name: button, exact: true }).click();
    return page.getByRole('dialog', { name: dialogName });
  };
  const undone = async (count: number) => {
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await undo(page);
    await expectToast(page, 'Undone', `${count} clients restored.`);
    await dismissToast(page);
  };
  await page.getByRole('checkbox', { name: 'Select all' }).click();

  await test.step('sets a status, and retries a client that refused it', async () => {
    await page.route(`**/api/clients/${bo.id}`, (route) =>
      route.fulfill({ status: 409, json: { message: 'Somebody else is changing this client' } }),
    );
    const dialog = await begin('Set Status', 'Set Status');
    await dialog.getByLabel('Status').selectOption('Urgent');
    await page.keyboard.press('Tab');
    await dialog.getByRole('button', { name: 'Set for 5 Clients' }).click();
    await expect(dialog.getByText('4 of 5 done, 1 failed')).toBeVisible();
    await expect(results(page).first()).toHaveText('Bo LiSomebody else is changing this client');
    await expect(results(page)).toHaveCount(5);
    await page.unrouteAll();
    await dialog.getByRole('button', { name: 'Try Again for 1 Client' }).click();
    await expectToast(page, 'Done', 'Set Status: 5 clients.');
    expect(await statuses()).toEqual(Array(5).fill('urgent'));
    await undone(5);
    expect(await statuses()).toEqual(Array(5).fill('on_target'));
  });

  await test.step('skips clients that already have the status', async () => {
    const set = async (status: string) => {
      const before = api.sent('PATCH /api/clients/{id}').length;
      const dialog = await begin('Set Status', 'Set Status');
      await dialog.getByLabel('Status').selectOption(status);
      await dialog.getByRole('button', { name: 'Set for 5 Clients' }).click();
      await expect(dialog).toBeHidden();
      return api.sent('PATCH /api/clients/{id}').length - before;
    };
    expect(await set('On Target')).toBe(0);
    await expectToast(page, 'Nothing Changed', 'Already On Target: 5 clients.');
    await bo.change({ status: 'urgent' });
    await page.reload();
    await page.getByRole('checkbox', { name: 'Select all' }).click();
    expect(await set('Urgent')).toBe(4);
    await expectToast(page, 'Done', 'Set Status: 4 clients. Already Urgent: 1 client.');
    await undone(4);
    expect(await statuses()).toEqual(['on_target', 'urgent', 'on_target', 'on_target', 'on_target']);
  });

  await test.step('assigns a task, and Undo deletes it', async () => {
    const dialog = await begin('Assign Task', 'Assign Task');
    await expect(dialog.getByRole('button', { name: 'Create 5 Tasks' })).toBeDisabled();
    await dialog.getByLabel('Title').fill('Send payslip');
    await page.keyboard.press('Enter');
    await expectToast(page, 'Done', 'Assign Task: 5 clients.');
    expect(await tasks()).toEqual(Array(5).fill(expect.objectContaining({ title: 'Send payslip' })));
    await undone(5);
    expect(await tasks()).toEqual([]);
  });

  await test.step('emails the link after a confirmation, without Undo', async () => {
    const dialog = await begin('Email Link', 'Email Portal Links');
    await expect(dialog.getByText(/emails 5 clients the link/)).toBeVisible();
    expect(api.sent('POST /api/clients/{id}/send-portal-link')).toHaveLength(0);
    await dialog.getByRole('button', { name: 'Send 5 Emails' }).click();
    await expectToast(page, 'Done', 'Email Portal Links: 5 clients.');
    await expect(dialog).toBeHidden();
    await expect(toastOf(page).getByRole('button', { name: 'Undo' })).toHaveCount(0);
    expect(api.sent('POST /api/clients/{id}/send-portal-link')).toHaveLength(5);
  });

  await test.step('completes only clients that are not completed', async () => {
    await ann.change({ completed: true });
    await page.reload();
    await page.getByRole('checkbox', { name: 'Select all' }).click();
    const dialog = await begin('Complete', 'Complete Clients');
    await expect(dialog.getByText('1 client already completed: not changed.')).toBeVisible();
    await dialog.getByRole('button', { name: 'Complete 4 Clients' }).click();
    await expectToast(page, 'Done', 'Complete Clients: 4 clients.');
    await undone(4);
    expect((await completed(adviser)).map(({ name }) => name)).toEqual(['Ann Ito']);
  });
});

test('the same documents are requested from many clients, except where a limit is reached', async ({
  page,
  adviser,
  watch,
}) => {
  watch.expected.push(/^409 POST /, /status of 409/);
  const { ann, bo } = await fiveClients(adviser);
  await ann.change({ completed: true });
  const twenty = { items: Array.from({ length: 20 }, () => ({ title: 'Payslip' })) };
  for (let i = 0; i < 10; i += 1) await bo.by('POST /api/clients/{id}/requests', { body: twenty });
  await page.goto('/clients?view=table');
  await page.getByRole('checkbox', { name: 'Select all' }).click();
  await bar(page).getByRole('button', { name: 'Ask for Documents' }).click();
  const dialog = page.getByRole('dialog', { name: 'Ask for Documents' });
  await expect(dialog.getByText('1 client already completed: not changed.')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Ask 4 Clients' })).toBeDisabled();
  await dialog.getByRole('checkbox', { name: 'P60' }).check();
  await dialog.getByRole('checkbox', { name: 'Passport or photocard licence' }).check();
  await dialog.getByRole('button', { name: 'Ask 4 Clients' }).click();
  await expect(dialog.getByText('3 of 4 done, 1 failed')).toBeVisible();
  await expect(results(page).first()).toContainText('Bo LiThis client has 200 requests already.');
  const open = async () => (await read(adviser)).map(({ openRequests }) => openRequests).toReversed();
  expect(await open()).toEqual([0, 200, 2, 2, 2]);
  const [cy] = (await read(adviser)).filter(({ name }) => name === 'Cy Ray');
  const { body } = await adviser.call('GET /api/clients/{id}/requests', { params: { id: cy?.id ?? '' } });
  expect(body).toMatchObject([
    { title: 'P60', stageId: `${cy?.id}.2.3` },
    { title: 'Passport or photocard licence', stageId: `${cy?.id}.6.1` },
  ]);
  await dialog.getByRole('button', { name: 'Undo for 3 Clients' }).click();
  await expect(dialog.getByText('Undo: 3 of 4 done')).toBeVisible();
  expect(await open()).toEqual([0, 200, 0, 0, 0]);
});

test('a stopped bulk change leaves the rest, which can be retried', async ({ page, api, adviser }) => {
  await manyClients(adviser, 12);
  await page.goto('/clients?view=table');
  await page.getByRole('checkbox', { name: 'Select all' }).click();
  await bar(page).getByRole('button', { name: 'Complete', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Complete Clients' });
  const release = api.holds('PATCH /api/clients/{id}');
  await dialog.getByRole('button', { name: 'Complete 12 Clients' }).click();
  await expect(results(page).filter({ hasText: 'Under way' })).toHaveCount(4);
  await expect(dialog.getByRole('button', { name: 'Close', exact: true })).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Stop' }).click();
  release();
  await expect(dialog.getByText('4 of 12 done')).toBeVisible();
  expect(await completed(adviser)).toHaveLength(4);
  await dialog.getByRole('button', { name: 'Try Again for 8 Clients' }).click();
  await expect(dialog).toBeHidden();
  expect(await completed(adviser)).toHaveLength(12);
});
