import type { Page } from '@playwright/test';
import { clientOf } from '../support/acts.ts';
import { openClient, panel } from '../support/browser/client-page.ts';
import { enter, test } from '../support/browser/people.ts';
import { expectToast } from '../support/browser/toast.ts';
import { expect, otherBrowser } from '../support/browser/watched.ts';
import { newAdviser } from '../support/builders.ts';
import { SOON } from '../support/inbox.ts';
import { mailsTo } from '../support/mail.ts';

// A fact-find on two devices: begun on a phone, gone on with at a computer, sent with gaps, and read by the adviser.

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, locale: 'en-GB' };
const COMPUTER = { viewport: { width: 1280, height: 900 }, locale: 'en-GB' };

const title = (page: Page) => page.getByRole('heading', { level: 1 });
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const section = (page: Page, name: string) => page.getByRole('link', { name: new RegExp(`^${name}`) });

test('a fact-find is begun on a phone, gone on with elsewhere, sent with gaps, and read', async ({ page, watch }) => {
  const adviser = await newAdviser('Ruth Amari');
  await enter(page.context(), adviser);
  const sarah = await clientOf(adviser, { name: 'Sarah Smith' });
  const [phone, computer] = [await otherBrowser(page, watch, PHONE), await otherBrowser(page, watch, COMPUTER)];
  const dialog = page.getByRole('dialog');

  await test.step('the adviser starts it with a message, and the client is told', async () => {
    await openClient(page, sarah);
    await panel(page, 'Requests').getByRole('button', { name: 'Start Fact-Find…' }).click();
    await dialog.getByLabel('Message').fill('Before we meet.');
    await dialog.getByRole('button', { name: 'Start Fact-Find' }).click();
    await expectToast(page, 'Fact-Find Started');
    const { email } = await sarah.now();
    await expect
      .poll(async () => (await mailsTo(email)).map(({ subject }) => subject), SOON)
      .toContainEqual(expect.stringMatching(/has questions for you$/));
  });

  await test.step('the client begins on a phone', async () => {
    await phone.goto(`/portal/${sarah.token}`);
    await phone.getByRole('link', { name: 'Start', exact: true }).tap();
    await section(phone, 'Family').tap();
    await phone.getByText('Married or in a civil partnership').tap();
    await press(phone, 'Continue');
    await expect(title(phone)).toHaveText(/partner/);
    await expect(phone.getByRole('status').filter({ hasText: /^Saved/ })).toBeVisible();
  });

  await test.step('goes on at a computer, where the answer is, and changes it: the condition follows', async () => {
    await computer.goto(`/portal/${sarah.token}/fact-find`);
    await expect(section(computer, 'Family')).toContainText('Started');
    // The section opens at the first question without an answer.
    await section(computer, 'Family').click();
    await expect(title(computer)).toHaveText(/partner/);
    await computer.goto(`/portal/${sarah.token}/fact-find/family/a`);
    await expect(computer.getByLabel('Married or in a civil partnership')).toBeChecked();
    await computer.getByText('Single', { exact: true }).click();
    await press(computer, 'Continue');
    await expect(title(computer)).not.toHaveText(/partner/);
  });

  await test.step('sends it with gaps', async () => {
    await computer.goto(`/portal/${sarah.token}/fact-find/check`);
    await expect(computer.getByText(/^\d+ questions have no answer\.$/)).toBeVisible();
    await press(computer, `Send to ${adviser.name}`);
    await expect(
      computer.getByText(`Thank you. ${adviser.name} has your answers and looks at them next.`),
    ).toBeVisible();
  });

  await test.step('the adviser reads the answer, who gave it, and what is missing', async () => {
    await page.reload();
    const row = panel(page, 'Requests').getByRole('listitem').filter({ hasText: 'Fact-find' });
    await expect(row).toContainText('To review');
    await row.getByRole('link', { name: /Open/ }).click();
    const family = page.getByRole('region', { name: 'Family' });
    await expect(family).toContainText('Single');
    await expect(family).toContainText('Sarah Smith');
    await expect(page.getByRole('link', { name: /^No answer/ })).toBeVisible();
  });
});
