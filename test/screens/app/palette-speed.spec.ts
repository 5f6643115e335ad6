import type { Page } from '@playwright/test';
import { anotherClient, expect, test } from '../screen.ts';

// Who types faster than the machine or the network still gets where the typed name says, or nowhere.

const search = (page: Page) => page.getByRole('combobox', { name: 'Find a Client, Screen or Action' });
const options = (page: Page) => page.getByRole('listbox').getByRole('option');
const said = (page: Page) => page.getByRole('dialog').getByRole('status');

/** Opens a screen, once its header is there; nothing else has to be. */
async function openScreen(page: Page, path: string) {
  await page.goto(path);
  await page.getByRole('button', { name: 'Find a Client, Screen or Action' }).waitFor();
}

/** Makes the page's processor four times slower, as a cheap computer's is, until the function that it gives is called. */
async function slowDown(page: Page): Promise<() => Promise<void>> {
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  return async () => {
    await devTools.send('Emulation.setCPUThrottlingRate', { rate: 1 });
    await devTools.detach();
  };
}

/** Presses all keys without a pause between them. */
async function hit(page: Page, name: string) {
  await page.keyboard.press('Control+k');
  await page.keyboard.type(name);
  await page.keyboard.press('Enter');
}

// The address tells where one got to; to draw the client's page would take the slow machine seconds.
test.beforeEach(({ api }) => void api.holds('GET /api/clients/{id}'));

test('Enter goes to what is typed by then, not to what is still shown', async ({ page, firm }) => {
  const annabel = anotherClient('Annabel Second');
  firm.clients.push(annabel, anotherClient('Anna First'));
  await openScreen(page, '/tasks');
  await page.keyboard.press('Control+k');
  await expect(search(page)).toBeFocused();
  await page.keyboard.type('ann');
  await expect(options(page)).toHaveText([/^Anna First/, /^Annabel Second/]);
  await slowDown(page);
  await page.keyboard.type('abel');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/adviser/client/${annabel.id}`);
});

test('a name hit at once on a page just loaded leads there, on a slow machine', async ({ page, firm }) => {
  const wanda = anotherClient('Wanda Walker');
  firm.clients.push(wanda, anotherClient('Ned Walker'));
  const path = `/adviser/client/${wanda.id}`;
  for (const screen of ['/tasks', '/clients']) {
    await openScreen(page, screen);
    const speedUp = await slowDown(page);
    await hit(page, 'wanda');
    await expect(page).toHaveURL(path);
    await speedUp();
  }
  // Slow while it loads, too.
  await slowDown(page);
  await openScreen(page, '/dashboard');
  await hit(page, 'wanda');
  await expect(page).toHaveURL(path);
});

test('of 28 names and screens hit one after the other each is right', async ({ page, firm }) => {
  const places: { typed: string; path: string }[] = [];
  for (const name of ['Pia Ash', 'Dana Oak', 'Clio Elm', 'Task Fir', 'Pen Yew', 'Dash Bay', 'My Box']) {
    const client = anotherClient(name);
    firm.clients.push(client);
    places.push({ typed: name.toUpperCase(), path: `/adviser/client/${client.id}` });
  }
  const screens = ['Dashboard', 'Clients', 'Pending Adviser Tasks', 'Pending Tasks'];
  const paths = ['/dashboard', '/clients', '/tasks', '/pending-tasks'];
  await openScreen(page, '/tasks');
  for (let trial = 0; trial < 28; trial++) {
    const nth = (trial >> 1) % screens.length;
    const screen = { typed: screens[nth] ?? '', path: paths[nth] ?? '' };
    const { typed, path } = (trial % 2 ? screen : places[trial % 7]) ?? screen;
    await hit(page, typed);
    await expect(page, `${trial}: ${typed}`).toHaveURL(path);
  }
});

test('every key counts from the first, without another byte from the network', async ({ page, firm }) => {
  const wanda = anotherClient('Wanda Walker');
  firm.clients.push(wanda);
  await openScreen(page, '/pending-tasks');
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/assets/**', (route) => released.then(() => route.continue()));
  await slowDown(page);
  await page.keyboard.press('Control+k');
  await page.keyboard.type('Wanda Walker');
  await expect(search(page)).toBeFocused();
  await expect(search(page)).toHaveValue('Wanda Walker');
  await page.keyboard.press('Enter');
  release();
  await expect(page).toHaveURL(`/adviser/client/${wanda.id}`);
});

test.describe('while clients are still being read', () => {
  test('Enter waits for them, says so, and goes to the best match', async ({ page, api, client }) => {
    const release = api.holds('GET /api/clients');
    await openScreen(page, '/tasks');
    await hit(page, 'mi');
    await expect(said(page)).toHaveText('Loading clients, then opening the best match...');
    await expect(page).toHaveURL('/tasks');
    release();
    await expect(page).toHaveURL(`/adviser/client/${client.id}`);
    await expect(search(page)).toBeHidden();
  });

  test('Enter goes nowhere where nothing is found then, and says so', async ({ page, api }) => {
    const release = api.holds('GET /api/clients');
    await openScreen(page, '/tasks');
    await hit(page, 'wanda');
    release();
    await expect(said(page)).toHaveText('Nothing found');
    await expect(page).toHaveURL('/tasks');
  });

  test('typing on takes Enter back', async ({ page, api }) => {
    const release = api.holds('GET /api/clients');
    await openScreen(page, '/tasks');
    await hit(page, 'mi');
    await page.keyboard.type('a');
    await expect(said(page)).toHaveText('Loading clients...');
    release();
    await expect(options(page)).toHaveText([/^Mia Wood/]);
    await expect(page).toHaveURL('/tasks');
  });

  test('Escape takes Enter back', async ({ page, api }) => {
    const release = api.holds('GET /api/clients');
    await openScreen(page, '/tasks');
    await hit(page, 'mi');
    await page.keyboard.press('Escape');
    await expect(search(page)).toBeHidden();
    release();
    await page.keyboard.press('Control+k');
    await page.keyboard.type('mi');
    await expect(options(page)).toHaveText([/^Mia Wood/]);
    await expect(page).toHaveURL('/tasks');
  });

  test('a screen marked with the arrow keys opens at once, and stays marked when clients come', async ({
    page,
    api,
    firm,
  }) => {
    firm.clients.push(anotherClient('Tasker Stone'));
    const release = api.holds('GET /api/clients');
    await openScreen(page, '/clients');
    await page.keyboard.press('Control+k');
    await page.keyboard.type('task');
    await page.keyboard.press('ArrowDown');
    await expect(options(page).nth(1)).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/pending-tasks');
    await page.keyboard.press('Control+k');
    await page.keyboard.type('task');
    await page.keyboard.press('ArrowDown');
    release();
    await expect(options(page)).toHaveText([
      /^Tasker Stone/,
      /^Pending Adviser Tasks/,
      /^Pending Tasks/,
      /^Assign Task/,
    ]);
    await expect(options(page).nth(2)).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.type('s');
    await expect(options(page)).toHaveText([/^Pending Adviser Tasks/, /^Pending Tasks/]);
    await expect(options(page).nth(0)).toHaveAttribute('aria-selected', 'true');
  });

  test('Enter goes nowhere where they cannot be read, and says so', async ({ page, api }) => {
    api.fails('GET /api/clients');
    await openScreen(page, '/tasks');
    await hit(page, 'mia');
    await expect(said(page)).toHaveText('Failed to fetch clients');
    await expect(page).toHaveURL('/tasks');
  });
});
