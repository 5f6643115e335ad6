import type { Page } from '@playwright/test';
import { SETTINGS_KEY } from '#functions/services/settings.ts';
import { saveSettings } from '../../support/acts.ts';
import { changeStored } from '../../support/aws.ts';
import { enterOn } from '../../support/browser/keyboard.ts';
import { test } from '../../support/browser/people.ts';
import { openSettings } from '../../support/browser/settings.ts';
import { dismissToast, expectToast } from '../../support/browser/toast.ts';
import { expect } from '../../support/browser/watched.ts';
import type { Person } from '../../support/builders.ts';
import { inDays } from '../../support/days.ts';

const PATCH = 'PATCH /api/settings';
const STALE = 'Someone else changed the settings. Their values are shown now. Try again if yours are still right.';
const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const saveFirm = (page: Page) => page.getByRole('button', { name: 'Save Firm' }).click();
const saveMail = (page: Page) => page.getByRole('button', { name: 'Save Email' }).click();
const open = (page: Page) => openSettings(page, 'Firm', 'Providers', 'Reminders', 'Email');

const change = (admin: Person, firm: object) =>
  saveSettings(admin, { firm: { name: 'Harbour Financial Planning', phone: null, hours: null, ...firm } });

test.beforeEach(async ({ admin }) => {
  const closedDays = ['2026-08-14', '2026-08-17', '2036-12-29'];
  expect((await change(admin, { phone: '020 7946 0182', closedDays })).body.version).toBe(1);
});

test('the settings save the firm’s section, and refuse a blank name', async ({ page, api }) => {
  api.fails('GET /api/settings');
  await page.goto('/admin/settings#firm');

  await test.step('reports settings that fail to load, and on Try Again opens the section of the address', async () => {
    await expect(page.getByRole('alert').getByText('The settings could not be loaded')).toBeVisible();
    api.recovers();
    await page.getByRole('button', { name: 'Try Again' }).click();
    await expect(section(page, 'Firm')).toContainText('bank holidays in England and Wales are already closed');
    await expect(page.getByLabel('Name')).toHaveValue('Harbour Financial Planning');
  });

  await test.step('disables Save and Discard until something changes', async () => {
    for (const name of ['Save Firm', 'Discard'])
      await expect(section(page, 'Firm').getByRole('button', { name })).toBeDisabled();
  });

  await test.step('refuses a blank name at its field', async () => {
    await page.getByLabel('Name').fill('  ');
    await saveFirm(page);
    await expect(page.getByLabel('Name')).toHaveAccessibleDescription('Name is required');
    await expect(page.getByLabel('Name')).toBeFocused();
    expect(api.sent(PATCH)).toHaveLength(0);
  });

  await test.step('Discard restores the name and the closed days', async () => {
    await page.getByRole('button', { name: 'Remove Mon, 17 Aug 2026' }).click();
    await section(page, 'Firm').getByRole('button', { name: 'Discard' }).click();
    await expect(page.getByLabel('Name')).toHaveValue('Harbour Financial Planning');
    await expect(page.getByText('Mon, 17 Aug 2026')).toBeVisible();
  });

  await test.step('sends a section trimmed, with empty fields as null', async () => {
    await page.getByLabel('Name').fill(' Harbour & Quay ');
    await page.getByLabel('Phone').fill('');
    await saveFirm(page);
    await expectToast(page, 'Settings Saved');
    await expect(page.getByLabel('Name')).toHaveValue('Harbour & Quay');
    expect(api.sent(PATCH).map(({ body }) => body)).toEqual([
      {
        version: 1,
        firm: {
          name: 'Harbour & Quay',
          phone: null,
          hours: null,
        },
      },
    ]);
  });
});

test('the legal lines are refused at their fields, and saved with empty ones as null', async ({ page, api }) => {
  await openSettings(page, 'Legal');
  const save = section(page, 'Legal').getByRole('button', { name: 'Save Legal' });
  await page.getByLabel('FCA number').fill('12345');
  await page.getByLabel('Privacy notice').fill('harbour.example/privacy');
  await save.click();
  await expect(page.getByLabel('FCA number')).toHaveAccessibleDescription('Must be 6 or 7 digits');
  const description = 'Must be a web address that begins with https://';
  await expect(page.getByLabel('Privacy notice')).toHaveAccessibleDescription(description);
  expect(api.sent(PATCH)).toHaveLength(0);
  await page.getByLabel('FCA number').fill('');
  await page.getByLabel('Privacy notice').fill('https://harbour.example/privacy');
  await page.getByLabel('How to complain').fill('Write to us.\nWe answer within 8 weeks.');
  await save.click();
  await expectToast(page, 'Settings Saved');
  const complaints = 'Write to us.\nWe answer within 8 weeks.';
  expect(api.sent(PATCH).at(-1)?.body).toMatchObject({
    legal: { frn: null, statusLine: null, privacyUrl: 'https://harbour.example/privacy', complaints },
  });
  await expect(section(page, 'Legal')).toContainText('Shown: privacy notice, complaints procedure');
});

test('the preview shows the foot of an email with the legal lines that are typed', async ({ page }) => {
  await openSettings(page, 'Legal');
  const foot = page.getByRole('figure', { name: 'Foot of an email' });
  const lines = foot.getByRole('paragraph');
  await section(page, 'Legal').getByText('Preview', { exact: true }).click();
  await expect(lines).toHaveText(['Harbour Financial Planning', 'Phone: 020 7946 0182', 'No legal lines yet.']);
  await page.getByLabel('FCA number').fill('123456');
  await page.getByLabel('Legal name').fill(' Harbour Ltd ');
  await page.getByLabel('Privacy notice').fill('https://harbour.example/privacy');
  await page.getByLabel('How to complain').fill('Write to us.');
  await expect(lines).toHaveText([
    'Harbour Financial Planning',
    'Phone: 020 7946 0182',
    'Harbour Ltd',
    'FCA number 123456',
    'Privacy notice',
    'How to complain: on your page',
  ]);
  await expect(foot.getByRole('link')).toHaveAttribute('href', 'https://harbour.example/privacy');
  await page.getByLabel('Privacy notice').fill('http://harbour.example/privacy');
  await expect(foot.getByRole('link')).toHaveCount(0);
});

test('closed days are added, removed and saved with the firm’s section', async ({ page, api, admin }) => {
  await open(page);
  const days = page.getByRole('group', { name: 'Closed days' });
  const shown = days.getByRole('listitem');
  const another = days.getByLabel('Another closed day');
  const add = async (day: string) => {
    await another.fill(day);
    await another.press('Enter');
  };

  await test.step('marks past days', async () => {
    await expect(shown).toHaveText(['Fri, 14 Aug 2026 · past', 'Mon, 17 Aug 2026 · past', 'Mon, 29 Dec 2036']);
  });

  await test.step('refuses a missing date, a duplicate, a day off and a year out of range', async () => {
    for (const [day, said] of [
      ['', 'Choose a date'],
      ['2036-12-29', 'Mon, 29 Dec 2036 is already in the list'],
      ['2036-12-25', 'Thu, 25 Dec 2036 is a weekend or bank holiday, so it is already closed'],
      ['1999-12-29', `Choose a date between 2000 and ${new Date().getUTCFullYear() + 10}`],
      ['0026-12-29', `Choose a date between 2000 and ${new Date().getUTCFullYear() + 10}`],
    ] as const) {
      await add(day);
      await expect(another).toHaveAccessibleDescription(said);
      await expect(another).toHaveValue(day);
    }
    await expect(shown).toHaveCount(3);
  });

  await test.step('Enter adds a day, and saves nothing yet', async () => {
    await add('2036-12-30');
    await expect(days.getByText('Added Tue, 30 Dec 2036')).toBeVisible();
    await expect(shown.last()).toHaveText('Tue, 30 Dec 2036 · not saved yet');
    await expect(another).toHaveValue('');
    await expect(another).toBeFocused();
    expect(api.sent(PATCH)).toHaveLength(0);
  });

  await test.step('removes past days together by keyboard, and keeps the focus in the list', async () => {
    await enterOn(page, days.getByRole('button', { name: 'Remove 2 Past Days' }));
    await expect(shown).toHaveCount(2);
    await expect(days).toBeFocused();
    await enterOn(page, days.getByRole('button', { name: 'Remove Mon, 29 Dec 2036' }));
    await expect(shown).toHaveText(['Tue, 30 Dec 2036 · not saved yet']);
    await expect(days).toBeFocused();
  });

  await test.step('saves the list with its section', async () => {
    await saveFirm(page);
    await expectToast(page, 'Settings Saved');
    expect(api.sent(PATCH).at(-1)?.body).toMatchObject({ firm: { closedDays: ['2036-12-30'] } });
    await expect(shown).toHaveText(['Tue, 30 Dec 2036']);
    await days.getByRole('button', { name: 'Remove Tue, 30 Dec 2036' }).click();
    await expect(days).toContainText('No extra closed days.');
  });

  await test.step('marks a saved day out of range, and still saves the rest of the section', async () => {
    await changeStored(SETTINGS_KEY, { 'firm/closedDays': ['2099-12-28'] });
    await open(page);
    await expect(shown).toHaveText(['Mon, 28 Dec 2099 · out of range']);
    await page.getByLabel('Hours').fill('Mornings');
    await saveFirm(page);
    await expectToast(page, 'Settings Saved');
  });

  await test.step('counts a day two days ago as past, but not one in two days', async () => {
    await change(admin, { closedDays: [inDays(-2), inDays(2)] });
    await open(page);
    await expect(page.getByRole('listitem').filter({ hasText: 'past' })).toHaveCount(1);
    await expect(page.getByRole('button', { name: 'Remove the Past Day' })).toBeVisible();
  });
});

test('quiet hours are explained, equal times mean none, and a missing time is refused', async ({ page, api }) => {
  await open(page);
  const mail = section(page, 'Email');
  await expect(mail).toContainText('From 20:00 to 08:00, clients get no automatic emails.');
  await mail.getByLabel('Quiet from').fill('08:00');
  await expect(mail).toContainText(
    'Both times are the same, so there are no quiet hours: emails are sent at any time.',
  );
  await mail.getByRole('button', { name: 'Discard' }).click();
  await expect(mail).toContainText('From 20:00 to 08:00');

  await mail.getByLabel('Quiet until').fill('07:15');
  await mail.getByLabel('Advisers’ daily summary at').fill('');
  await saveMail(page);
  await expect(mail.getByLabel('Advisers’ daily summary at')).toHaveAccessibleDescription(
    'Must be a time such as 08:00',
  );
  await mail.getByLabel('Advisers’ daily summary at').fill('06:45');
  await saveMail(page);
  await expectToast(page, 'Settings Saved');
  expect(api.sent(PATCH).map(({ body }) => body)).toEqual([
    { version: 1, mail: { quietFrom: '20:00', quietTo: '07:15', dailyAt: '06:45' } },
  ]);
  await expect(mail).toContainText('From 20:00 to 07:15');
});

test('settings show what someone else saved first beside what was typed', async ({ page, api, admin }) => {
  await open(page);
  await page.getByLabel('Phone').fill('01865 000000');
  await page.getByLabel('Another closed day').fill('2036-12-30');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await change(admin, { phone: '0117 000000', hours: 'Mornings', closedDays: ['2036-12-29'] });

  await test.step('reports a conflict, and keeps the form as typed', async () => {
    api.expected.push(/^409 PATCH/, /status of 409/);
    await saveFirm(page);
    await expectToast(page, 'Error', STALE);
    await expect(page.getByRole('alert')).toContainText('what you typed stays');
    await expect(page.getByLabel('Phone')).toHaveValue('01865 000000');
  });

  await test.step('shows the saved values beside what was typed', async () => {
    await dismissToast(page);
    await expect(page.getByLabel('Phone')).toHaveAccessibleDescription('Saved meanwhile: 0117 000000');
    await expect(page.getByLabel('Hours')).toHaveValue('Mornings');
    await expect(page.getByRole('group', { name: 'Closed days' }).getByRole('listitem')).toHaveText([
      'Mon, 29 Dec 2036',
      'Tue, 30 Dec 2036 · not saved yet',
    ]);
  });

  await test.step('sends both with the next save', async () => {
    await saveFirm(page);
    await expectToast(page, 'Settings Saved');
    expect(api.sent(PATCH).at(-1)?.body).toEqual({
      version: 2,
      firm: {
        name: 'Harbour Financial Planning',
        phone: '01865 000000',
        hours: 'Mornings',
        closedDays: ['2036-12-29', '2036-12-30'],
      },
    });
    await expect(page.getByLabel('Phone')).not.toHaveAccessibleDescription(/meanwhile/);
    await expect(page.getByRole('alert')).toHaveCount(0);
  });
});

test('chases of providers are set in working days, kept as a draft, and shown beside another admin’s', async ({
  page,
  api,
  admin,
}) => {
  await open(page);
  const providers = section(page, 'Providers');
  const first = providers.getByLabel('Working days until the first chase');
  const every = providers.getByLabel('Working days between chases');
  const save = () => providers.getByRole('button', { name: 'Save Providers' }).click();
  await expect(providers).toContainText('Weekends, bank holidays and your closed days do not count.');
  await expect(first).toHaveValue('5');

  await test.step('refuses days out of range at their fields', async () => {
    await first.fill('1');
    await every.fill('21');
    await save();
    for (const field of [first, every])
      await expect(field).toHaveAccessibleDescription('Must be a whole number from 2 to 20');
    expect(api.sent(PATCH)).toHaveLength(0);
  });

  await test.step('keeps what was typed over a reload', async () => {
    await first.fill('8');
    await every.fill('4');
    await open(page);
    await expect(first).toHaveValue('8');
    await expect(providers).toContainText('Restored what you typed earlier.');
  });

  await test.step('reports a conflict, shows the saved value, and saves what was typed', async () => {
    await saveSettings(admin, { providers: { firstChase: 10 } });
    api.expected.push(/^409 PATCH/, /status of 409/);
    await save();
    await expectToast(page, 'Error', STALE);
    await dismissToast(page);
    await expect(first).toHaveAccessibleDescription('Saved meanwhile: 10 working days');
    await expect(every).toHaveAccessibleDescription('From 2 to 20.');
    await save();
    await expectToast(page, 'Settings Saved');
    expect(api.sent(PATCH).at(-1)?.body).toEqual({ version: 2, providers: { firstChase: 8, chaseEvery: 4 } });
    await expect(providers.getByText('Restored')).toHaveCount(0);
  });
});

test('reminders are set by kind, with a quarter of an hour, a limit and a preview', async ({ page, api, admin: _ }) => {
  await open(page);
  const reminders = section(page, 'Reminders');
  const at = reminders.getByLabel('Send at');
  const tries = reminders.getByLabel('Stop after so many without a visit');
  const choice = (kind: string, name: RegExp) =>
    reminders.getByRole('group', { name: kind }).getByRole('radio', { name });
  const save = () => reminders.getByRole('button', { name: 'Save Reminders' }).click();

  await test.step('reminds of documents and not of tasks by default', async () => {
    await expect(
      choice('of documents you asked for', /^On: 3 days before, on the day, then weekly three times/),
    ).toBeChecked();
    await expect(choice('of tasks with a due date', /^Off$/)).toBeChecked();
    await expect(at).toHaveAccessibleDescription(
      'On working days only, one email about everything, at most every second day.',
    );
  });

  await test.step('refuses a time between quarters and a number out of range at their fields', async () => {
    await at.fill('09:07');
    await reminders.getByText('Advanced').click();
    await tries.fill('11');
    await save();
    await expect(at).toHaveAccessibleDescription('Must be a quarter of an hour, such as 09:00 or 09:15');
    await expect(tries).toHaveAccessibleDescription('Must be a whole number from 1 to 10');
    expect(api.sent(PATCH)).toHaveLength(0);
  });

  await test.step('keeps what was chosen over a reload, and saves it', async () => {
    await at.fill('07:45');
    await tries.fill('3');
    await choice('of tasks with a due date', /^On/).check();
    await open(page);
    await expect(choice('of tasks with a due date', /^On/)).toBeChecked();
    await save();
    await expectToast(page, 'Settings Saved');
    const saved = { requests: true, tasks: true, at: '07:45', tries: 3 };
    expect(api.sent(PATCH).map(({ body }) => body)).toEqual([{ version: 1, reminders: saved }]);
  });

  await test.step('shows the email about one thing and about three', async () => {
    const preview = (about: string) => reminders.getByRole('figure', { name: about });
    await expect(preview('About one thing')).toBeHidden();
    await enterOn(page, reminders.getByText('Preview'));
    await expect(preview('About one thing')).toContainText(': 1 thing is still open');
    await expect(preview('About one thing')).toContainText('It is due on Saturday 28 November.');
    await expect(preview('About three things')).toContainText('The first was due on Wednesday 18 November.');
    await expect(preview('About three things')).toContainText('you are a client of Harbour Financial Planning');
  });
});

test('sections show their state, open in place, and are found by a search and by links', async ({ page, admin }) => {
  await page.goto('/admin/settings');
  const trigger = (name: string) => page.getByRole('main').getByRole('button', { name, exact: true });
  const search = page.getByRole('searchbox', { name: 'Search settings' });

  await test.step('each section says its state in one sentence', async () => {
    await expect(trigger('Reminders')).toHaveAccessibleDescription('Documents: on, tasks: off, at 09:00');
    await expect(trigger('Email')).toHaveAccessibleDescription('Quiet from 20:00 to 08:00, daily summary at 08:00');
    await expect(page.getByRole('textbox')).toHaveCount(0);
  });

  await test.step('a result of the search opens the section and focuses the setting', async () => {
    await search.fill('quiet');
    await page.getByRole('link', { name: 'Quiet from Email' }).click();
    await expect(page.getByLabel('Quiet from')).toBeFocused();
    await expect(page).toHaveURL('/admin/settings#mail.quietFrom');
    await expect(search).toHaveValue('');
  });

  await test.step('Enter opens the first result, also in a folded part and behind a choice', async () => {
    await search.fill('remember a device');
    await search.press('Enter');
    await expect(page.getByLabel('Days to remember a device')).toBeFocused();
    await search.fill('expire');
    await search.press('Enter');
    await expect(page.getByRole('radio', { name: 'Never expire' })).toBeFocused();
    await search.fill('nothing like this');
    await expect(page.getByRole('status').filter({ hasText: 'No settings found' })).toBeVisible();
    await search.fill('');
  });

  await test.step('a result leads to a whole section, which closes again', async () => {
    await search.fill('stuck');
    await enterOn(page, page.getByRole('link', { name: 'Stuck', exact: true }));
    await expect(trigger('Stuck')).toBeFocused();
    await expect(section(page, 'Stuck').getByRole('spinbutton')).toHaveCount(2);
    await page.keyboard.press('Enter');
    await expect(section(page, 'Stuck').getByRole('spinbutton')).toHaveCount(0);
  });

  await test.step('a closed section says that it has unsaved changes, and is open on the next visit', async () => {
    await page.getByLabel('Quiet from').fill('21:00');
    await trigger('Email').click();
    await expect(section(page, 'Email')).toContainText('Not saved');
    await page.goto('/admin/settings');
    await expect(page.getByLabel('Quiet from')).toHaveValue('21:00');
    await expect(section(page, 'Portal').getByRole('radio')).toHaveCount(0);
  });

  await test.step('shows the state that somebody else saved', async () => {
    await saveSettings(admin, { documents: { maxMb: 10 } });
    await page.reload();
    await expect(trigger('Documents')).toHaveAccessibleDescription('Files of up to 10 MB');
  });

  await test.step('an error in a folded part opens it and gets the focus', async () => {
    await openSettings(page, 'Portal');
    const portal = section(page, 'Portal');
    await portal.getByText('Advanced').click();
    await portal.getByLabel('Days to remember a device').fill('0');
    await portal.getByText('Advanced').click();
    await portal.getByRole('button', { name: 'Save Portal' }).click();
    await expect(portal.getByLabel('Days to remember a device')).toBeFocused();
  });
});
