import type { Page } from '@playwright/test';
import { aClient, aDocument, aMessage, anActivity, aPlan, aTask, stageIdOf } from '../../support/stub/builders.ts';
import type { Firm } from '../../support/stub/firm.ts';
import { aDevice, drag, expect, expectAccessible, openClient, panel, pickFile, someSettings, test } from '../screen.ts';
import { expectStates, pressForDialog } from './states.ts';

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
  firm.activity = [
    anActivity(),
    anActivity({ action: 'message-sent', summary: 'Sent a message', actorType: 'client', actorId: client.id }),
    anActivity({
      action: 'task-changed',
      summary: 'Set the task “Sign” to in progress',
      changes: [
        { field: 'status', was: 'pending', is: 'in_progress' },
        { field: 'dueDate', was: null, is: '2026-11-30' },
      ],
    }),
  ];
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

/** Moves no focus to clicked buttons and links, as in Safari. */
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

test('a client’s page and its dialogs are accessible, and closed dialogs return the focus', async ({ page, firm }) => {
  test.slow();
  await openClient(page, busyClient(firm));
  await expect(panel(page, 'Journey Stages').getByText('Royal London')).toBeVisible();
  const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog'));

  await expectStates(page, [['client', () => panel(page, 'Audit Log').waitFor(), 'both engines', 'at each width']]);

  for (const [name, open] of Object.entries(DIALOGS))
    await test.step(`the dialog "${name}" is accessible, and Escape closes it`, async () => {
      await open(page);
      await expect(dialog).toHaveAccessibleName(new RegExp(name));
      await expectAccessible(page);
      await page.keyboard.press('Escape');
      await expect(dialog).toBeHidden();
      await expect(page.getByRole('main').locator(':focus')).toHaveCount(1);
    });

  await test.step('a closed dialog focuses its opener even in Safari, which focuses no clicked button', async () => {
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

test('a client’s page is accessible and fits the screen in each state', async ({ page, api, firm, client, watch }) => {
  test.slow();
  // The test leaves the page while uploads are running.
  watch.expected.push(/^409 PATCH /, /status of 409/, /documents net::ERR_ABORTED/);
  const stored = firm.client(client.id);
  firm.settings = { ...someSettings(), portal: { ...someSettings().portal, stepUp: 'new-device' } };
  firm.documents = [aDocument({ name: 'b.txt' })];
  firm.devices = [aDevice(), aDevice({ label: 'Windows, Chrome', by: 'phone' })];
  firm.tasks = [aTask({ title: 'Sign', clientNotes: 'Page 2' })];
  stored.stuckSince = '2026-11-20T09:05:00.000Z';
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  const notes = page.getByRole('dialog').getByLabel('Notes', { exact: true });
  const refresh = () => press('Refresh');
  const main = page.getByRole('main');
  await page.goto(`/adviser/client/${client.id}#task-${firm.tasks[0]?.id}`);
  await expectStates(page, [
    [
      'client that is stuck, with the target of a notice',
      async () => {
        await main.getByRole('button', { name: 'Mark as Resolved' }).waitFor();
        await expect(panel(page, 'Confirmed Devices').getByRole('listitem')).toHaveCount(2);
        await expect(panel(page, 'Client Tasks').getByRole('listitem')).toHaveAttribute('aria-current', 'location');
      },
      'at each width',
    ],
    [
      'question before typed notes are discarded',
      async () => {
        await press('Edit notes');
        await notes.fill('Mine');
        await page.keyboard.press('Escape');
        await page.getByRole('group', { name: 'Discard changes?' }).waitFor();
      },
    ],
    [
      'notes that somebody else changed',
      async () => {
        await press('Edit notes');
        await notes.fill('Mine');
        stored.description = 'Theirs';
        await press('Save');
        await page.getByRole('button', { name: 'Combine Both' }).waitFor();
      },
      'at each width',
    ],
    [
      'title that is too long',
      async () => {
        await press('Assign Task');
        await page.getByRole('dialog').getByLabel('Title').fill('a'.repeat(203));
        await page.getByText('3 characters too many').waitFor();
      },
    ],
    [
      'phrase by phone',
      async () => {
        await press('Confirm a Device by Phone');
        await page.getByText('KJMT QVXP').waitFor();
      },
    ],
    [
      'code that is never requested',
      async () => {
        await page.getByLabel('Code on new devices').selectOption('off');
        await page.getByRole('dialog', { name: 'Never ask for a code?' }).waitFor();
      },
    ],
    ['question before a portal is suspended', () => pressForDialog(page, 'Suspend Portal')],
    [
      'client that is suspended and whose mail bounces',
      async () => {
        Object.assign(stored, { portalSuspended: true, mailProblem: 'bounced', stuckSince: null });
        await refresh();
        await page.locator('header').getByText('Mail to this address was not delivered').waitFor();
      },
      'at each width',
    ],
    [
      'uploads',
      async () => {
        api.holds('POST /api/clients/{id}/documents');
        const files = ['a', 'b', 'c', 'd'].map((name) => ({
          name: `${name}.txt`,
          mimeType: 'text/plain',
          buffer: Buffer.from(name),
        }));
        const upload = panel(page, 'Documents by Stage').getByRole('button', { name: 'Upload Document', exact: true });
        await pickFile(page, files, () => upload.click());
        await main.getByText('Waiting').waitFor();
      },
      'at each width',
    ],
    [
      'layer for dropped files',
      async () => {
        await drag(page.getByRole('heading', { level: 1 }), 'dragover', 'a.txt');
        await page.getByText('Drop to upload for Mia Wood:').waitFor();
      },
    ],
    [
      'bar with the client’s name, over restored text',
      async () => {
        await panel(page, 'Messages').getByLabel('Message', { exact: true }).fill('Dear Mia,');
        await page.evaluate(() =>
          window.addEventListener('beforeunload', (event) => event.stopImmediatePropagation(), true),
        );
        await openClient(page, client);
        await page
          .getByRole('navigation', { name: 'Parts of the page' })
          .getByRole('link', { name: /^Tasks/ })
          .click();
        await page.getByRole('link', { name: 'All clients' }).waitFor();
        await panel(page, 'Messages').getByText('Restored what you typed earlier.').waitFor();
      },
      'at each width',
    ],
  ]);
});
