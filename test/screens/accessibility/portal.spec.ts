import type { Page } from '@playwright/test';
import { DAY_MS } from '#shared/rules/time.ts';
import { changeAccount, clientOf, openPortal, saveSettings } from '../../support/acts.ts';
import { enter, test } from '../../support/browser/people.ts';
import { expect } from '../../support/browser/watched.ts';
import { fileForm, newAdmin, newAdviser, upload } from '../../support/builders.ts';
import { START, setNow } from '../../support/clock.ts';
import { inDays } from '../../support/days.ts';
import { IPHONE, WINDOWS } from '../../support/people/user-agents.ts';
import { expectStates, pressForDialog } from './states.ts';

const FIRM = { phone: '020 7946 0123', hours: 'Monday to Friday, 9 to 5.30' };
/** Lines with which the foot has all its parts. */
const LEGAL = { frn: '123456', privacyUrl: 'https://harbour.example/privacy', complaints: 'Write to us.' };

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).first().click();
const heading = (page: Page, name: string) => page.getByRole('heading', { name }).waitFor();

test('a client’s portal is accessible and fits the screen in each state', async ({
  page,
  context,
  adviser,
  client,
}) => {
  test.slow();
  const admin = await newAdmin();
  await saveSettings(admin, { firm: FIRM });
  await saveSettings(admin, { legal: LEGAL });
  await client.setStage('1', { status: 'completed' });
  await client.setStage('2', { status: 'in_progress' });
  const payslips = { title: 'Send three payslips', description: 'The last three', dueDate: inDays(2) };
  const { body: task } = await client.addTask(payslips);
  const { body: noted } = await client.addTask({ title: 'Sign the letter', stageId: `${client.id}.1` });
  await client.setTask(noted.id, { addNote: 'Page 2' }, client.own);
  const { body: done } = await client.addTask({ title: 'Done long ago' });
  await client.setTask(done.id, { status: 'completed' });
  for (let i = 0; i < 6; i++) await upload(adviser, client.id, 'Our terms', `Terms ${i}.txt`, `${client.id}.1.1`);
  const form = fileForm('My payslip', 'Payslip.txt');
  form.set('taskId', task.id);
  const { body: payslip } = await client.by('POST /api/clients/{id}/documents', { form }, client.own);
  await client.write('Hello', client.own);
  await client.write('Good morning');
  const { id: colleagueId } = await newAdviser('Hannah Pryce');
  await adviser.call('PATCH /api/account/cover', { body: { colleagueId, from: inDays(0), until: inDays(13) } });
  await client.change({ stepUp: 'on' });
  const phone = await client.confirmDevice({ 'user-agent': IPHONE });
  await client.confirmDevice({ 'user-agent': WINDOWS });
  await enter(context, phone);
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
        await page.getByText('Hannah Pryce looks after your messages.').waitFor();
        await page.getByRole('button', { name: /^First Meeting/ }).click();
      },
      'both engines',
      'at each width',
    ],
    [
      'portal with everything unfolded',
      async () => {
        await press(page, 'I Need Help with This');
        await card('Sign the letter').locator('summary').click();
        await card('Sign the letter').getByRole('button', { name: 'I Need Help with This' }).click();
        await page.getByText('1 done').click();
        await press(page, 'Show All 7 Documents');
      },
      'at each width',
    ],
    ['removal of a device', () => pressForDialog(page, 'Remove Windows, Chrome')],
    ['how to complain', () => pressForDialog(page, 'How to complain')],
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
        await card('Sign the letter').getByLabel('Add Notes:').fill('In my old name');
        await page.reload();
        await page.getByText('Note not saved yet').waitFor();
        await card('Sign the letter').locator('summary').click();
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
        await client.by('POST /api/clients/{id}/stuck', { body: { ref: task.id, text: null } }, phone);
        await client.by('DELETE /api/documents/{id}', { params: { id: payslip.id } });
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
        await changeAccount(admin, adviser.id, { name: 'Wilhelmina Featherstonehaugh-Cholmondeley' });
        await client.change({ name: 'Bartholomew Wolfeschlegelsteinhausenbergerdorff' });
        await page.goto(`/portal/${client.token}`);
        await page.getByText('Your adviser: Wilhelmina Featherstonehaugh-Cholmondeley').waitFor();
      },
      'at each width',
    ],
  ]);
});

test('a portal link that does not open is accessible and fits the screen', async ({
  page,
  api,
  adviser,
  client,
  watch,
}) => {
  test.slow();
  watch.expected.push(/^401 \w+ .*\/api\/portal\//, /status of 401/);
  const admin = await newAdmin();
  await saveSettings(admin, { firm: FIRM });
  await saveSettings(admin, { legal: LEGAL });
  await saveSettings(admin, { portal: { linkDays: 7 } });
  const guarded = await clientOf(adviser);
  await guarded.change({ stepUp: 'on' });
  const open = async (token: string, title: string) => {
    await page.goto(`/portal/${token}`);
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
        await page.getByRole('contentinfo').waitFor();
      },
      'both engines',
      'at each width',
    ],
    [
      'expired link',
      async () => {
        setNow(START + 8 * DAY_MS);
        await open(client.token, 'This link has expired');
      },
      'at each width',
    ],
    [
      'expired link that is renewed',
      async () => {
        await press(page, 'Send Me a New One');
        await page.getByRole('status').filter({ hasText: 'A new link is on its way' }).waitFor();
      },
    ],
    [
      'new device',
      async () => {
        setNow(START);
        await open(guarded.token, 'Is it you?');
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
        await page.evaluate(() => sessionStorage.clear());
        await page.reload();
        await page.getByRole('alert').filter({ hasText: 'Mail to this address came back.' }).waitFor();
        await press(page, 'I Can’t Open That Email Account');
        await page.getByRole('group', { name: 'Help' }).waitFor();
      },
      'at each width',
    ],
  ]);
});

test('the page of reminder emails is accessible and fits the screen in each state', async ({ page, client }) => {
  test.slow();
  const admin = await newAdmin();
  await saveSettings(admin, { firm: FIRM });
  await saveSettings(admin, { legal: LEGAL });
  const { key } = (await openPortal(client.token)).body.reminders;
  const shows = (text: string) => page.getByRole('main').getByText(text).waitFor();
  await page.goto(`/reminders/${key}`);
  await expectStates(page, [
    [
      'reminder emails',
      async () => {
        await shows('While something that we asked you for');
        await page.getByRole('contentinfo').waitFor();
      },
      'both engines',
      'at each width',
    ],
    ['about the firm', () => page.getByRole('button', { name: /^About / }).click()],
    [
      'paused reminder emails',
      async () => {
        await press(page, 'Pause for Two Weeks');
        await shows('Paused until');
      },
      'at each width',
    ],
    [
      'stopped reminder emails',
      async () => {
        await press(page, 'Stop Reminder Emails');
        await shows('Stopped. You still get');
      },
      'at each width',
    ],
    [
      'reminder emails that are off',
      async () => {
        await press(page, 'Start Again');
        await shows('While something that we asked you for');
        await saveSettings(admin, { reminders: { requests: false, tasks: false } });
        await page.reload();
        await shows('Reminder emails are switched off.');
      },
      'at each width',
    ],
    [
      'unknown link of reminder emails',
      async () => {
        await page.goto('/reminders');
        await heading(page, 'This link no longer works');
        await page.getByRole('link', { name: /^Phone / }).waitFor();
      },
      'both engines',
      'at each width',
    ],
  ]);
});
