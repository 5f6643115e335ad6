import type { Page } from '@playwright/test';
import { RESPONSIBILITIES } from '#shared/rules/tasks.ts';
import { aDocument, aMessage, anAdviser, aPlan, aTask, stageIdOf } from '../../support/stub/builders.ts';
import { expect, expectToFit, openClient, panel, pickFile, test as screen, setWidth } from '../screen.ts';

// What people write keeps the direction of its script and its place, however long its words are, on every screen.

const CLIENT = 'محمد بنسلمانالحسينيآلنهيانالمكتومالهاشمي';
const ADVISER = 'Wilhelmina Donaudampfschifffahrtsgesellschafts';
const WIDTHS = [320, 390, 768, 900, 1024, 1280, 1600];

/** An adviser and a client with such names, which stand in all that either wrote. */
const test = screen.extend({
  firm: async ({ firm }, use) => {
    const letter = stageIdOf('mia-wood', 2.2);
    firm.enter(anAdviser({ name: ADVISER }));
    Object.assign(firm.client('mia-wood'), { name: CLIENT, description: CLIENT });
    firm.tasks = RESPONSIBILITIES.map((responsibility) =>
      aTask({ title: CLIENT, description: CLIENT, responsibility, stageId: letter }),
    );
    firm.plans = [aPlan({ provider: CLIENT, planNumber: CLIENT, approxValuation: 45_000 })];
    firm.messages = [aMessage({ content: CLIENT })];
    firm.documents = [aDocument({ name: `${CLIENT}.txt`, stageId: letter })];
    await use(firm);
  },
});

/** Texts and fields of the open dialog, else of the screen, with these words in them to which nothing in their block gives a direction. */
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

const DIALOGS: [name: string, open: (page: Page) => Promise<void>][] = [
  ['edit name', (page) => page.getByRole('button', { name: 'Edit name' }).click()],
  ['edit notes', (page) => page.getByRole('button', { name: 'Edit notes' }).click()],
  ['stage', (page) => page.getByRole('button', { name: 'Letter of Authority', exact: true }).click()],
  [
    'edit task',
    (page) =>
      page
        .getByRole('button', { name: /^Edit task/ })
        .first()
        .click(),
  ],
  [
    'delete task',
    (page) =>
      page
        .getByRole('button', { name: /^Delete task/ })
        .first()
        .click(),
  ],
  [
    'delete plan',
    (page) =>
      page
        .getByRole('button', { name: /^Delete plan/ })
        .first()
        .click(),
  ],
  [
    'document',
    (page) =>
      page
        .getByRole('button', { name: new RegExp(`^${CLIENT}.txt`) })
        .first()
        .click(),
  ],
  [
    'delete document',
    (page) =>
      page
        .getByRole('button', { name: /^Delete document/ })
        .first()
        .click(),
  ],
];

test('on a client’s page and in its dialogs', async ({ page, client }) => {
  test.slow();
  await openClient(page, client);
  await panel(page, 'Journey Stages').getByRole('button', { name: /^2\. / }).click();
  await expect(panel(page, 'Journey Stages').getByText('£45,000')).toBeVisible();
  await expectInPlace(page, 'client');
  const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog'));
  for (const [name, open] of DIALOGS)
    await test.step(name, async () => {
      await setWidth(page, 1280);
      await open(page);
      await expect(dialog).toBeVisible();
      await expectInPlace(page, name, [320, 1280]);
      await page.keyboard.press('Escape');
      await expect(dialog).toBeHidden();
    });
});

for (const [name, path, shown] of [
  ['the dashboard', '/dashboard', 'Clients'],
  ['the clients', '/clients', 'Client Onboarding Dashboard'],
  ['an adviser’s tasks', '/tasks', 'Pending Adviser Tasks'],
  ['all pending tasks', '/pending-tasks', 'Pending Tasks'],
] as const)
  test(`on the screen of ${name}`, async ({ page }) => {
    await page.goto(path);
    await expect(page.getByRole('heading', { name: shown, exact: true })).toBeVisible();
    await expect(page.getByRole('main').getByText(CLIENT).first()).toBeVisible();
    await expectInPlace(page, name);
  });

test('in the dialog of a pending task', async ({ page }) => {
  await page.goto('/pending-tasks');
  await page.getByRole('button', { name: CLIENT }).first().click();
  await expect(page.getByRole('dialog', { name: CLIENT })).toBeVisible();
  await expectInPlace(page, 'pending task');
});

test('for admins', async ({ page, admin: _ }) => {
  await page.goto('/admin?section=reassignment');
  await expect(page.getByRole('button', { name: `Edit ${CLIENT}` })).toBeVisible();
  await expectInPlace(page, 'reassignment');
  await page.getByRole('link', { name: 'Adviser Management' }).click();
  await expect(page.getByRole('button', { name: `Edit ${ADVISER}` })).toBeVisible();
  await expectInPlace(page, 'advisers');
  await page.getByRole('button', { name: `Delete ${ADVISER}` }).click();
  await expect(page.getByRole('alertdialog')).toContainText(`Are you sure you want to delete ${ADVISER}? This`);
  await expectInPlace(page, 'delete adviser', [320, 1280]);
});

test('on a client’s admin screen', async ({ page, client, admin: _ }) => {
  await page.goto(`/adviser/clients/${client.id}/admin`);
  await expect(page.getByRole('heading', { name: CLIENT })).toBeVisible();
  await expectInPlace(page, 'client admin');
});

test('in the portal', async ({ page, api, client }) => {
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
  await expect(page.getByText(`${CLIENT}.txt was not uploaded`)).toBeVisible();
  await expectInPlace(page, 'portal with a failed upload', [320, 1280]);
});

test('a name that is cut keeps its beginning', async ({ page }) => {
  await setWidth(page, 390);
  for (const path of ['/clients', '/dashboard']) {
    await page.goto(path);
    const line = page.getByRole('main').locator('p').filter({ hasText: CLIENT }).first();
    await expect(line).toBeVisible();
    const [whole, first] = await line.evaluate((element) => {
      const text = document.createTreeWalker(element, NodeFilter.SHOW_TEXT).nextNode();
      const range = document.createRange();
      if (text) range.setStart(text, 0);
      if (text) range.setEnd(text, 1);
      return [element.getBoundingClientRect().toJSON(), range.getBoundingClientRect().toJSON()];
    });
    expect(first.right).toBeLessThanOrEqual(whole.right + 1);
    expect(first.left).toBeGreaterThanOrEqual(whole.left);
  }
});

test('a note in two scripts runs each paragraph in its own direction', async ({ page, firm, client }) => {
  firm.client(client.id).description = `${CLIENT}\nPrefers the phone`;
  await openClient(page, client);
  const note = panel(page, 'Client Notes').getByText('Prefers the phone');
  const { around, first, last } = await note.evaluate((element) => {
    const text = document.createTreeWalker(element, NodeFilter.SHOW_TEXT).nextNode();
    const range = document.createRange();
    if (text) range.selectNodeContents(text);
    const last = [...range.getClientRects()].at(-1)?.toJSON();
    if (text) range.setEnd(text, 1);
    return { around: element.getBoundingClientRect().toJSON(), first: range.getBoundingClientRect().toJSON(), last };
  });
  expect(first.right).toBeCloseTo(around.right, 0);
  expect(last.left).toBeCloseTo(around.left, 0);
});
