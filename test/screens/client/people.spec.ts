import type { Page } from '@playwright/test';
import { openPortal } from '../../support/acts.ts';
import { Caller } from '../../support/api.ts';
import { changeStored } from '../../support/aws.ts';
import { openClient, panel, refresh } from '../../support/browser/client-page.ts';
import { test } from '../../support/browser/people.ts';
import { dismissToast, expectToast, toastOf } from '../../support/browser/toast.ts';
import { expect } from '../../support/browser/watched.ts';
import { mailsTo } from '../../support/mail.ts';
import { newPerson } from '../../support/people/persons.ts';

const card = (page: Page) => panel(page, 'Client Portal Access');
const rows = (page: Page) => card(page).getByRole('list', { name: 'People with a link' }).locator('> li');
const row = (page: Page, name: string) => rows(page).filter({ hasText: name });
const dialogOf = (page: Page) => page.getByRole('dialog');
const field = (page: Page, label: string) => dialogOf(page).getByLabel(label, { exact: true });
const press = (page: Page, name: string) => dialogOf(page).getByRole('button', { name, exact: true }).click();

async function more(page: Page, name: string, item: string) {
  await card(page)
    .getByRole('button', { name: `More for ${name}` })
    .click();
  await page.getByRole('menuitem', { name: item }).click();
}

test('an adviser adds a second person and an attorney', async ({ page, api, client, watch }) => {
  watch.expected.push(/^40[09] POST /, /status of 40[09]/);
  await openClient(page, client);
  const add = () => card(page).getByRole('button', { name: 'Add a Person…' }).click();

  await test.step('shows one person as before, and a button', async () => {
    await expect(card(page)).toContainText('One person so far.');
    await expect(card(page).getByRole('button', { name: 'Copy Link' })).toBeVisible();
    await expect(rows(page)).toHaveCount(0);
  });

  await test.step('refuses somebody who is here already, and keeps what was typed', async () => {
    await add();
    await field(page, 'Name').fill('Mia Wood');
    await field(page, 'Email').fill(client.email.toUpperCase());
    await expect(dialogOf(page)).toContainText('Both use this mailbox, so either can open the other’s link.');
    await press(page, 'Add Person');
    await expectToast(page, 'Error', 'Failed to add the person');
    await expect(dialogOf(page).getByRole('alert')).toHaveText('This person is here already');
    await expect(field(page, 'Name')).toHaveValue('Mia Wood');
    await dismissToast(page);
  });

  await test.step('adds a second person, and emails and shows the link', async () => {
    await field(page, 'Name').fill('Rob Wood');
    await field(page, 'Email').fill('rob@clients.example');
    await expect(dialogOf(page)).not.toContainText('Both use this mailbox');
    await field(page, 'Email them their link').check();
    await press(page, 'Add Person');
    await expectToast(page, 'Person Added');
    await expect(toastOf(page)).toContainText(/Portal link: http:.+--2/);
    await expect(row(page, 'Mia Wood')).toContainText('Mia Wood · first · link not emailed yet');
    await expect(row(page, 'Rob Wood')).toContainText('Rob Wood · second client · link emailed 25 Nov');
    await expect(card(page)).toContainText('Anyone with a link can open it.');
    expect(await mailsTo('rob@clients.example')).toHaveLength(1);
    await dismissToast(page);
  });

  await test.step('asks for the day of an attorney’s power at its field, also after a reload', async () => {
    await add();
    await field(page, 'Name').fill('Ann Wood');
    await field(page, 'Email').fill('ann@clients.example');
    await field(page, 'Attorney').check();
    await press(page, 'Add Person');
    await expect(field(page, 'Registered power seen on')).toHaveAccessibleDescription(
      'Say when you saw the registered power',
    );
    await expect(field(page, 'Registered power seen on')).toBeFocused();
    await page.reload();
    await add();
    await expect(field(page, 'Name')).toHaveValue('Ann Wood');
    await field(page, 'Registered power seen on').fill('2026-11-20');
    await press(page, 'Add Person');
    await expect(row(page, 'Ann Wood')).toContainText('Ann Wood · attorney · link emailed 25 Nov');
    expect(api.sent('POST /api/clients/{id}/people').at(-1)).toMatchObject({
      body: { kind: 'attorney', powerSeenOn: '2026-11-20', emailLink: true },
    });
  });
});

test('an adviser changes and removes a person', async ({ page, adviser, client, watch }) => {
  watch.expected.push(/^409 PATCH /, /status of 409/);
  const rob = await newPerson(adviser, client, { name: 'Rob Wood', email: 'rob@clients.example' });
  await openPortal(rob.token);
  await client.write('Good morning', new Caller(rob.token));
  await adviser.call('POST /api/people/{id}/send-link', { params: { id: rob.id } });
  const change = (version: number, given: object) =>
    adviser.call('PATCH /api/people/{id}', {
      params: { id: rob.id },
      body: { name: 'Rob Wood', email: rob.email, kind: 'second', version, ...given },
    });
  await openClient(page, client);

  await test.step('names who wrote a message', async () => {
    await expect(panel(page, 'Messages').getByRole('log')).toContainText('Rob Wood');
    await expect(panel(page, 'Audit Log')).toContainText(/Rob Wood(?!’).*message/);
  });

  await test.step('shows a link and copies it, each person’s own', async () => {
    await expect(row(page, 'Rob Wood')).toContainText('Rob Wood · second client · link opened 25 Nov');
    await row(page, 'Rob Wood').getByRole('button', { name: 'Show Link' }).click();
    await expect(card(page).getByLabel('Portal link of Rob Wood')).toHaveValue(new RegExp(`/portal/${rob.token}$`));
    await expect(row(page, 'Rob Wood').getByRole('button', { name: 'Copy Link' })).toBeVisible();
    await expect(panel(page, 'Audit Log')).toContainText('Viewed the portal link of Rob Wood');
    await row(page, 'Mia Wood').getByRole('button', { name: 'Email Link' }).click();
    await expectToast(page, 'Email Sent', `The portal link has been sent to ${client.email}.`);
    await card(page).getByRole('button', { name: 'More for Mia Wood' }).click();
    await expect(page.getByRole('menuitem')).toHaveText(['Confirm a Device by Phone…']);
    await page.keyboard.press('Escape');
    await dismissToast(page);
  });

  await test.step('keeps what was typed if somebody else saved meanwhile, and shows theirs on request', async () => {
    await more(page, 'Rob Wood', 'Edit…');
    await change(1, { phone: '020 7946 0001' });
    await field(page, 'Name').fill('Robert Wood');
    await press(page, 'Save');
    const alert = dialogOf(page).getByRole('alert');
    await expect(alert).toContainText('Somebody changed this person meanwhile. Reload to see it.');
    await expect(field(page, 'Name')).toHaveValue('Robert Wood');
    await press(page, 'Reload');
    await expect(alert).toHaveCount(0);
    await expect(field(page, 'Phone')).toHaveValue('020 7946 0001');
    await expect(field(page, 'Name')).toHaveValue('Rob Wood');
    await dismissToast(page);
  });

  await test.step('says that a new address voided the link', async () => {
    await field(page, 'Name').fill('Robert Wood');
    await field(page, 'Email').fill('robert@clients.example');
    await press(page, 'Save');
    await expectToast(
      page,
      'Person Updated',
      'The old link was emailed to the former address and no longer works. Please email them the new link.',
    );
    await expect(row(page, 'Robert Wood')).toContainText('link not emailed yet');
    await dismissToast(page);
  });

  await test.step('says that mail to a person was not delivered', async () => {
    await changeStored({ pk: `CLIENT#${client.id}`, sk: 'CLIENT#PERSON#2' }, { 'summary/mailProblem': 'bounced' });
    await refresh(page);
    await expect(row(page, 'Robert Wood')).toContainText('Mail to this address was not delivered');
    await expect(row(page, 'Robert Wood').getByRole('button', { name: 'Email Link' })).toBeDisabled();
    await expect(row(page, 'Mia Wood').getByRole('button', { name: 'Email Link' })).toBeEnabled();
  });

  await test.step('removes the person, and names who was removed', async () => {
    await more(page, 'Robert Wood', 'Remove…');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
    await expectToast(page, 'Person Removed', 'Their link no longer works. What they sent stays.');
    await expect(card(page)).toContainText('One person so far.');
    await expect(card(page).locator(':focus')).toHaveCount(1);
    await expect(panel(page, 'Audit Log')).toContainText('Removed Robert Wood; their link no longer works');
  });
});

test('an admin renews one person’s link, and devices say whose they are', async ({
  page,
  adviser,
  client,
  admin: _,
}) => {
  const rob = await newPerson(adviser, client, { name: 'Rob Wood' });
  await client.change({ stepUp: 'on' });
  await client.confirmDevice({});
  await client.change({ stepUp: 'off', stepUpReason: 'Has no email' });
  await openClient(page, client);
  await card(page).getByRole('button', { name: 'Manage Access' }).click();
  await expect(panel(page, 'Confirmed Devices').getByRole('listitem')).toContainText('Mia Wood');
  for (const name of ['Rob Wood', 'Mia Wood']) {
    await more(page, name, 'New Link…');
    const dialog = page.getByRole('alertdialog', { name: 'New Link' });
    await expect(dialog).toContainText(`You’ll need to send ${name} the new one.`);
    await dialog.getByRole('button', { name: 'Make New Link' }).click();
    await expectToast(page, 'Token Regenerated', 'The old link is no longer valid.');
    await dismissToast(page);
    expect((await openPortal(rob.token)).status).toBe(401);
    expect((await openPortal(client.token)).status).toBe(name === 'Mia Wood' ? 401 : 200);
  }
});

test('a document is requested from each of a couple', async ({ page, api, adviser, client }) => {
  await newPerson(adviser, client, { name: 'Ann Lee', kind: 'attorney', powerSeenOn: '2026-11-20' });
  await openClient(page, client);
  const ask = () => panel(page, 'Requests').getByRole('button', { name: 'Ask for Documents' }).click();
  const [first, second] = [dialogOf(page).getByRole('checkbox').first(), /^From each: /];
  await ask();
  await first.check();
  await expect(dialogOf(page).getByRole('checkbox', { name: second })).toHaveCount(0);
  await page.reload();
  await newPerson(adviser, client, { name: 'Rob Wood' });
  await openClient(page, client);

  await test.step('counts each person’s line, and asks for both', async () => {
    await ask();
    await first.check();
    await press(page, 'Something Else');
    await dialogOf(page).getByLabel('Title').last().fill('Will');
    await dialogOf(page).getByRole('checkbox', { name: 'From each: Will' }).check();
    await press(page, 'Ask for 3 Documents');
    await expectToast(page, 'Documents Requested');
    const { body } = api.sent('POST /api/clients/{id}/requests').at(-1) ?? {};
    const titles = (body as { items: { title: string }[] }).items.map(({ title }) => title);
    expect(titles.slice(1)).toEqual(['Will (Mia)', 'Will (Rob)']);
    await dismissToast(page);
  });

  await test.step('says that the limit counts each person’s line', async () => {
    await ask();
    const boxes = dialogOf(page).getByRole('checkbox', { name: second });
    for (let i = 0; i < 11; i += 1) {
      await press(page, 'Something Else');
      await dialogOf(page).getByLabel('Title').last().fill(`Letter ${i}`);
      await boxes.last().check();
    }
    await press(page, 'Ask for 22 Documents');
    await expect(dialogOf(page).getByRole('alert')).toHaveText(
      'At most 20 at a time. A line “From each” counts once for each person.',
    );
  });
});
