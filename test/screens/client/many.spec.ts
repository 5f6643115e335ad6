import type { Document } from '#shared/contract/documents.ts';
import type { Task } from '#shared/contract/tasks.ts';
import { openClient, panel } from '../../support/browser/client-page.ts';
import { expectFocusShown } from '../../support/browser/keyboard.ts';
import { test } from '../../support/browser/people.ts';
import { shoot } from '../../support/browser/shoot.ts';
import { expect } from '../../support/browser/watched.ts';
import { upload } from '../../support/builders.ts';
import { inDays } from '../../support/days.ts';

test('a client with 80 documents and 60 tasks shows first what matters now', async ({ page, adviser, client }) => {
  const tasks = panel(page, 'Client Tasks');
  const documents = panel(page, 'Documents by Stage');
  const group = (name: RegExp) => documents.getByRole('button', { name });
  for (let i = 1; i < 60; i++)
    await client.addTask({ title: `Task ${i}`, dueDate: i < 5 ? null : inDays(50 - i), stageId: `${client.id}.2` });
  const noted: Task = (await client.addTask({ title: 'Task 60' })).body;
  await client.setTask(noted.id, { addNote: 'Page 1' }, client.own);
  const stageOf = (i: number) => (i < 17 ? 2 : [1, 4, 6][i % 3]);
  const uploaded: Document[] = [];
  for (let i = 0; i < 79; i++)
    uploaded.push(await upload(adviser, client.id, 'A letter', `Letter ${i}.txt`, `${client.id}.${stageOf(i)}`));
  await upload(client.own, client.id, 'A passport', 'Passport.txt', `${client.id}.5`);
  await client.setStage('1', { status: 'completed' });
  await page.setViewportSize({ width: 1280, height: 800 });
  await openClient(page, client);

  await test.step('begins with the tasks, within two screens', async () => {
    const top = await tasks.evaluate((element) => element.getBoundingClientRect().top);
    expect(top).toBeLessThan(2 * 800);
    expect(top).toBeLessThan((await documents.boundingBox())?.y ?? 0);
    await shoot(page, 'client with many papers');
  });

  await test.step('shows the ten tasks that are due first and one with a new note, then all', async () => {
    const rows = tasks.getByRole('listitem');
    const first = Array.from({ length: 10 }, (_, i) => new RegExp(`^Task ${59 - i}Outstanding`));
    await expect(rows).toHaveText([...first, /^Task 60.*1 note/]);
    await tasks.getByRole('button', { name: 'Show All 60 Tasks' }).press('Enter');
    await expect(rows).toHaveCount(60);
    await expectFocusShown(rows.nth(10));
    await expect(rows.last()).toContainText('No Due Date');
  });

  await test.step('opens only the group of the current stage and those with new documents', async () => {
    await expect(documents.getByRole('button', { expanded: true })).toHaveText([
      '2. Information Gathering17 documents',
      '5. Second Meeting1 document',
    ]);
  });

  await test.step('shows the five newest documents of a group, then all', async () => {
    const rows = documents.getByRole('listitem').filter({ hasText: /^Letter/ });
    await expect(rows).toHaveText([16, 15, 14, 13, 12].map((i) => new RegExp(`^Letter ${i}\\.txt`)));
    await documents.getByRole('button', { name: /^Show All 17 Documents/ }).press('Enter');
    await expect(rows).toHaveCount(17);
    await expectFocusShown(rows.nth(5));
  });

  await test.step('opens a hidden document that a link leads to', async () => {
    await expect(group(/^4\. Proposal/)).toHaveAttribute('aria-expanded', 'false');
    const oldest = uploaded.find(({ stageId }) => stageId === `${client.id}.4`);
    await page.goto(`/adviser/client/${client.id}#document-${oldest?.id}`);
    await expectFocusShown(documents.getByRole('listitem').filter({ hasText: oldest?.name ?? '' }));
  });
});
