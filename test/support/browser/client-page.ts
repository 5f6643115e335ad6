import { expect, type Page } from '@playwright/test';
import type { Stage } from '#shared/contract/journey.ts';
import type { Person } from '../builders.ts';

/** Opens a client's page and waits until all of it is there. */
export async function openClient(page: Page, { id, name }: { id: string; name: string }) {
  await page.goto(`/adviser/client/${id}`);
  // By what is cheap to look for: while an expectation waits, it describes the whole page again and again.
  await page.locator('h1', { hasText: name }).waitFor();
  await page.locator('h2', { hasText: 'Activity' }).waitFor();
  // What comes in place of a skeleton moves what is below it, under the pointer too.
  await expect(page.locator('.chakra-skeleton')).toHaveCount(0);
}

/** A part of the page by its title. */
export const panel = (page: Page, name: string, exact = false) => page.getByRole('region', { name, exact });

/** Unfolds the diagram of the journey; gives it. */
export async function unfoldDiagram(page: Page) {
  await page.getByRole('button', { name: 'Show Diagram' }).click();
  const diagram = panel(page, 'Journey', true);
  await diagram.waitFor();
  return diagram;
}

/** A client's seven stages as the API tells them. */
export async function stagesOf(adviser: Person, client: { id: string }): Promise<Stage[]> {
  return (await adviser.call('GET /api/clients/{id}/stages', { params: { id: client.id } })).body;
}
