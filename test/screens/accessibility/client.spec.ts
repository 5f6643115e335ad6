import type { Page } from '@playwright/test';
import { aClient, aDocument, aMessage, anActivity, aPlan, aTask, stageIdOf } from '../../support/stub/builders.ts';
import type { Firm } from '../../support/stub/firm.ts';
import { expect, expectAccessible, openClient, panel, setTheme, shoot, test } from '../screen.ts';

function busyClient(firm: Firm) {
  const client = aClient({
    name: 'Anneliese von Hohenstein-Featherstonehaugh',
    status: 'urgent',
    description: 'Prefers the phone.\nRetires in 2031.',
    cashcalcLink: 'https://cash.example',
  });
  const stage = (number: number) => stageIdOf(client.id, number);
  firm.clients = [client];
  firm.setStages(client, { 1: 'completed', 2: 'in_progress', 3.1: 'not_required' });
  firm.tasks = [
    aTask({ title: 'Send the last three payslips', dueDate: '2020-01-31', stageId: stage(2) }),
    aTask({ title: 'Sign the letter', stageId: stage(2) }),
  ];
  firm.plans = ['Aviva', 'Royal London'].map((provider) =>
    aPlan({ provider, planNumber: 'RL-0042', approxValuation: 45_000 }),
  );
  firm.documents = [
    aDocument({ name: 'Terms of business, signed by all the parties.txt', stageId: stage(1), requiresSignature: true }),
  ];
  firm.messages = [aMessage({ content: 'Welcome! How was the journey?' })];
  firm.activity = [anActivity(), anActivity({ action: 'task-created', summary: 'Assigned a task: Sign the letter' })];
  return client;
}

const DIALOGS: Record<string, (page: Page) => Promise<unknown>> = {
  'Edit Client Name': (page) => page.getByRole('button', { name: 'Edit name' }).click(),
  'Edit Contact Information': (page) => page.getByRole('button', { name: 'Edit contact' }).click(),
  'Edit External Tool Links': (page) => page.getByRole('button', { name: 'Edit Links' }).click(),
  'Edit Client Notes': (page) => page.getByRole('button', { name: 'Edit notes' }).click(),
  'Reset Journey': (page) => page.getByRole('button', { name: 'Reset Journey' }).click(),
  '2.2 Letter of Authority': (page) => page.getByRole('button', { name: 'Letter of Authority', exact: true }).click(),
  'Add Plan': (page) => page.getByRole('button', { name: 'Add Plan' }).click(),
  'Delete Plan': (page) => page.getByRole('button', { name: 'Delete plan RL-0042' }).first().click(),
  'Assign Task': (page) => page.getByRole('button', { name: 'Assign Task' }).click(),
  'Edit Task': (page) => page.getByRole('button', { name: 'Edit task Sign the letter' }).click(),
  'Delete Task': (page) => page.getByRole('button', { name: 'Delete task Sign the letter' }).click(),
  'Terms of business': (page) => page.getByRole('button', { name: /^Terms of business/ }).click(),
  'Delete Document': (page) => page.getByRole('button', { name: /^Delete document Terms/ }).click(),
};

/** Moves no focus on a click, as Safari does with buttons and links. */
const clickLikeSafari = () =>
  document.addEventListener(
    'mousedown',
    (event) => {
      if (!(event.target instanceof Element && event.target.closest('button, a'))) return;
      event.preventDefault();
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    },
    true,
  );

test('a client’s page and dialogs are accessible and return the focus', async ({ page, firm }) => {
  test.slow();
  await openClient(page, busyClient(firm));
  await expect(panel(page, 'Journey Stages').getByText('Royal London')).toBeVisible();
  const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog'));

  await test.step('the page fits at each width and is accessible', async () => {
    await shoot(page, 'client');
    await expectAccessible(page, 'both engines');
  });

  for (const [name, open] of Object.entries(DIALOGS))
    await test.step(`the dialog "${name}" is accessible, and Escape closes it`, async () => {
      await open(page);
      await expect(dialog).toHaveAccessibleName(new RegExp(name));
      await expectAccessible(page, name === 'Edit Task' ? 'both engines' : 'axe');
      await page.keyboard.press('Escape');
      await expect(dialog).toBeHidden();
      await expect(page.getByRole('main').locator(':focus')).toHaveCount(1);
    });

  await test.step('a closed dialog focuses its opener although Safari focuses no clicked button', async () => {
    await page.evaluate(clickLikeSafari);
    for (const name of ['Edit notes', 'Edit Links', 'Edit name', 'Assign Task', 'Reset Journey']) {
      const opener = page.getByRole('button', { name, exact: true });
      await opener.click();
      await dialog.getByRole('button', { name: 'Cancel' }).click();
      await expect(dialog).toHaveCount(0);
      await expect(opener, name).toBeFocused();
    }
    await page.getByRole('button', { name: 'Delete task Sign the letter' }).click();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByRole('region', { name: 'Client Tasks' })).toBeFocused();
  });
});

test('a client’s page has no motion or transition where people ask for none', async ({ page, client }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await openClient(page, client);
  await panel(page, 'Progress')
    .getByRole('button', { name: /^5\. Second Meeting/ })
    .click();
  await page.getByRole('button', { name: 'Edit name' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  const moving = await page.evaluate(() =>
    document
      .getAnimations()
      .filter(({ effect }) => Number(effect?.getComputedTiming().duration) > 1)
      .map(({ effect }) => (effect instanceof KeyframeEffect ? effect.target?.outerHTML.slice(0, 80) : 'animation')),
  );
  expect(moving).toEqual([]);
  // A transition of no length is one too: thousands of them made each change of colours take most of a second.
  const started = await page.evaluateHandle(() => {
    const counter = { transitions: 0 };
    document.addEventListener('transitionrun', () => (counter.transitions += 1), true);
    return counter;
  });
  await setTheme(page, 'dark');
  await expect(page.locator('html')).toHaveClass(/dark/);
  await page.evaluate(() => new Promise(requestAnimationFrame));
  expect(await started.jsonValue()).toEqual({ transitions: 0 });
});
