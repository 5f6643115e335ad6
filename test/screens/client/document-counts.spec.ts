import type { Page } from '@playwright/test';
import { countOf } from '#shared/rules/words.ts';
import { aDocument, expect, openClient, panel, stageIdOf, test, unfoldDiagram } from '../screen.ts';

// A stage has as many documents on every screen: its own and those of its sub-stages (contract, Stages).

const COUNTS = [
  ['First Meeting', 3],
  ['Information Gathering', 6],
  ['Research', 0],
  ['Proposal', 1],
] as const;
const ALL = 11;

/** Where documents are put: nothing on the first stage itself, on the second and below it, on the fourth itself; one on none. */
const PLACES = [1.1, 1.1, 1.4, 2, 2, 2.2, 2.3, 2.3, 2.3, 4, undefined];

async function expectOnPortal(page: Page, title: string, count: number) {
  const stage = page
    .getByRole('region', { name: 'Your Investment Journey' })
    .getByRole('listitem')
    .filter({
      has: page.getByRole('button', { name: new RegExp(`^${title}`) }),
    });
  const card = stage.getByRole('button', { name: new RegExp(`^${title}`) });
  if (count > 0) await expect(card).toContainText(countOf(count, 'document'));
  else await expect(card).not.toContainText('document');
  await card.click();
  await expect(stage.getByRole('button', { name: /^Download / })).toHaveCount(count);
}

async function expectOnClientPage(page: Page, number: number, title: string, count: number) {
  const node = panel(page, 'Journey', true).getByRole('button', { name: `${number} ${title}` });
  const line = panel(page, 'Journey Stages').getByRole('button', { name: new RegExp(`^${number}\\. ${title}`) });
  for (const part of [node, line])
    if (count > 0) await expect(part).toContainText(countOf(count, 'document'));
    else await expect(part).not.toContainText('document');
  await expect(
    panel(page, 'Documents by Stage').getByRole('button', {
      name: `${number}. ${title} ${countOf(count, 'document')}`,
    }),
  ).toBeVisible();
  await node.click();
  const dialog = page.getByRole('dialog', { name: `${number} ${title}` });
  await expect(dialog.getByRole('button', { name: /^Delete document / })).toHaveCount(count);
  await page.keyboard.press('Escape');
}

test('a stage has as many documents on every screen', async ({ page, firm, client }) => {
  firm.documents = PLACES.map((place, i) =>
    aDocument({ name: `terms-${i}.txt`, stageId: place === undefined ? null : stageIdOf(client.id, place) }),
  );
  await openClient(page, client);
  await expect(panel(page, 'Progress').getByRole('button', { name: `${ALL} Documents` })).toBeVisible();
  await panel(page, 'Documents by Stage').getByRole('button', { name: 'Show 4 stages without documents' }).click();
  await unfoldDiagram(page);
  for (const [i, [title, count]] of COUNTS.entries()) await expectOnClientPage(page, i + 1, title, count);
  await page.goto(`/portal/${client.token}`);
  for (const [title, count] of COUNTS) await expectOnPortal(page, title, count);
});
