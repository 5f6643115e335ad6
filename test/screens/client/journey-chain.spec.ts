import type { Locator } from '@playwright/test';
import { TOP_STAGES } from '#shared/rules/journey.ts';
import { clientOf } from '../../support/acts.ts';
import { openClient, panel, unfoldDiagram } from '../../support/browser/client-page.ts';
import { expectToFit } from '../../support/browser/fit.ts';
import { test } from '../../support/browser/people.ts';
import { expect } from '../../support/browser/watched.ts';
import { upload } from '../../support/builders.ts';

// The journey is a horizontal chain of numbered nodes with their sub-stages below each; on a phone it runs downwards.

const CHAIN = [768, 1024, 1280, 1600];

const nodesOf = (diagram: Locator) =>
  Promise.all(
    TOP_STAGES.map(async ({ number, title }) => {
      const box = await diagram.getByRole('button', { name: `${number} ${title}` }).boundingBox();
      return { left: box?.x ?? 0, top: box?.y ?? 0 };
    }),
  );

/** Returns both ends of the lines between the nodes, from left to right. */
const linesOf = (diagram: Locator) =>
  diagram.evaluate((element) =>
    [...element.querySelectorAll('div')]
      .map((line) => ({ ...line.getBoundingClientRect().toJSON(), border: getComputedStyle(line).borderTopStyle }))
      .filter(({ width, height, border }) => width > 0 && height <= 2 && border !== 'none')
      .map(({ left, right }): { left: number; right: number } => ({ left, right }))
      .toSorted((a, b) => a.left - b.left),
  );

/** Returns words of the diagram that are broken over lines. */
const brokenWords = (diagram: Locator) =>
  diagram.evaluate((element) => {
    const broken: string[] = [];
    const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    while (texts.nextNode())
      for (const { 0: word, index } of (texts.currentNode.nodeValue ?? '').matchAll(/\S+/g)) {
        range.setStart(texts.currentNode, index);
        range.setEnd(texts.currentNode, index + word.length);
        if (range.getClientRects().length > 1) broken.push(word);
      }
    return broken;
  });

const ascending = (numbers: number[]) => numbers.every((number, i) => i === 0 || number > (numbers[i - 1] ?? 0));

test('the journey is a horizontal chain from 768 px on, and no word breaks', async ({ page, adviser }) => {
  const client = await clientOf(adviser, { name: 'Mia Wood' });
  await client.setStage('2', { status: 'in_progress' });
  for (const number of [2, 2.2, 1.4])
    await upload(adviser, client.id, 'A letter', 'letter.txt', `${client.id}.${number}`);
  await openClient(page, client);
  const figure = panel(page, 'Progress').getByRole('button', { name: /Outstanding Tasks/ });
  const diagram = await unfoldDiagram(page);
  for (const width of CHAIN)
    await test.step(`is one row of linked nodes at ${width} px`, async () => {
      await expectToFit(page, 'journey', width);
      const nodes = await nodesOf(diagram);
      expect(new Set(nodes.map(({ top }) => top)).size, 'rows of nodes').toBe(1);
      expect(ascending(nodes.map(({ left }) => left))).toBe(true);
      const lines = await linesOf(diagram);
      expect(lines).toHaveLength(nodes.length - 1);
      for (const [i, { right }] of lines.entries()) {
        const next = nodes[i + 1]?.left ?? 0;
        expect(Math.abs(next - right), `line ${i + 1} ends at the next node`).toBeLessThanOrEqual(8);
      }
      expect(await brokenWords(diagram)).toEqual([]);
      expect(await brokenWords(figure)).toEqual([]);
    });
  for (const width of [320, 390, 767]) {
    await expectToFit(page, 'journey', width);
    const nodes = await nodesOf(diagram);
    expect(new Set(nodes.map(({ left }) => left)).size, 'columns of nodes').toBe(1);
    expect(ascending(nodes.map(({ top }) => top))).toBe(true);
    expect(await linesOf(diagram)).toEqual([]);
    expect(await brokenWords(figure), `at ${width} px`).toEqual([]);
  }
});
