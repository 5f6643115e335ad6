import type { Page } from '@playwright/test';
import { PLANS_STAGE } from '#shared/rules/journey.ts';
import { RESPONSIBILITIES } from '#shared/rules/tasks.ts';
import { clientOf, quietSince } from '../../support/acts.ts';
import { openClient, panel } from '../../support/browser/client-page.ts';
import { pickFile } from '../../support/browser/documents.ts';
import { expectToFit, setWidth } from '../../support/browser/fit.ts';
import { enter, test as people } from '../../support/browser/people.ts';
import { expect } from '../../support/browser/watched.ts';
import { newAdviser, upload } from '../../support/builders.ts';
import { inDays } from '../../support/days.ts';
import { lettersOf } from '../../support/loas.ts';
import { unavailable } from '../../support/requests.ts';

// Typed text keeps the direction of its script and fits on every screen, however long its words are.

const CLIENT = 'محمد بنسلمانالحسينيآلنهيانالمكتومالهاشمي';
const ADVISER = 'Wilhelmina Donaudampfschifffahrtsgesellschafts';
/** The narrowest screen, a tablet and a laptop. */
const WIDTHS = [320, 768, 1280];
const OF_DIALOGS = [320, 1280];

/** Names an adviser and a client with long words, and uses them in everything that either wrote. */
const test = people.extend({
  adviser: async ({ context }, use) => {
    const adviser = await newAdviser(ADVISER);
    await enter(context, adviser);
    await use(adviser);
  },
  client: async ({ adviser }, use) => {
    const client = await clientOf(adviser, { name: CLIENT });
    const stageId = `${client.id}.${PLANS_STAGE}`;
    const plan = { provider: CLIENT, planType: 'pension', planNumber: CLIENT, approxValuation: 45_000 };
    await client.change({ description: `${CLIENT}\nPrefers the phone` });
    for (const responsibility of RESPONSIBILITIES)
      await client.addTask({ title: CLIENT, description: CLIENT, responsibility, stageId });
    await client.by('POST /api/stages/{stageId}/plans', { params: { stageId }, body: plan });
    await client.write(CLIENT);
    await upload(adviser, client.id, 'Our terms', `${CLIENT}.txt`, stageId);
    await use(client);
  },
});

/** Returns texts and fields with these words and no direction, in the open dialog or the screen. */
const undirected = (page: Page) =>
  page.evaluate(
    (words) => {
      const isDirected = (element: Element | null): boolean =>
        element !== null &&
        (element.hasAttribute('dir') ||
          element.matches('bdi') ||
          (getComputedStyle(element).display === 'inline' && isDirected(element.parentElement)));
      const holds = (text: string | null) => words.some((word) => text?.includes(word));
      const part = document.querySelector('[role=dialog], [role=alertdialog]') ?? document.body;
      const texts = document.createTreeWalker(part, NodeFilter.SHOW_TEXT);
      const found: (Element | null)[] = [...part.querySelectorAll('input:not([type=hidden]), textarea')].filter(
        (field) => 'value' in field && holds(String(field.value)),
      );
      while (texts.nextNode()) if (holds(texts.currentNode.nodeValue)) found.push(texts.currentNode.parentElement);
      if (found.length === 0) return ['no such words are there'];
      return found.filter((element) => !isDirected(element)).map((element) => element?.outerHTML.slice(0, 160));
    },
    [CLIENT, ADVISER],
  );

async function expectInPlace(page: Page, name: string, widths = WIDTHS) {
  expect.soft(await undirected(page), `${name} gives no direction to`).toEqual([]);
  for (const width of widths) await expectToFit(page, name, width);
}

/** Boxes of a text's element, of its first letter and of its last line. */
const boxesOf = (element: Element) => {
  const text = document.createTreeWalker(element, NodeFilter.SHOW_TEXT).nextNode();
  const range = document.createRange();
  if (text) range.selectNodeContents(text);
  const last: DOMRect = [...range.getClientRects()].at(-1)?.toJSON();
  if (text) range.setEnd(text, 1);
  const first: DOMRect = range.getBoundingClientRect().toJSON();
  const around: DOMRect = element.getBoundingClientRect().toJSON();
  return { around, first, last };
};

/** Buttons that open a dialog, some within the dialog of another. */
const DIALOGS: readonly (string | RegExp | readonly [opener: RegExp, within: string])[] = [
  'Edit name',
  'Edit notes',
  'Note a Letter',
  /^Edit task/,
  [/^Edit task/, 'Delete Task'],
  [/^Edit plan/, 'Delete Plan'],
  new RegExp(`^${CLIENT}.txt`),
  [new RegExp(`^${CLIENT}.txt`), 'Delete Document'],
];

test('long words in another script stay in place on a client’s page and in its dialogs', async ({ page, client }) => {
  test.slow();
  await openClient(page, client);
  await expect(panel(page, 'Plans & Letters').getByText('£45,000')).toBeVisible();
  await panel(page, 'Documents by Stage').getByRole('button', { name: /^2\. / }).click();
  await expectInPlace(page, 'client');

  await test.step('runs each paragraph of a note in its own direction', async () => {
    const note = panel(page, 'Client Notes').getByText('Prefers the phone');
    const { around, first, last } = await note.evaluate(boxesOf);
    expect(first.right).toBeCloseTo(around.right, 0);
    expect(last.left).toBeCloseTo(around.left, 0);
  });

  const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog'));
  for (const path of DIALOGS)
    await test.step(`keeps them in place in the dialog of ${path}`, async () => {
      await setWidth(page, 1280);
      const names = path instanceof RegExp || typeof path === 'string' ? [path] : path;
      for (const name of names) {
        await page.getByRole('button', { name, exact: true }).first().click();
        await expect(dialog.last()).toBeVisible();
      }
      await expectInPlace(page, `${path}`, OF_DIALOGS);
      for (const _ of names) await page.keyboard.press('Escape');
      await expect(dialog).toHaveCount(0);
    });
});

test('long words in another script stay in place on advisers’ other screens', async ({ page, client }) => {
  await unavailable(client, CLIENT, CLIENT);
  await lettersOf({ call: client.by }, client.id).made(CLIENT, { sent: { on: inDays(-16), how: 'post' } });
  await quietSince(client, inDays(-30));
  for (const [path, shown, isCut] of [
    ['/dashboard', 'Clients', true],
    ['/clients', 'Client Onboarding Dashboard', true],
    ['/tasks', 'Pending Adviser Tasks', false],
    ['/pending-tasks', 'Pending Tasks', false],
    ['/chase', 'To Review', false],
    ['/chase/providers', 'Providers', false],
    ['/chase/stuck', 'Stuck Clients', false],
  ] as const)
    await test.step(path, async () => {
      await page.goto(path);
      await expect(page.getByRole('heading', { name: shown, exact: true })).toBeVisible();
      const line = page.getByRole('main').getByText(CLIENT).filter({ visible: true }).first();
      await expect(line).toBeVisible();
      await expectInPlace(page, path);
      if (!isCut) return;
      await setWidth(page, 390);
      const { around, first } = await page.locator('main p').filter({ hasText: CLIENT }).first().evaluate(boxesOf);
      expect(first.right).toBeLessThanOrEqual(around.right + 1);
      expect(first.left).toBeGreaterThanOrEqual(around.left);
    });

  await test.step('keeps them in place in the dialog of a pending task', async () => {
    await page.goto('/pending-tasks');
    await page.locator('main button[data-row-link]').first().click();
    await expect(page.getByRole('dialog', { name: CLIENT })).toBeVisible();
    await expectInPlace(page, 'pending task', OF_DIALOGS);
  });
});

test('long words in another script stay in place on admins’ screens', async ({ page, client, admin: _ }) => {
  await page.goto(`/adviser/clients/${client.id}/admin`);
  await expect(page.getByRole('heading', { name: CLIENT })).toBeVisible();
  await expectInPlace(page, 'client admin');
  await page.goto('/admin?section=reassignment');
  await expect(page.getByRole('button', { name: `Edit ${CLIENT}` })).toBeVisible();
  await expectInPlace(page, 'reassignment');
  await page.getByRole('link', { name: 'Adviser Management' }).click();
  await expect(page.getByRole('button', { name: `Edit ${ADVISER}` })).toBeVisible();
  await expectInPlace(page, 'advisers');
  await page.getByRole('button', { name: `Delete ${ADVISER}` }).click();
  await expect(page.getByRole('alertdialog')).toContainText(`Are you sure you want to delete ${ADVISER}? This`);
  await expectInPlace(page, 'delete adviser', OF_DIALOGS);
});

test('long words in another script stay in place in the portal', async ({ page, api, client }) => {
  await page.goto(`/portal/${client.token}`);
  await expect(page.getByRole('heading', { level: 1, name: `${CLIENT}'s Journey` })).toBeVisible();
  await expect(page.getByRole('log').getByText(CLIENT)).toBeVisible();
  await page
    .getByRole('region', { name: 'Your Investment Journey' })
    .getByRole('button', { name: /^Information/ })
    .click();
  await expectInPlace(page, 'portal');
  api.fails('POST /api/clients/{id}/documents');
  const terms = { name: `${CLIENT}.txt`, mimeType: 'text/plain', buffer: Buffer.from('Our terms') };
  await pickFile(page, terms, () =>
    page.getByRole('button', { name: 'Upload Document for Information Gathering' }).click(),
  );
  await expect(page.getByText(`${CLIENT}.txt was not sent`)).toBeVisible();
  await expectInPlace(page, 'portal with a failed upload', OF_DIALOGS);
});
