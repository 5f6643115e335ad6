import { PLANS_STAGE } from '#shared/rules/journey.ts';
import { type ClientDesk, clientOf, saveSettings } from '../../support/acts.ts';
import { Caller } from '../../support/api.ts';
import { changeStored } from '../../support/aws.ts';
import { expectAccessible } from '../../support/browser/axe.ts';
import { openClient, panel, refresh } from '../../support/browser/client-page.ts';
import { drag, pickFile } from '../../support/browser/documents.ts';
import { test } from '../../support/browser/people.ts';
import { expect } from '../../support/browser/watched.ts';
import { newAdmin, type Person, upload } from '../../support/builders.ts';
import { bounced, publish } from '../../support/mail-events.ts';
import { newPerson } from '../../support/people/persons.ts';
import { expectStates } from './states.ts';

async function busyClient(adviser: Person): Promise<ClientDesk> {
  const client = await clientOf(adviser, { name: 'Anneliese von Hohenstein-Featherstonehaugh' });
  const stage = (number: number) => `${client.id}.${number}`;
  await client.change({
    status: 'urgent',
    description: 'Prefers the phone.\nRetires in 2031.',
    cashcalcLink: 'https://cash.example',
  });
  await client.setStage('1', { status: 'completed' });
  await client.setStage('2', { status: 'in_progress' });
  await client.setStage('3.1', { notRequired: true });
  await client.addTask({ title: 'Send the last three payslips', dueDate: '2020-01-31', stageId: stage(2) });
  const { id } = (await client.addTask({ title: 'Sign the letter', stageId: stage(2) })).body;
  for (const provider of ['Aviva', 'Royal London'])
    await client.by('POST /api/stages/{stageId}/plans', {
      params: { stageId: stage(PLANS_STAGE) },
      body: { provider, planType: 'pension', planNumber: 'RL-0042', approxValuation: 45_000 },
    });
  await upload(adviser, client.id, 'Our terms', 'Terms of business, signed by all the parties.txt', stage(1.4));
  await client.write('Welcome! How was the journey?');
  await client.write('It was short.', client.own);
  await client.setTask(id, { status: 'in_progress', dueDate: '2026-11-30' });
  return client;
}

// Forms and confirmations are in screens/dialogs.
const DIALOGS: Record<string, RegExp> = {
  '2.2 Letter of Authority': /^Letter of Authority$/,
  'Terms of business': /^Terms of business/,
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

test('a client’s page and its dialogs are accessible, and closed dialogs return the focus', async ({
  page,
  adviser,
}) => {
  test.slow();
  await openClient(page, await busyClient(adviser));
  await expect(panel(page, 'Plans & Letters').getByText('Royal London')).toBeVisible();
  await panel(page, 'Documents by Stage').getByRole('button', { name: /^1\. / }).click();
  const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog'));

  await expectStates(page, [['client', () => panel(page, 'Audit Log').waitFor(), 'both engines', 'at each width']]);

  for (const [name, opener] of Object.entries(DIALOGS))
    await test.step(`the dialog "${name}" is accessible, and Escape closes it`, async () => {
      await page.getByRole('button', { name: opener }).click();
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
    await page.getByRole('button', { name: 'Edit task Sign the letter' }).click();
    await dialog.getByRole('button', { name: 'Delete Task' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByRole('region', { name: 'Client Tasks' })).toBeFocused();
  });
});

test('a client’s page is accessible and fits the screen in each state', async ({
  page,
  api,
  adviser,
  client,
  watch,
}) => {
  test.slow();
  // The test leaves the page while uploads are running.
  watch.expected.push(/^409 PATCH /, /status of 409/, /documents net::ERR_ABORTED/);
  await upload(adviser, client.id, 'This is b', 'b.txt');
  const { id } = (await client.addTask({ title: 'Sign' })).body;
  await client.setTask(id, { addNote: 'Page 2' }, client.own);
  await client.by('POST /api/clients/{id}/stuck', { body: {} }, client.own);
  await saveSettings(await newAdmin(), { portal: { stepUp: 'new-device' } });
  for (const device of [new Caller(client.token), new Caller(client.token)]) {
    const { phrase } = (await client.by('POST /api/clients/{id}/devices/phrase')).body;
    await device.call('POST /api/portal/device', { body: { code: phrase, remember: true } });
  }
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  const notes = page.getByRole('dialog').getByLabel('Notes', { exact: true });
  const main = page.getByRole('main');
  await page.goto(`/adviser/client/${client.id}#task-${id}`);
  await expectStates(page, [
    [
      'client that is stuck, with the target of a notice',
      async () => {
        await main.getByRole('button', { name: 'Mark as Resolved' }).waitFor();
        await press('Manage Access');
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
        await client.change({ description: 'Theirs' });
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
        await page.getByText(/^[A-Z]{4} [A-Z]{4}$/).waitFor();
      },
    ],
    [
      'client of several people, of whom one’s mail bounces',
      async () => {
        await newPerson(adviser, client, { name: 'Rob Featherstonehaugh-Wood' });
        await newPerson(adviser, client, { name: 'Ann Lee', kind: 'attorney', powerSeenOn: '2026-11-20' });
        await changeStored({ pk: `CLIENT#${client.id}`, sk: 'CLIENT#PERSON#3' }, { 'summary/mailProblem': 'bounced' });
        await page.keyboard.press('Escape');
        await expect(page.getByRole('dialog')).toBeHidden();
        await refresh(page);
        await page.getByRole('button', { name: 'Show Link of Rob' }).click();
        await page.getByLabel('Portal link of Rob').waitFor();
      },
      'at each width',
    ],
    [
      'attorney who shares a mailbox',
      async () => {
        await press('Add a Person…');
        await page.getByRole('dialog').getByLabel('Email', { exact: true }).fill(client.email);
        await page.getByLabel('Attorney').check();
        await page.getByText('Both use this mailbox').waitFor();
      },
      'at each width',
    ],
    [
      'documents from each of a couple',
      async () => {
        await press('Ask for Documents');
        await page.getByRole('dialog').getByRole('checkbox').first().check();
        await page.getByRole('checkbox', { name: /^From each: / }).check();
      },
      'at each width',
    ],
    [
      'client that is suspended and whose mail bounces',
      async () => {
        await client.by('DELETE /api/clients/{id}/stuck');
        await client.change({ portalSuspended: true });
        await publish(bounced(client.email, { client: client.id }));
        await expect.poll(async () => (await client.now()).mailProblem).toBe('bounced');
        await refresh(page);
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
