import type { Page } from '@playwright/test';
import {
  aDevice,
  aDocument,
  aMessage,
  anAdviser,
  aTask,
  expect,
  inDays,
  someSettings,
  stageIdOf,
  test,
} from '../screen.ts';
import { expectStates, pressForDialog } from './states.ts';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).first().click();
const heading = (page: Page, name: string) => page.getByRole('heading', { name }).waitFor();

test('a client’s portal is accessible and fits the screen in each state', async ({ page, firm, client }) => {
  test.slow();
  firm.settings = someSettings({ phone: '020 7946 0123', hours: 'Monday to Friday, 9 to 5.30' });
  firm.setStages(client, { 1: 'completed', 2: 'in_progress' });
  const task = aTask({ title: 'Send three payslips', description: 'The last three', dueDate: inDays(2) });
  firm.tasks = [
    task,
    aTask({ title: 'Sign the letter', stageId: stageIdOf(client.id, 1), clientNotes: 'Page 2' }),
    aTask({ title: 'Done long ago', status: 'completed' }),
  ];
  firm.documents = [
    ...Array.from({ length: 6 }, (_, i) => aDocument({ name: `Terms ${i}.pdf`, stageId: stageIdOf(client.id, 1.1) })),
    aDocument({ name: 'Payslip.jpg', uploadedBy: 'client', taskId: task.id }),
  ];
  firm.messages = [aMessage({ senderType: 'client', content: 'Hello' }), aMessage({ content: 'Good morning' })];
  firm.devices = [aDevice({ current: true }), aDevice({ label: 'Windows, Chrome', by: 'phone' })];
  await page.goto(`/portal/${client.token}`);
  const card = (title: string) =>
    page.getByRole('region', { name: 'Your Tasks' }).getByRole('listitem').filter({ hasText: title }).first();
  await expectStates(page, [
    [
      'portal',
      async () => {
        await page.getByRole('button', { name: 'Upload Document', exact: true }).waitFor();
        await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
        await page.getByText('Windows, Chrome').waitFor();
        await page.getByRole('button', { name: /^First Meeting/ }).click();
      },
      'both engines',
      'at each width',
    ],
    [
      'portal with everything unfolded',
      async () => {
        await press(page, 'Add a Note');
        await press(page, 'I Need Help with This');
        await card('Sign the letter').getByRole('button', { name: 'Add a Note' }).click();
        await page.getByText('1 done').click();
        await press(page, 'Show All 7');
      },
      'at each width',
    ],
    ['removal of a device', () => pressForDialog(page, 'Remove Windows, Chrome')],
    [
      'messages on a whole screen',
      async () => {
        await page.getByRole('navigation', { name: 'On this page' }).getByRole('link', { name: 'Messages' }).click();
        await page.getByRole('button', { name: 'Back to your page' }).waitFor();
      },
      'at each width',
    ],
    [
      'portal with restored text',
      async () => {
        await page.getByRole('textbox', { name: 'Message', exact: true }).fill('Dear Ruth,');
        await press(page, 'Back to your page');
        await card('Sign the letter').getByRole('textbox').fill('In my old name');
        await page.reload();
        await page.getByText('Restored what you typed earlier.').first().waitFor();
      },
    ],
    [
      'task that was completed',
      async () => {
        await card('Sign the letter').getByRole('button', { name: 'Mark Complete' }).click();
        await card('Sign the letter').getByText('Thank you.').waitFor();
      },
      'at each width',
    ],
    [
      'question before a task is completed, and help that was requested',
      async () => {
        firm.client(client.id).stuckSince = new Date(Date.now()).toISOString();
        firm.documents = [];
        await page.reload();
        await page.getByText('has been told that you need help').first().waitFor();
        await card('Send three payslips').getByRole('button', { name: 'Mark Complete' }).click();
        await page.getByText('Nothing was added to this task.').waitFor();
      },
      'at each width',
    ],
    [
      'preview of an adviser',
      async () => {
        await page.goto(`/portal/${client.token}?preview`);
        await page.getByText('You see what Mia Wood sees.').waitFor();
        await page.getByRole('region', { name: 'Your Tasks' }).waitFor();
      },
      'at each width',
    ],
    [
      'portal with long names',
      async () => {
        firm.advisers = [anAdviser({ name: 'Wilhelmina Featherstonehaugh-Cholmondeley' })];
        firm.client(client.id).name = 'Bartholomew Wolfeschlegelsteinhausenbergerdorff';
        await page.goto(`/portal/${client.token}`);
        await page.getByRole('link', { name: 'Ask Wilhelmina Featherstonehaugh-Cholmondeley' }).waitFor();
      },
      'at each width',
    ],
  ]);
});

test('a portal link that does not open is accessible and fits the screen', async ({
  page,
  api,
  firm,
  client,
  watch,
}) => {
  test.slow();
  watch.expected.push(/^401 \w+ .*\/api\/portal\//, /status of 401/);
  firm.settings = someSettings({ phone: '020 7946 0123', hours: 'Monday to Friday, 9 to 5.30' });
  const open = async (title: string) => {
    await page.goto(`/portal/${client.token}`);
    await heading(page, title);
  };
  await page.goto('/portal');
  await expectStates(page, [
    ['invalid link', () => heading(page, 'Invalid Access Link')],
    [
      'denied link',
      async () => {
        await page.goto('/portal/not-a-token');
        await heading(page, 'Access Denied');
      },
      'both engines',
      'at each width',
    ],
    [
      'expired link',
      async () => {
        firm.expired.add(client.id);
        await open('This link has expired');
      },
      'at each width',
    ],
    [
      'expired link that is renewed',
      async () => {
        await press(page, 'Send Me a New One');
        await page.getByRole('status').filter({ hasText: 'We have sent you a new link.' }).waitFor();
      },
    ],
    [
      'new device',
      async () => {
        firm.expired.clear();
        firm.unconfirmed.add(client.id);
        await open('Is it you?');
        await page.getByText('We have sent a 6-digit code').waitFor();
      },
      'both engines',
      'at each width',
    ],
    [
      'wrong code',
      async () => {
        await page.getByLabel('6-digit code').fill('123-456');
        await press(page, 'Continue');
        await expect(page.getByRole('alert').filter({ hasText: 'That code is not right.' })).toBeVisible();
      },
      'at each width',
    ],
    [
      'code that cannot be sent',
      async () => {
        api.fails('POST /api/portal/code', 409, 'Mail to this address came back.');
        await press(page, "I Can't Open That Email Account");
        await page.getByRole('group', { name: 'Help' }).waitFor();
      },
      'at each width',
    ],
  ]);
});
