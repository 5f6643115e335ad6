import type { Locator } from '@playwright/test';
import { JOURNEY, TOP_STAGES } from '#shared/rules/journey.ts';
import { LOA_TEXTS } from '#shared/rules/loas.ts';
import { clientOf } from '../../support/acts.ts';
import { openClient, panel, refresh, unfoldDiagram } from '../../support/browser/client-page.ts';
import { expectFocusShown } from '../../support/browser/keyboard.ts';
import { test } from '../../support/browser/people.ts';
import { expectToast, toastOf } from '../../support/browser/toast.ts';
import { expect } from '../../support/browser/watched.ts';
import { upload } from '../../support/builders.ts';
import { lettersOf } from '../../support/loas.ts';

test('a client’s page shows changes of stages optimistically, and edits plans', async ({ page, api, adviser }) => {
  const client = await clientOf(adviser, { name: 'Mia Wood' });
  await openClient(page, client);
  const stages = panel(page, 'Journey Stages');
  const letters = panel(page, 'Plans & Letters');
  const readAnew = api.countsFromNow('GET /api/clients/{id}/stages');

  await test.step('shows progress and the seven stages as tiles that lead to their stage', async () => {
    const overview = panel(page, 'Progress');
    await expect(overview.getByText('0%')).toBeVisible();
    await expect(overview.getByText('Current: Initial Setup')).toBeVisible();
    const tiles = overview.getByRole('list', { name: 'Stages' }).getByRole('button');
    await expect(tiles).toHaveText(TOP_STAGES.map(({ number, title }) => `${number}. ${title}Pending`));
    const colour = (lock: Locator) => lock.first().evaluate((icon) => getComputedStyle(icon).color);
    expect(await colour(tiles.locator('svg'))).toBe(await colour(stages.locator('.lucide-lock')));
    await tiles.filter({ hasText: '5. Second Meeting' }).click();
    const heading = stages.getByRole('button', { name: /^5\. Second Meeting/ });
    await expect(heading).toBeFocused();
    await expect(heading).toHaveAttribute('aria-expanded', 'true');
    await expect(heading).toBeInViewport();
  });

  await test.step('shows a change immediately, and rolls it back if refused', async () => {
    api.fails('PATCH /api/stages/{stageId}');
    const go = api.holds('PATCH /api/stages/{stageId}');
    // Closed rows have a button only if the stage is next.
    await expect(stages.getByRole('button', { name: /^(Start|Details of) / })).toHaveText([
      'Start',
      'Details',
      'Start',
      'Details',
    ]);
    for (const number of [3, 4, 6]) await stages.getByRole('button', { name: `${number}. ` }).click();
    await stages.getByRole('button', { name: 'Start Research' }).click();
    await expect(stages.getByRole('button', { name: 'Complete Research' })).toBeVisible();
    go();
    await expectToast(page, 'Error', 'Failed to update stage');
    await expect(stages.getByRole('button', { name: 'Start Research' })).toBeVisible();
    await expect(page.getByText('Current: Initial Setup')).toBeVisible();
    await expect.poll(readAnew).toBe(1);
    api.recovers();
  });

  await test.step('keeps a running change when an earlier one is answered', async () => {
    const sent = api.countsFromNow('PATCH /api/stages/{stageId}');
    const read = api.countsFromNow('GET /api/clients/{id}/stages');
    const answerFirst = api.holds('PATCH /api/stages/{stageId}');
    await stages.getByRole('button', { name: 'Start Proposal' }).click();
    await expect.poll(sent).toBe(1);
    const answerSecond = api.holds('PATCH /api/stages/{stageId}');
    await stages.getByRole('button', { name: 'Start Application' }).click();
    await expect.poll(sent).toBe(2);
    answerFirst();
    await expectToast(page, 'Stage Updated');
    await expect(stages.getByRole('button', { name: 'Complete Application' })).toBeVisible();
    answerSecond();
    await expect.poll(read).toBe(1);
    await expect(stages.getByRole('button', { name: 'Complete Proposal', exact: true })).toBeVisible();
    await expect(stages.getByRole('button', { name: 'Complete Application' })).toBeVisible();
    for (const number of ['4', '6']) await client.setStage(number, { status: 'pending' });
    await refresh(page);
    await expect(page.getByText('Current: Initial Setup')).toBeVisible();
  });

  await test.step('starts a stage once on a double click, and completes it', async () => {
    const sent = api.countsFromNow('PATCH /api/stages/{stageId}');
    await stages.getByRole('button', { name: 'Start First Meeting' }).dblclick();
    await expect(page.getByText('Current: First Meeting')).toBeVisible();
    // The screen shows the change before it is sent.
    await expect.poll(sent).toBe(1);
    await stages.getByRole('button', { name: 'Complete First Meeting' }).click();
    await expect(page.getByText('Current: Information Gathering')).toBeVisible();
    await expect(panel(page, 'Progress').getByText('14%')).toBeVisible();
    await expect(panel(page, 'Progress').getByText('1 of 7')).toBeVisible();
    await expect.poll(sent).toBe(2);
  });

  await test.step('adds a plan, to whose section stage 2.2 leads, and reads those of no other stage', async () => {
    await expect(letters).toContainText('Add a plan first, then note its letter of authority.');
    await stages.getByRole('button', { name: /^2\. Information/ }).click();
    const read = api.sent('GET /api/stages/{stageId}/plans').map(({ params }) => params.stageId);
    expect(new Set(read)).toEqual(new Set([`${client.id}.2.2`]));
    await letters.getByRole('button', { name: 'Add Plan' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add Plan' });
    const add = dialog.getByRole('button', { name: 'Add Plan' });
    await dialog.getByLabel('Provider').fill('Aviva');
    await expect(add).toBeDisabled();
    await dialog.getByLabel('Plan Type').selectOption('Pension');
    await dialog.getByLabel('Plan Number').fill('AV-1');
    await dialog.getByLabel('Approx. Valuation (£)').fill('lots');
    await add.click();
    await expect(dialog.getByLabel('Approx. Valuation (£)')).toHaveAttribute('aria-invalid', 'true');
    await dialog.getByLabel('Approx. Valuation (£)').fill('45 000.00');
    await add.click();
    const plans = letters.getByRole('list', { name: 'Plans' });
    await expect(plans.getByRole('listitem')).toHaveText('AvivaPension · AV-1£45,000No letter yet');
    await stages.getByRole('button', { name: 'Show 1 plan' }).click();
    await expect(letters).toBeFocused();
    await expect(letters).toBeInViewport();
    await stages.getByRole('button', { name: 'Letter of Authority', exact: true }).click();
    await expect(page.getByRole('dialog')).toContainText('1 plan, listed under “Plans & Letters” on this page.');
    await page.keyboard.press('Escape');
  });

  await test.step('edits a plan, sends only what changed, and keeps the provider of a letter under way', async () => {
    api.expected.push(/^409 PATCH/, /status of 409/);
    const { note, plans } = lettersOf(adviser, client.id);
    const [{ id }] = await plans();
    await note([id]);
    await letters.getByRole('button', { name: 'Edit plan AV-1' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit Plan' });
    await dialog.getByLabel('Provider').fill('Zurich');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expectToast(page, 'Error', 'Failed to update plan');
    await expect(toastOf(page)).toContainText(LOA_TEXTS.ownProvider);
    await expect(dialog.getByLabel('Provider')).toHaveValue('Zurich');
    await dialog.getByLabel('Provider').fill('Aviva');
    await dialog.getByLabel('Plan Number').fill('AV-2');
    await dialog.getByLabel('Approx. Valuation (£)').fill('');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expectToast(page, 'Plan Updated');
    expect(api.sent('PATCH /api/plans/{id}').at(-1)?.body).toEqual({ planNumber: 'AV-2', approxValuation: null });
    await expect(letters.getByRole('list', { name: 'Plans' })).toContainText('Pension · AV-2Not valued');
  });

  await test.step('offers each allowed status in the dialog, without "in progress" for sub-stages', async () => {
    await stages.getByRole('button', { name: '7. Courtesy Call' }).click();
    await stages.getByRole('button', { name: 'Details of Courtesy Call' }).click();
    const dialog = page.getByRole('dialog', { name: '7 Courtesy Call' });
    const statuses = dialog.getByRole('group', { name: 'Status' }).getByRole('button');
    await expect(statuses).toHaveText(['Pending', 'In Progress', 'Completed']);
    await statuses.filter({ hasText: 'Completed' }).click();
    await expectToast(page, 'Stage Updated');
    await expect(dialog.getByText(/^Completed \d+ \w+ \d{4}/)).toBeVisible();
    await statuses.filter({ hasText: 'Pending' }).click();
    await expect(dialog.getByText(/^Completed \d+ \w+ \d{4}/)).toHaveCount(0);
    await page.keyboard.press('Escape');
    const diagram = await unfoldDiagram(page);
    await diagram.getByRole('button', { name: /^1\.4 / }).click();
    await expect(page.getByRole('dialog', { name: '1.4 Client Engagement Document Signed' })).toBeVisible();
    await expect(page.getByRole('group', { name: 'Status' }).getByRole('button')).toHaveText(['Pending', 'Completed']);
  });
});

test('the journey is drawn as a diagram, reset, and used without optional stages', async ({ page, adviser }) => {
  const client = await clientOf(adviser, { name: 'Mia Wood' });
  await upload(adviser, client.id, 'Our terms', 'terms.txt', `${client.id}.1`);
  await client.setStage('1', { status: 'in_progress' });
  await openClient(page, client);
  const stages = panel(page, 'Journey Stages');

  await test.step('draws every stage and sub-stage with its documents and its time in progress', async () => {
    const diagram = await unfoldDiagram(page);
    await expect(diagram.getByRole('button')).toHaveCount(JOURNEY.length);
    for (const { number, title } of JOURNEY)
      await expect(diagram.getByRole('button', { name: `${number} ${title}` })).toBeVisible();
    const node = diagram.getByRole('button', { name: '1 First Meeting' });
    await expect(node).toContainText('In Progressfor under an hour');
    await expect(node).toContainText('1 document');
    await expect(diagram.locator('svg').first()).toBeVisible();
    await node.click();
    const dialog = page.getByRole('dialog', { name: '1 First Meeting' });
    await expect(dialog.getByText('Time in progress: under an hour')).toBeVisible();
    await expect(dialog.getByText('terms.txt')).toBeVisible();
    await dialog.getByRole('button', { name: 'Close' }).first().click();

    await client.change({ completed: true });
    await refresh(page);
    await expect(diagram.getByText('Completed', { exact: true })).toHaveCount(7);
    await expect(diagram.getByText('hour')).toHaveCount(0);
    await expect(panel(page, 'Progress').getByText('100%')).toBeVisible();
  });

  await test.step('keeps the diagram on screen until it is hidden', async () => {
    await page.reload();
    await expect(panel(page, 'Journey', true)).toBeVisible();
    await page.getByRole('button', { name: 'Hide Diagram' }).click();
    await openClient(page, client);
    await expect(panel(page, 'Journey', true)).toHaveCount(0);
  });

  await test.step('resets the journey after a confirmation, and keeps the documents', async () => {
    await client.change({ completed: false });
    for (const number of ['1', '2']) await client.setStage(number, { status: 'completed' });
    await refresh(page);
    await expect(page.getByText('Current: Research')).toBeVisible();
    const reset = stages.getByRole('button', { name: 'Reset Journey' });
    await reset.click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Reset Journey' }).click();
    await expect(page.getByText('Current: Initial Setup')).toBeVisible();
    await expect(
      panel(page, 'Documents by Stage').getByRole('heading', { name: /First Meeting.*1 document/ }),
    ).toBeVisible();
  });

  await test.step('offers four optional sub-stages, and takes one out of the journey and back', async () => {
    for (const stage of TOP_STAGES.slice(1)) await stages.getByRole('button', { name: `${stage.number}. ` }).click();
    const toggles = stages.getByRole('button', { name: /^Mark as Not Required/ });
    await expect(toggles).toHaveText(Array(4).fill('Mark as Not Required'));
    const cashflow = stages.getByRole('listitem').filter({ hasText: 'Cashflow Model' });
    await cashflow.getByRole('button', { name: 'Mark as Not Required: Cashflow Model' }).click();
    await expectToast(page, 'Stage Updated');
    await expect(cashflow.getByText('Not Required', { exact: true })).toBeVisible();
    await expect(cashflow.getByRole('button', { name: 'Complete Cashflow Model' })).toHaveCount(0);
    await cashflow.getByRole('button', { name: 'Mark as Required: Cashflow Model' }).click();
    await expect(toggles).toHaveCount(4);
    await cashflow.getByRole('button', { name: 'Complete Cashflow Model' }).click();
    await expect(cashflow.getByText('Completed', { exact: true })).toBeVisible();
  });

  await test.step('focuses the stages if the journey is completed elsewhere while a stage’s button has the focus', async () => {
    await stages.getByRole('button', { name: 'Reopen Cashflow Model' }).focus();
    await client.change({ completed: true });
    await client.write('Hello', client.own);
    await page.evaluate(() => window.dispatchEvent(new Event('focus')));
    await expect(stages).toBeFocused();
  });
});

test('toasts lead from the last step of a stage to the next stage, and undo a stage that is not done', async ({
  page,
  client,
}) => {
  for (const step of ['1.1', '1.2', '1.3']) await client.setStage(step, { status: 'completed' });
  await client.setStage('1', { status: 'in_progress' });
  await openClient(page, client);
  const stages = panel(page, 'Journey Stages');
  const offered = toastOf(page).getByRole('button');
  const press = (name: string) => stages.getByRole('button', { name, exact: true }).click();
  const statusOf = async (place: number): Promise<string> =>
    (await client.read('GET /api/clients/{id}/stages'))[place].status;

  await test.step('offers to complete the stage after its last step, then to start the next, by keyboard', async () => {
    await press('Complete Client Engagement Document Signed');
    await expect(offered).toHaveText(['Complete First Meeting', 'Note the Charges', '']);
    expect(await statusOf(0)).toBe('in_progress');
    await page.keyboard.press('F8');
    await page.keyboard.press('Tab');
    await expectFocusShown(offered.first());
    await page.keyboard.press('Enter');
    await expect(offered).toHaveText(['Start Information Gathering', '']);
    expect([await statusOf(0), await statusOf(1)]).toEqual(['completed', 'pending']);
    await page.keyboard.press('F8');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Current: Information Gathering')).toBeVisible();
    await expect(offered).toHaveText(['Start Fact-Find…', '']);
    await expectToast(page, 'Stage Updated', 'The stage has been updated.');
  });

  await test.step('counts the pending steps of a completed stage, and offers to undo it', async () => {
    await press('Complete Information Gathering');
    await expectToast(page, 'Stage Updated', 'The stage has been updated.');
    await expectToast(page, '3 steps are still pending');
    await offered.filter({ hasText: 'Undo' }).click();
    await expect(stages.getByRole('button', { name: 'Complete Information Gathering' })).toBeVisible();
    await expect.poll(() => statusOf(1)).toBe('in_progress');
  });

  await test.step('offers to complete the stage once its last open step is not required', async () => {
    await client.setStage('3.1', { status: 'completed' });
    await refresh(page);
    await stages.getByRole('button', { name: /^3\. Research/ }).click();
    await expect(stages.getByRole('button', { name: 'Reopen Cashflow Model' })).toBeVisible();
    await press('Mark as Not Required: Plan Information Received');
    await expect(offered.first()).toHaveText('Complete Research');
  });
});
