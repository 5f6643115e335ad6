import type { Page } from '@playwright/test';
import { MINUTE_MS } from '#shared/rules/time.ts';
import type { ClientDesk } from '../../support/acts.ts';
import { Caller } from '../../support/api.ts';
import { expectAccessible } from '../../support/browser/axe.ts';
import { openClient, panel } from '../../support/browser/client-page.ts';
import { options } from '../../support/browser/documents.ts';
import { test } from '../../support/browser/people.ts';
import { shoot } from '../../support/browser/shoot.ts';
import { dismissToast, expectToast, toastOf } from '../../support/browser/toast.ts';
import { expect } from '../../support/browser/watched.ts';
import { newAdmin } from '../../support/builders.ts';
import { START, setNow } from '../../support/clock.ts';
import { settleFactfind, startFactfind } from '../../support/factfind.ts';
import { newPerson } from '../../support/people/persons.ts';
import { expectStates } from '../accessibility/states.ts';

const SAVE = 'PATCH /api/clients/{id}/factfind';
const ASK = 'POST /api/clients/{id}/factfind/ask';
const ACCEPT = 'POST /api/clients/{id}/factfind/accept';
const pathOf = ({ id }: { id: string }) => `/adviser/clients/${id}/fact-find`;
const answers = (page: Page) => panel(page, 'Fact-find', true);
const rowOf = (page: Page, question: string) =>
  answers(page)
    .locator('dl > div')
    .filter({ has: page.getByText(question, { exact: true }) });

const save = ({ by, own }: ClientDesk, section: string, given: object[]) =>
  by(SAVE, { body: { section, answers: given } }, own);
async function send({ read, own }: ClientDesk) {
  const { request } = await read('GET /api/clients/{id}/factfind');
  return own.call('POST /api/requests/{id}/submit', { params: { id: request.id } });
}

test('staff fill in the answers one after the other, and what they type is kept', async ({ page, adviser, client }) => {
  await startFactfind(adviser, client.id, ['you', 'pensions']);
  await page.goto(pathOf(client));
  await expect(answers(page)).toContainText('Nothing answered yet.');
  await expect(page).toHaveTitle(/Fact-find of Mia Wood/);
  const dialog = page.getByRole('dialog', { name: 'About you' });
  const next = dialog.getByRole('button', { name: 'Save and Next' });

  await test.step('Enter saves and goes on, and a question can be skipped', async () => {
    await page.getByRole('button', { name: 'Fill In…', exact: true }).click();
    await expect(dialog.getByLabel('What is your full name?')).toBeFocused();
    await expect(next).toBeDisabled();
    await page.keyboard.type('Mia Ann Wood');
    await page.keyboard.press('Enter');
    await expect(dialog.getByLabel('What should we call you?')).toBeFocused();
    await dialog.getByRole('button', { name: 'Skip' }).click();
    await dialog.getByLabel('When were you born?').fill('1980-02-03');
    await next.click();
    await dialog.getByRole('button', { name: 'Doesn’t know' }).click();
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await expectToast(page, 'Answer Saved');
    await dismissToast(page);
    await expect(rowOf(page, 'What is your full name?')).toContainText(/Mia Ann WoodRuth Amari/);
    await expect(rowOf(page, 'When were you born?')).toContainText('3 February 1980');
    await expect(rowOf(page, 'What is your National Insurance number?')).toContainText('Doesn’t know');
    await expect(rowOf(page, 'What should we call you?')).toContainText('No answer');
  });

  await test.step('keeps what is typed over a reload, and asks before it is discarded', async () => {
    const open = page.getByRole('button', { name: 'Fill In: What is your nationality?' });
    await open.click();
    await expect(dialog.getByLabel('What is your nationality?')).toBeFocused();
    await page.keyboard.type('Peruvian');
    await page.reload();
    await open.click();
    await expect(dialog).toContainText('Restored what you typed earlier.');
    await expect(dialog.getByLabel('What is your nationality?')).toHaveValue('Peruvian');
    await page.keyboard.press('Escape');
    await expect(dialog).toContainText('Discard changes?');
    await dialog.getByRole('button', { name: 'Discard', exact: true }).last().click();
    await expect(dialog).toBeHidden();
    await expect(open).toBeFocused();
  });

  await test.step('fills in rows of a list', async () => {
    await page.getByRole('button', { name: 'Fill In: Which pensions do you have?' }).click();
    const pensions = page.getByRole('dialog', { name: 'Pensions' });
    await pensions.getByRole('button', { name: 'Add a Pension' }).click();
    await pensions.getByLabel('Who is it with?').fill('Aviva');
    await page.keyboard.press('Enter');
    await pensions.getByLabel('What is it worth?').fill('much');
    await pensions.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(pensions).toContainText('Must be a whole number of pounds, 0 or more');
    await pensions.getByLabel('What is it worth?').fill('£45,000');
    await page.keyboard.press('Control+Enter');
    await expect(pensions.getByText('Do you think there is a pension that you lost track of?')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(rowOf(page, 'Which pensions do you have?')).toContainText('Aviva · £45,000');
  });
});

test('staff correct what the client sent with a reason, and put it back', async ({ page, api, adviser, client }) => {
  test.slow();
  await startFactfind(adviser, client.id, ['you']);
  await save(client, 'you', [{ key: 'known', n: 0, v: 'Mia' }]);
  await send(client);
  setNow(START + 20 * MINUTE_MS);
  await page.goto(pathOf(client));
  const known = rowOf(page, 'What should we call you?');
  const dialog = page.getByRole('dialog', { name: 'About you' });
  const correct = () => known.getByRole('button', { name: 'Correct: What should we call you?' }).click();
  const submit = dialog.getByRole('button', { name: 'Save' });

  await test.step('needs a reason, and keeps both after a failure', async () => {
    await correct();
    await dialog.getByLabel('What should we call you?').fill('Mimi');
    await submit.click();
    await expect(dialog.getByLabel('Reason')).toBeFocused();
    await expect(dialog).toContainText('Say why you change the client’s answer');
    await dialog.getByLabel('Reason').fill('x'.repeat(201));
    api.expected.push(/400/);
    await submit.click();
    await expect(dialog.getByLabel('Reason')).toHaveAccessibleDescription('Use at most 200 characters');
    await dismissToast(page);
    await dialog.getByLabel('Reason').fill('On the phone');
    api.fails(SAVE);
    await submit.click();
    await expect(toastOf(page)).toContainText('Failed to save the answer');
    api.recovers();
    await submit.click();
    await expect(dialog).toBeHidden();
    await expect(known).toContainText(/Mimi.*: “On the phone”.*Before: Mia \(Mia Wood/);
    await expect(page.getByRole('link', { name: 'Changed since it was sent (1)' })).toBeVisible();
  });

  await test.step('puts back what the client said', async () => {
    await known.getByRole('button', { name: 'Put Back: What should we call you?' }).click();
    await expect(known).toContainText(/^What should we call you\?Mia/);
    await expect(known.getByRole('button', { name: /Put Back/ })).toHaveCount(0);
  });

  await test.step('shows what somebody saved meanwhile, to choose the right one', async () => {
    await correct();
    await dialog.getByLabel('What should we call you?').fill('M. Wood');
    await dialog.getByLabel('Reason').fill('Passport');
    await save(client, 'you', [{ key: 'known', n: 3, v: 'Amelia' }]);
    api.expected.push(/409/);
    await submit.click();
    await expect(dialog.getByRole('alert')).toContainText(
      /Somebody changed this answer meanwhile\.Mia Wood.*: Amelia.*Yours: M\. Wood/,
    );
    await expect(submit).toBeDisabled();
    await expectAccessible(page, 'axe');
    await shoot(page, 'a newer answer');
    await dialog.getByLabel('What should we call you?').fill('M. Wood'.repeat(50));
    await expect(dialog.getByRole('alert')).toContainText('Yours: M. WoodM. Wood');
    await dialog.getByLabel('What should we call you?').fill('M. Wood');
    await dialog.getByRole('button', { name: 'Keep Yours' }).click();
    await submit.click();
    await expect(dialog).toBeHidden();
    await expect(known).toContainText(/M\. Wood.*Before: Amelia/);
  });

  await test.step('nothing can be changed once it is waived', async () => {
    const { request } = await client.read('GET /api/clients/{id}/factfind');
    const body = { version: request.version, decision: 'waive' };
    await adviser.call('POST /api/requests/{id}/decision', { params: { id: request.id }, body });
    await page.reload();
    await expect(answers(page)).toContainText('Waived');
    await expect(answers(page).getByRole('button', { name: /Fill In|Correct|Put Back/ })).toHaveCount(0);
  });
});

test('staff collect questions at the answers, and send them together', async ({ page, api, adviser, client }) => {
  await startFactfind(adviser, client.id, ['you']);
  await save(client, 'you', [{ key: 'known', n: 0, v: 'Mia' }]);
  await send(client);
  await page.goto(pathOf(client));
  const known = rowOf(page, 'What should we call you?');
  const born = rowOf(page, 'When were you born?');
  const dialog = page.getByRole('dialog', { name: 'Ask About an Answer' });
  const collect = async (question: string, text: string) => {
    await page.getByRole('button', { name: `Ask: ${question}` }).click();
    await dialog.getByLabel('Question').fill(text);
    await dialog.getByRole('button', { name: 'Add Question' }).click();
    await expect(dialog).toBeHidden();
  };

  await test.step('keeps them over a reload, to be edited or removed', async () => {
    await collect('What should we call you?', 'Is it Mia?');
    await collect('When were you born?', 'Which day?');
    await page.reload();
    await expect(born).toContainText('Not sent yet: Which day?');
    await born.getByRole('button', { name: 'Remove the question: Which day?' }).click();
    await expect(page.getByRole('button', { name: 'Ask 1 Question' })).toBeVisible();
    await known.getByRole('button', { name: 'Edit the question: Is it Mia?' }).click();
    await dialog.getByLabel('Question').fill('Is it short for something?');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await collect('When were you born?', 'Is it the third?');
  });

  await test.step('sends them, and keeps them after a failure', async () => {
    const ask = page.getByRole('button', { name: 'Ask 2 Questions' });
    api.fails(ASK);
    await ask.click();
    await expect(toastOf(page)).toContainText('Failed to send the questions');
    api.recovers();
    await ask.click();
    await expectToast(page, '2 Questions Sent', 'The client is told within half an hour.');
    await expect(known).toContainText('You asked: Is it short for something?');
    await expect(answers(page)).toContainText('With the client');
    await expect(page.getByRole('button', { name: /^Ask \d/ })).toHaveCount(0);
    await expect(page.getByText('Not sent yet')).toHaveCount(0);
    await expectStates(page, [['questions', async () => undefined, 'both engines', 'at each width']]);
  });

  await test.step('shows which are left', async () => {
    await save(client, 'you', [{ key: 'born', n: 0, v: '1980-02-03' }]);
    await page.reload();
    await page.getByRole('link', { name: 'Asked (1)' }).click();
    await expect(answers(page).getByRole('term')).toHaveText(['What should we call you?']);
  });
});

test('staff accept the answers, open them again, and find the rest in the menu', async ({
  page,
  api,
  adviser,
  client,
}) => {
  test.slow();
  const accept = page.getByRole('button', { name: 'Accept…' });
  const menu = async () => {
    await page.getByRole('button', { name: 'More for Fact-find' }).click();
    return page.getByRole('menuitem');
  };
  await startFactfind(adviser, client.id, ['you']);
  await save(client, 'you', [{ key: 'known', n: 0, v: 'Mia' }]);
  await page.goto(pathOf(client));

  await test.step('not before the client has sent them', async () => {
    await expect(answers(page)).toContainText('You can accept the answers once the client has sent them.');
    await expect(accept).toHaveCount(0);
    await expect(await menu()).toHaveText(['Export CSV', 'Edit…', 'Waive…']);
    await page.getByRole('menuitem', { name: 'Edit…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit Fact-Find' });
    await dialog.getByLabel('Message').fill('No hurry.');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(answers(page)).toContainText('“No hurry.”');
    await dismissToast(page);
  });

  await send(client);
  await page.reload();
  const dialog = page.getByRole('dialog', { name: 'Accept Fact-Find' });
  const confirm = dialog.getByRole('button', { name: 'Accept' });

  await test.step('say when they agreed what they corrected', async () => {
    await accept.click();
    await expect(dialog).toContainText('Makes a dated copy for both of you.');
    await expect(dialog).toContainText('7 questions have no answer.');
    await expect(confirm).toBeEnabled();
    await page.keyboard.press('Escape');
    const reason = 'On the phone';
    setNow(START + 20 * MINUTE_MS);
    const given = { key: 'known', n: 1, v: 'Mimi', reason };
    await adviser.call(SAVE, { params: { id: client.id }, body: { section: 'you', answers: [given] } });
    await page.reload();
    await accept.click();
    await expect(confirm).toBeDisabled();
    const agreedOn = dialog.getByLabel('Agreed with the client on');
    await agreedOn.fill('2026-11-26');
    api.expected.push(/400/);
    await confirm.click();
    await expect(dialog).toContainText('Choose today or an earlier day');
    await dismissToast(page);
    await agreedOn.fill('2026-11-24');
    api.fails(ACCEPT);
    await confirm.click();
    await expect(toastOf(page)).toContainText('Failed to accept the fact-find');
    api.recovers();
    await confirm.click();
    await expectToast(page, 'Fact-Find Accepted');
    await toastOf(page).getByRole('button', { name: 'Complete 2.3' }).click();
    await expectToast(page, 'Stage Updated');
    await dismissToast(page);
    await expect(answers(page)).toContainText(/Agreed 24 Nov.*Agreed on 24 November 2026/);
    await expect(answers(page).getByRole('button', { name: 'Open the Copy' })).toBeVisible();
    await expectStates(page, [['accepted', async () => undefined, 'both engines', 'at each width']]);
  });

  await test.step('the copy is neither moved nor deleted', async () => {
    await openClient(page, client);
    const documents = panel(page, 'Documents by Stage');
    await expect(documents.getByText('Agreed fact-find', { exact: true })).toBeVisible();
    const [{ name }] = await client.read('GET /api/clients/{id}/documents');
    const copy = await options(page, name);
    await expect(copy).toContainText('This is the agreed fact-find and stays as long as the client.');
    await expect(copy.getByRole('button', { name: /Move|Delete/ })).toHaveCount(0);
    await page.goto(pathOf(client));
  });

  await test.step('open it again with a reason', async () => {
    await page.getByRole('button', { name: 'Open Again…' }).click();
    const again = page.getByRole('dialog', { name: 'Open Fact-Find Again' });
    await again.getByLabel('What should the client change?').fill('You have moved.');
    await again.getByRole('button', { name: 'Open Again' }).click();
    await expectToast(page, 'Fact-Find Opened Again', 'The client is told within half an hour.');
    await expect(answers(page)).toContainText('“You have moved.”');
    await expect(answers(page)).toContainText('Last agreed on 24 November 2026');
    await dismissToast(page);
  });

  await test.step('export and waive it from the menu', async () => {
    await menu();
    const download = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: 'Export CSV' }).click();
    expect((await download).suggestedFilename()).toBe('Fact-find of Mia Wood 2026-11-25.csv');
    await dismissToast(page);
    await menu();
    await page.getByRole('menuitem', { name: 'Waive…' }).click();
    await page.getByRole('dialog', { name: 'Waive Request' }).getByRole('button', { name: 'Waive' }).click();
    await expect(answers(page)).toContainText('Waived');
    await expect(await menu()).toHaveText(['Export CSV', 'Reopen']);
  });
});

test('answers of a person who was removed stay readable', async ({ page, adviser, client }) => {
  const rob = await newPerson(adviser, client, { name: 'Rob Wood' });
  await startFactfind(adviser, client.id, ['you']);
  const body = { section: 'you.2', answers: [{ key: 'known', n: 0, v: 'Bobby' }] };
  await client.by(SAVE, { body }, new Caller(rob.token));
  await client.by('DELETE /api/people/{id}', { params: { id: rob.id } });
  await page.goto(pathOf(client));
  const former = page.getByRole('region', { name: 'About you: Rob Wood' });
  await expect(former.getByText('Bobby')).toBeHidden();
  await former.getByRole('button', { name: 'No longer asked: 1 answer' }).click();
  await expect(former.getByText('Bobby')).toBeVisible();
  await expect(former.getByRole('button', { name: /Correct|Ask/ })).toHaveCount(0);
});

test('answers to questions of the firm that are no longer asked stay readable', async ({ page, adviser, client }) => {
  const admin = await newAdmin();
  const form = async (own: object[]) => {
    const { version } = (await admin.call('GET /api/factfind-form')).body;
    await admin.call('PATCH /api/factfind-form', { body: { version, off: [], own } });
  };
  await form([{ id: 'own-abcdefgh', text: 'Do you have a pet?', type: 'line' }]);
  await startFactfind(adviser, client.id, ['more']);
  await form([]);
  await save(client, 'more', [{ key: 'own-abcdefgh', n: 0, v: 'A cat' }]);
  await settleFactfind(adviser, client.id);
  await startFactfind(adviser, client.id, ['more']);
  await page.goto(pathOf(client));
  await page.getByRole('button', { name: 'No longer asked: 1 answer' }).click();
  await expect(rowOf(page, 'A question of your firm that is no longer asked')).toContainText(/A catMia Wood/);
});

test('a pension of the fact-find is added to the plans, once', async ({ page, api, adviser, client }) => {
  await startFactfind(adviser, client.id, ['pensions']);
  const [aviva, nest] = [
    { id: 'aaaaaaaa', with: 'Aviva', number: 'AV-1', worth: 45_000 },
    { id: 'bbbbbbbb', with: 'Nest' },
  ];
  await save(client, 'pensions', [{ key: 'pensions', n: 0, v: [aviva, nest] }]);
  await page.goto(pathOf(client));
  const dialog = page.getByRole('dialog', { name: 'Add Plan' });
  const submit = dialog.getByRole('button', { name: 'Add Plan' });
  const rows = rowOf(page, 'Which pensions do you have?').getByRole('listitem');

  await page.getByRole('button', { name: 'Add to Plans: Aviva · number AV-1 · £45,000' }).click();
  await expect(dialog.getByLabel('Provider')).toHaveValue('Aviva');
  await expect(dialog.getByLabel('Plan Type')).toHaveValue('pension');
  await expect(dialog.getByLabel('Approx. Valuation (£)')).toHaveValue('45000');
  await submit.click();
  await expectToast(page, 'Plan Added');
  await dismissToast(page);
  await expect(rows).toHaveText([/Aviva.*In plans$/, /Nest.*Add to Plans…$/]);
  await expect(page.getByRole('region', { name: 'Pensions' })).toBeFocused();

  await test.step('says that somebody else added it meanwhile', async () => {
    await page.getByRole('button', { name: 'Add to Plans: Nest' }).click();
    await dialog.getByLabel('Plan Number').fill('N-1');
    const stageId = `${client.id}.2.2`;
    const body = { provider: 'Nest', planType: 'pension', planNumber: 'N-1', factfindRow: 'pensions/bbbbbbbb' };
    await adviser.call('POST /api/stages/{stageId}/plans', { params: { stageId }, body });
    api.expected.push(/409/);
    await submit.click();
    await expect(toastOf(page)).toContainText('This is in the plans already.');
    await expect(dialog.getByLabel('Plan Number')).toHaveValue('N-1');
    await page.keyboard.press('Escape');
    await dialog.getByRole('button', { name: 'Discard', exact: true }).click();
    await expect(rows).toHaveText([/In plans$/, /In plans$/]);
  });
});
