import type { Page } from '@playwright/test';
import type { Figures } from '#shared/contract/figures.ts';
import { TOP_STAGES } from '#shared/rules/journey.ts';
import { clientOf } from '../../support/acts.ts';
import { test } from '../../support/browser/people.ts';
import { expect } from '../../support/browser/watched.ts';
import { newAdviser } from '../../support/builders.ts';
import { inDays } from '../../support/days.ts';
import { expectStates } from '../accessibility/states.ts';

const FIGURES = 'GET /api/insight';

const NONE = { n: 0, median: null, ninth: null, few: [], before: { n: 0, median: null } };
const OF_STAGES: Readonly<Record<number, object>> = {
  1: { n: 6, median: 8, ninth: 21, before: { n: 9, median: 12 } },
  2: { n: 5, median: 8, ninth: 9, before: { n: 5, median: 8 } },
  3: { n: 3, few: [3, 8, 21] },
};
const SOME: Figures = {
  from: '2026-09-01',
  to: '2026-11-25',
  stages: TOP_STAGES.map(({ number, title }) => ({ stage: number, title, ...NONE, ...OF_STAGES[number] })),
  months: [
    { month: '2026-10', added: 4, completed: 5, median: 61, few: [] },
    { month: '2026-11', added: 2, completed: 1, median: null, few: [40] },
  ],
  people: null,
  peopleAt: null,
};
const PERSON = { active: 9, stuck: 2, open: 7, overdue: 1, review: 3, chase: 4, unread: 5, help: 0 };
const PEOPLE = ['Aled Llewellyn', 'Catherine Featherstonehaugh'].map((adviserName, i) => ({
  adviserId: `${i}`.repeat(22),
  adviserName,
  ...PERSON,
}));

const cells = (page: Page, table: string, row: string | RegExp) =>
  page.getByRole('table', { name: table }).getByRole('row').filter({ hasText: row }).getByRole('cell');

test('figures are shown in words and charts, few values one by one, for the months in the address', async ({
  page,
  api,
  adviser: _,
}) => {
  const asked: string[] = [];
  api.answers(FIGURES, ({ query }) => {
    asked.push(query.months ?? '');
    return SOME;
  });
  await page.goto('/chase/figures');
  const days = 'Days in each stage';
  const [first, second, third] = TOP_STAGES.map(({ title }) => title);
  await expect(cells(page, days, first ?? '')).toContainText([first ?? '', '6', '8 days', '21 days', '4 days faster']);
  await expect(cells(page, days, second ?? '').nth(4)).toContainText('as before');
  await expect(cells(page, days, third ?? '').nth(2)).toContainText('3, 8 and 21 days');
  for (const chart of ['Half within 8 days, 9 of 10 within 21 days', 'Each: 3, 8 and 21 days', '4 added, 5 completed'])
    await expect(page.getByRole('img', { name: chart })).toBeVisible();
  await expect(cells(page, 'Clients by month', 'Oct 2026')).toContainText(['Oct 2026', '4', '5', '61 days']);
  await expect(page.getByRole('table', { name: 'Load of each adviser' })).toHaveCount(0);

  await expect.poll(() => asked.at(-1)).toBe('12');
  await page.getByRole('link', { name: '3 Months' }).click();
  await expect(page).toHaveURL('/chase/figures?months=3');
  await expect.poll(() => asked.at(-1)).toBe('3');
  await page.getByRole('link', { name: `Stuck clients in ${first}` }).click();
  await expect(page).toHaveURL(/\/chase\/stuck\?q=/);
});

test('a number of an adviser’s load leads to a list of as many entries', async ({ page, adviser, admin: _ }) => {
  const [mia, ola] = [await clientOf(adviser, { name: 'Mia Wood' }), await clientOf(adviser, { name: 'Ola Berg' })];
  await clientOf(await newAdviser('Tom Reed'), { name: 'Zoe Hale' });
  for (const [client, title, dueDate] of [
    [mia, 'Call', inDays(-1)],
    [mia, 'Write', inDays(0)],
    [ola, 'Close the file', null],
  ] as const)
    await client.addTask({ title, responsibility: 'adviser', dueDate });
  await mia.addTask({ title: 'Send passport', responsibility: 'client', dueDate: inDays(-1) });
  await ola.change({ completed: true });
  const main = page.getByRole('main');
  for (const [name, list, entries] of [
    ['1 active client of Ruth Amari', 'Clients', ['Mia Wood']],
    ['3 open tasks of Ruth Amari', 'Tasks', ['Call', 'Write', 'Close the file']],
    ['1 overdue task of Ruth Amari', /^Overdue 1$/, ['Call']],
  ] as const)
    await test.step(name, async () => {
      await page.goto('/chase/figures');
      await page.getByRole('link', { name }).click();
      await expect(main.getByRole('region', { name: list }).locator('[data-row-link]')).toHaveText([...entries]);
    });
});

test('the page of figures is accessible and fits, with load for admins, empty and failing', async ({
  page,
  api,
  admin: _,
}) => {
  test.slow();
  let shown: Figures = { ...SOME, people: PEOPLE };
  api.answers(FIGURES, () => shown);
  await page.goto('/chase/figures');
  const aled = cells(page, 'Load of each adviser', 'Aled Llewellyn');
  await expect(aled).toHaveText([/Aled Llewellyn/, /9/, /2/, /7/, /1/, /3/, /4/, /5/, /0/]);
  const links = await aled.getByRole('link').evaluateAll((all) => all.map((link) => link.getAttribute('href')));
  const adviser = `adviser=${'0'.repeat(22)}`;
  expect(links, 'lists of clients cannot be filtered by unread messages').toEqual([
    `/clients?filter=active&${adviser}`,
    `/chase/stuck?${adviser}`,
    `/tasks?${adviser}`,
    `/tasks?${adviser}`,
    `/chase?${adviser}`,
    `/chase/providers?${adviser}`,
  ]);
  await expectStates(page, [
    ['figures and load', () => page.getByText('4 days faster').waitFor(), 'both engines', 'at each width'],
    [
      'no figures yet',
      async () => {
        shown = { ...SOME, stages: SOME.stages.map((stage) => ({ ...stage, ...NONE })), months: [] };
        await page.reload();
        await page.getByText('No figures yet').waitFor();
      },
      'at each width',
    ],
  ]);
  api.fails(FIGURES);
  await page.reload();
  await expect(page.getByText('The figures could not be loaded')).toBeVisible();
});
