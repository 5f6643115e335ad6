import type { Page } from '@playwright/test';
import { test } from '../../support/browser/people.ts';
import { expect } from '../../support/browser/watched.ts';
import { newClient } from '../../support/builders.ts';

const FINDER = 'Find a Client, Screen or Action';
const search = (page: Page) => page.getByRole('combobox', { name: FINDER });
const options = (page: Page) => page.getByRole('listbox').getByRole('option');
const said = (page: Page) => page.getByRole('dialog').getByRole('status');

/** Opens a screen and waits only for its header. */
async function openScreen(page: Page, path: string) {
  await page.goto(path);
  await page.getByRole('button', { name: FINDER }).waitFor();
}

/** Slows the processor down four times, like a cheap computer, until the returned function is called. */
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

// Holds the client's page back: drawing it would take the slow machine seconds.
test.beforeEach(({ api }) => void api.holds('GET /api/clients/{id}'));

test('Enter in the palette opens the match of everything typed, even on a slow machine', async ({ page, adviser }) => {
  const wanda = await newClient(adviser, { name: 'Wanda Walker' });
  await newClient(adviser, { name: 'Ned Walker' });
  const annabel = await newClient(adviser, { name: 'Annabel Second' });
  await newClient(adviser, { name: 'Anna First' });

  await test.step('ignores outdated options that are still shown', async () => {
    await openScreen(page, '/tasks');
    await page.keyboard.press('Control+k');
    await expect(search(page)).toBeFocused();
    await page.keyboard.type('ann');
    await expect(options(page)).toHaveText([/^Anna First/, /^Annabel Second/]);
    const speedUp = await slowDown(page);
    await page.keyboard.type('abel');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(`/adviser/client/${annabel.id}`);
    await speedUp();
  });

  await test.step('opens a client whose name is typed immediately on each list', async () => {
    for (const screen of ['/tasks', '/clients']) {
      await openScreen(page, screen);
      const speedUp = await slowDown(page);
      await hit(page, 'wanda');
      await expect(page).toHaveURL(`/adviser/client/${wanda.id}`);
      await speedUp();
    }
  });

  await test.step('opens a client whose name is typed while the page loads slowly', async () => {
    await slowDown(page);
    await openScreen(page, '/dashboard');
    await hit(page, 'wanda');
    await expect(page).toHaveURL(`/adviser/client/${wanda.id}`);
  });
});

test('the palette takes every key from the first, without loading more code', async ({ page, adviser }) => {
  const wanda = await newClient(adviser, { name: 'Wanda Walker' });
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

test('Enter in the palette waits while clients load, and can be cancelled', async ({ page, api, adviser, client }) => {
  await newClient(adviser, { name: 'Tasker Stone' });
  const open = async (path = '/tasks') => {
    const release = api.holds('GET /api/clients');
    await openScreen(page, path);
    return release;
  };

  await test.step('reports that Enter waits, then opens the best match', async () => {
    const release = await open();
    await hit(page, 'mi');
    await expect(said(page)).toHaveText('Loading clients, then opening the best match...');
    await expect(page).toHaveURL('/tasks');
    release();
    await expect(page).toHaveURL(`/adviser/client/${client.id}`);
    await expect(search(page)).toBeHidden();
  });

  await test.step('goes nowhere and says so if nothing is found', async () => {
    const release = await open();
    await hit(page, 'wanda');
    release();
    await expect(said(page)).toHaveText('Nothing found');
    await expect(page).toHaveURL('/tasks');
  });

  for (const key of ['a', 'Escape'])
    await test.step(`${key} cancels Enter`, async () => {
      const release = await open();
      await hit(page, 'mi');
      await page.keyboard.press(key);
      if (key === 'Escape') await expect(search(page)).toBeHidden();
      else await expect(said(page)).toHaveText('Loading clients...');
      release();
      if (key === 'Escape') {
        await page.keyboard.press('Control+k');
        await page.keyboard.type('mi');
      }
      await expect(options(page)).toHaveText([/^Mia Wood/]);
      await expect(page).toHaveURL('/tasks');
    });

  await test.step('opens a marked screen immediately, and keeps it marked when clients load', async () => {
    const release = await open('/clients');
    const typeAndMark = async () => {
      await page.keyboard.press('Control+k');
      await page.keyboard.type('task');
      await page.keyboard.press('ArrowDown');
      await expect(options(page).nth(1)).toHaveAttribute('aria-selected', 'true');
    };
    await typeAndMark();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/pending-tasks');
    await typeAndMark();
    release();
    await expect(options(page)).toHaveText([
      /^Tasker Stone/,
      /^Work › Adviser Tasks/,
      /^Work › Client Tasks/,
      /^Assign Task/,
    ]);
    await expect(options(page).nth(2)).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.type('s');
    await expect(options(page)).toHaveText([/^Work › Adviser Tasks/, /^Work › Client Tasks/]);
    await expect(options(page).nth(0)).toHaveAttribute('aria-selected', 'true');
  });

  await test.step('reports clients that fail to load, ignores Enter, and still opens screens', async () => {
    api.fails('GET /api/clients');
    await openScreen(page, '/tasks');
    await hit(page, 'mia');
    await expect(said(page)).toHaveText('Failed to fetch clients');
    await expect(page).toHaveURL('/tasks');
    await search(page).fill('dash');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/dashboard');
  });
});
