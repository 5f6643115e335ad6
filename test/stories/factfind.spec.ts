import { createHash } from 'node:crypto';
import type { Page } from '@playwright/test';
import { sayLongDay } from '#shared/rules/say-date.ts';
import { clientOf } from '../support/acts.ts';
import { openClient, panel } from '../support/browser/client-page.ts';
import { enter, test } from '../support/browser/people.ts';
import { dismissToast, expectToast } from '../support/browser/toast.ts';
import { expect, otherBrowser } from '../support/browser/watched.ts';
import { newAdviser, PASSWORD, signIn } from '../support/builders.ts';
import { START, setNow } from '../support/clock.ts';
import { inDays } from '../support/days.ts';
import { acceptFactfind, startFactfind } from '../support/factfind.ts';
import { SOON } from '../support/inbox.ts';
import { mailsTo } from '../support/mail.ts';
import { newPerson } from '../support/people/persons.ts';
import { partitionOf } from '../support/recount.ts';

// A fact-find on two devices: begun on a phone, gone on with at a computer, sent with gaps, and read by the adviser. A
// couple’s is asked about, corrected, agreed, kept by both sides, and begun again after a year.

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

const PAY = 'How much do you earn a year, before tax?';
const YEAR_MS = 365 * 86_400_000;

test('a couple’s fact-find is corrected, agreed and kept by both sides, and begun again after a year', async ({
  page,
  watch,
}) => {
  const ruth = await newAdviser('Ruth Amari');
  await enter(page.context(), ruth);
  const sarah = await clientOf(ruth, { name: 'Sarah Smith' });
  const rob = await newPerson(ruth, sarah, { name: 'Rob Smith' });
  const [hers, his] = [await otherBrowser(page, watch, PHONE), await otherBrowser(page, watch, PHONE)];
  const dialog = page.getByRole('dialog');
  const open = async (phone: Page, { token }: { token: string }, path = '') => {
    await phone.goto(`/portal/${token}/fact-find${path}`);
    await expect(title(phone)).toBeFocused();
  };
  /** Waits for the answers, as opening another page cancels a request. */
  const saved = (phone: Page) => expect(phone.getByRole('status').filter({ hasText: /^Saved/ })).toBeVisible();
  const earn = async (phone: Page, person: { token: string }, key: string, pay: string) => {
    await open(phone, person, `/${key}/a`);
    await phone.getByText('Employed', { exact: true }).tap();
    await press(phone, 'Continue');
    await press(phone, 'Continue');
    await phone.getByLabel(PAY).fill(pay);
    await press(phone, 'Continue');
    await expect(title(phone)).toHaveText('What else do you get from work?');
    await saved(phone);
  };
  const send = async (phone: Page) => {
    await press(phone, `Send to ${ruth.name}`);
    await expect(phone.getByText(`Thank you. ${ruth.name} has your answers and looks at them next.`)).toBeVisible();
  };

  await test.step('both answer on their phones, and one of them sends it', async () => {
    await startFactfind(ruth, sarah.id, ['family', 'work']);
    await earn(hers, sarah, 'work', '52,000');
    await earn(his, rob, 'work.2', '31000');
    await open(his, rob, '/family/a');
    await his.getByText('Married or in a civil partnership').tap();
    await press(his, 'Continue');
    await saved(his);
    await open(his, rob, '/check');
    await send(his);
  });

  await test.step('two questions come back: one answer is changed, the other confirmed', async () => {
    await page.goto(`/adviser/clients/${sarah.id}/fact-find`);
    for (const [name, text] of [
      ['Sarah', 'Is this with the bonus?'],
      ['Rob', 'Is this before tax?'],
    ]) {
      const work = page.getByRole('region', { name: `Work and income: ${name}` });
      await work.getByRole('button', { name: `Ask: ${PAY}` }).click();
      await dialog.getByLabel('Question').fill(text ?? '');
      await dialog.getByRole('button', { name: 'Add Question' }).click();
      await expect(dialog).toBeHidden();
    }
    await page.getByRole('button', { name: 'Ask 2 Questions' }).click();
    await expectToast(page, '2 Questions Sent');
    await dismissToast(page);
    await hers.goto(`/portal/${sarah.token}`);
    await expect(hers.getByText(`2 questions from ${ruth.name}`)).toBeVisible();
    await hers.getByRole('link', { name: 'Go On' }).tap();
    await hers.getByRole('link', { name: 'Go On' }).tap();
    await hers.getByLabel(PAY).fill('53000');
    await press(hers, 'Continue');
    await expect(hers.getByText(`${ruth.name} asks: Is this before tax?`)).toBeVisible();
    await press(hers, 'Continue');
    await expect(title(hers)).toHaveText('Check Your Answers');
    await send(hers);
  });

  await test.step('of two corrections, the client sees one and refuses the other', async () => {
    await page.reload();
    const work = page.getByRole('region', { name: 'Work and income: Sarah' });
    await work.getByRole('button', { name: `Correct: ${PAY}` }).click();
    await dialog.getByLabel(PAY).fill('58000');
    await dialog.getByLabel('Reason').fill('payslip');
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(dialog).toBeHidden();
    await page.getByRole('button', { name: 'Correct: Which of these is true for you?' }).click();
    await dialog.getByText('Living with a partner').click();
    await dialog.getByLabel('Reason').fill('as we spoke');
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(dialog).toBeHidden();
    await open(hers, sarah, '/check');
    await expect(hers.getByText(/^Ruth Amari changed £53,000 to £58,000 on \d+ \w+: “payslip”\.$/)).toBeVisible();
    const family = hers.getByRole('group').filter({ hasText: 'Which of these is true for you?' });
    await family.getByRole('button', { name: 'That’s Wrong' }).tap();
    await expect(family.getByText(`Your answer is back, and ${ruth.name} is told.`)).toBeVisible();
  });

  await test.step('it is agreed on a day, and both sides open the copy, whose hash is in the audit log', async () => {
    await page.reload();
    await page.getByRole('button', { name: 'Accept…' }).click();
    await dialog.getByLabel('Agreed with the client on').fill(inDays(0));
    await dialog.getByRole('button', { name: 'Accept', exact: true }).click();
    await expectToast(page, 'Fact-Find Accepted');
    await page.getByRole('button', { name: 'Complete 2.3' }).click();
    await expectToast(page, 'Stage Updated');
    const { request } = await sarah.read('GET /api/clients/{id}/factfind');
    const copied = { params: { id: request.facts.documentId } };
    const { body: bytes } = await ruth.call('GET /api/documents/{id}/download', copied);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const entries = await partitionOf(sarah.id);
    for (const action of ['factfind-accepted', 'document-uploaded'])
      expect(entries.find((entry) => entry.action === action)?.data).toMatchObject({ sha256 });
    await open(his, rob);
    await expect(his.getByText(`Agreed on ${sayLongDay(inDays(0))}`)).toBeVisible();
    for (const [side, name] of [
      [his, 'Open My Copy'],
      [page, 'Open the Copy'],
    ] as const) {
      const opening = side.waitForEvent('popup');
      await side.getByRole('button', { name }).click();
      const copy = (await opening).frameLocator('iframe').locator('body');
      await expect(copy).toContainText(/£58,000\s+\(Ruth Amari,/);
      await expect(copy).toContainText(/Before: £53,000 \(Sarah Smith,[^)]*\), changed by Ruth Amari: “payslip”/);
      await expect(copy).toContainText(/£31,000\s+\(Rob Smith,/);
    }
  });

  await test.step('after a year it begins with the old answers, and its copy says what changed', async () => {
    setNow(START + YEAR_MS);
    const again = await signIn(ruth.email, PASSWORD);
    await startFactfind(again, sarah.id, ['family', 'work']);
    await open(hers, sarah, '/work/c');
    await expect(hers.getByLabel(PAY)).toHaveValue('58000');
    await expect(hers.getByText('Ruth Amari changed')).toHaveCount(0);
    await hers.getByLabel(PAY).fill('61000');
    await press(hers, 'Continue');
    await saved(hers);
    await open(hers, sarah, '/check');
    await send(hers);
    const { document } = await acceptFactfind(again, sarah.id, inDays(0));
    const { body: bytes } = await again.call('GET /api/documents/{id}/download', { params: { id: document.id } });
    expect(Buffer.from(bytes).toString()).toMatch(
      /WHAT CHANGED SINCE THE COPY OF .*\n\nWork and income: Sarah Smith – .*\n {2}£58,000 → £61,000/,
    );
  });
});
