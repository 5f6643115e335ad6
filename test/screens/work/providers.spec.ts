import type { Page } from '@playwright/test';
import type { Loa, LoaOnBoard } from '#shared/contract/loas.ts';
import { type ClientDesk, clientOf } from '../../support/acts.ts';
import { setWidth } from '../../support/browser/fit.ts';
import { enter, test } from '../../support/browser/people.ts';
import { expectClearOf } from '../../support/browser/selection-bar.ts';
import { dismissToast, expectToast, toastOf } from '../../support/browser/toast.ts';
import { expect } from '../../support/browser/watched.ts';
import { newAdmin } from '../../support/builders.ts';
import { inDays } from '../../support/days.ts';
import { lettersOf } from '../../support/loas.ts';
import { expectStates } from '../accessibility/states.ts';

interface Noted {
  provider?: string;
  planNumber?: string;
  /** Days since it was sent; still to be sent without them. */
  ago?: number;
  ref?: string | null;
}

/** Notes a letter about a new plan. */
async function note({ by, id }: ClientDesk, { provider = 'Aviva', planNumber, ago, ref = null }: Noted): Promise<Loa> {
  const { addPlan, note: noteLetter } = lettersOf({ call: by }, id);
  const sent = ago !== undefined && { sent: { on: inDays(-ago), how: 'post', ref } };
  return (await noteLetter([await addPlan(provider, planNumber)], { provider, ...sent })).body;
}

const noteStep = ({ by, id }: ClientDesk, loa: Loa, step: string, more: object) =>
  lettersOf({ call: by }, id).stepAt(loa, loa.version, step, more);

const board = (page: Page) => page.getByRole('region', { name: 'Letters under way' });

const group = (page: Page, name: string) => board(page).getByRole('region', { name, exact: true });
const row = (page: Page, name: string) => board(page).getByRole('row').filter({ hasText: name });
const view = (page: Page, name: string) => board(page).getByRole('link', { name });

async function choose(page: Page, client: string, entry: string) {
  await row(page, client)
    .getByRole('button', { name: /^More for/ })
    .click();
  await page.getByRole('menuitem', { name: entry, exact: true }).click();
}

test('letters are grouped by provider, the longest wait first, with how long an answer takes', async ({
  page,
  api,
  adviser,
  client,
}) => {
  await test.step('shows skeletons while loading, then a failure, then that no letter is under way', async () => {
    api.fails('GET /api/loas/board');
    const release = api.holds('GET /api/loas/board');
    await page.goto('/chase');
    await page.getByRole('navigation', { name: 'Work' }).getByRole('link', { name: 'Providers' }).click();
    await expect(page.locator('.chakra-skeleton')).toHaveCount(4);
    release();
    await expect(page.getByRole('alert')).toContainText('The letters could not be loaded');
    api.recovers();
    await page.getByRole('button', { name: 'Try Again' }).click();
    await expect(board(page)).toHaveText(
      'No letters under wayNote a letter under “Plans & Letters” on a client’s page. It is then chased here.All Clients',
    );
  });

  await test.step('says which chase is next if none is due', async () => {
    await note(client, { provider: 'Aviva', ago: 6 });
    await note(client, { provider: 'Zurich', ago: 0 });
    await page.reload();
    await expect(board(page)).toContainText('Nothing to chase todayNext: Aviva, on Thursday.');
    await expect(page).toHaveTitle(/^Providers · /);
  });

  await test.step('lists what is due, with pace, last step and response times', async () => {
    for (const days of [28, 35, 42, 49, 56]) {
      const loa = await note(client, { provider: 'Royal London', ago: days });
      await noteStep(client, loa, 'received', { on: inDays(14 - days) });
    }
    const ola = await clientOf(adviser, { name: 'Ola Berg' });
    await note(ola, { provider: 'Royal London', ago: 28, ref: 'RL-7' });
    const asked = await note(client, { provider: 'Royal London', ago: 13 });
    await noteStep(client, asked, 'chased', { on: inDays(-7), how: 'phone', whom: 'Sam', note: 'They look for it' });
    await note(ola, { provider: 'Legal & General', ago: 15 });
    await page.reload();
    await expect(board(page).getByRole('heading')).toHaveText(['Royal London', 'Legal & General']);
    await expect(group(page, 'Royal London')).toContainText(
      '2 letters, the oldest 20 working days · Usually 10 working days, 9 of 10 within 10 (5 answers)',
    );
    await expect(group(page, 'Legal & General')).toContainText('1 letter, 11 working days');
    await expect(group(page, 'Royal London').getByRole('row')).toHaveText([
      /./,
      /Ola Berg.*1 plan.*28 Oct 2026.*20.*Very slow.*4 Nov 2026.*Sent on 28 Oct 2026Post\s· ref. RL-7/,
      /Mia Wood.*12 Nov 2026.*9(?!.*In time).*Today.*Chased on 18 Nov 2026Phone\s· SamThey look for it/,
    ]);
    await expect(group(page, 'Legal & General')).toContainText('Slow');
    await expect(view(page, 'Chase Today 3')).toHaveAttribute('aria-current', 'page');
  });

  await test.step('finds letters by provider, client and reference, and keeps the filter in the address', async () => {
    await page.getByRole('searchbox').fill('rl-7');
    await expect(board(page).getByRole('heading')).toHaveText(['Royal London']);
    await page.getByLabel('Provider', { exact: true }).selectOption('Zurich');
    await page.getByRole('searchbox').fill('');
    await view(page, 'Waiting 1').click();
    await page.reload();
    await expect(row(page, 'Mia Wood')).toHaveCount(1);
    await view(page, 'Chase Today 0').click();
    await page.getByRole('button', { name: 'Show All Letters' }).click();
    await expect(view(page, 'Chase Today 3')).toBeVisible();
  });

  await test.step('leads to the letter on the page of its client', async () => {
    await row(page, 'Mia Wood').getByRole('link', { name: 'Mia Wood' }).click();
    await expect(page).toHaveURL(new RegExp(`/adviser/client/${client.id}#loa-`));
  });
});

test('one call is noted for five letters, and a refused one does not stop the others', async ({
  page,
  adviser,
  client,
  watch,
}) => {
  watch.expected.push(/^409 POST /, /status of 409/);
  const names = ['Ann Bell', 'Ben Cole', 'Cara Dunn', 'Dev Egan'];
  const others = await Promise.all(names.map((name) => clientOf(adviser, { name })));
  for (const one of others) await note(one, { ago: 10 });
  const changed = await note(client, { ago: 10 });
  await page.goto('/chase/providers');
  const dialog = page.getByRole('dialog', { name: 'Note One Call' });
  const bar = page.getByRole('region', { name: 'Selected letters' });

  await test.step('the space bar ticks a row, and the name of the provider ticks all', async () => {
    await row(page, 'Mia Wood').waitFor();
    await page.keyboard.press('j');
    await expect(board(page).locator('[data-row-link]').first()).toBeFocused();
    const first = board(page)
      .getByRole('checkbox', { name: /, Aviva$/ })
      .first();
    const before = await first.boundingBox();
    await first.press('Space');
    await expect(bar.getByRole('status')).toHaveText('1 selected');
    expect(await first.boundingBox(), 'the rows stay where they are').toEqual(before);
    await expect(bar.getByRole('button', { name: 'Note a Call' })).toBeVisible();
    const all = page.getByRole('checkbox', { name: 'Select all of Aviva' });
    await expect(all).toHaveJSProperty('indeterminate', true);
    await all.click();
    await expect(bar.getByRole('status')).toHaveText('5 selected');
    await expectClearOf(bar, page.getByRole('region', { name: 'All providers' }), page);
  });

  await test.step('the refused letter stays in the dialog with its reason, and ticked', async () => {
    await noteStep(client, changed, 'acknowledged', { on: inDays(-1) });
    await bar.getByRole('button', { name: 'Note One Call' }).click();
    await dialog.getByLabel('Who You Spoke To').fill('Sam');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog.getByRole('listitem').filter({ hasText: 'Saved' })).toHaveCount(4);
    await expect(dialog.getByRole('listitem').filter({ hasText: 'Mia Wood' })).toContainText(
      'Somebody noted something here meanwhile. It is shown now. Try again if yours is still right.',
    );
    await expectToast(page, 'Error', 'Failed to save the step');
    await dismissToast(page);
  });

  await test.step('it is saved at the second try, and nothing is left to chase', async () => {
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toBeHidden();
    await expectToast(page, 'Step Noted');
    await expect(board(page)).toContainText('Nothing to chase todayNext: Aviva, on 2 Dec 2026.');
    await expect(view(page, 'Waiting 5')).toBeVisible();
    await expect(bar).toBeHidden();
  });

  const { body } = await adviser.call('GET /api/loas/board');
  expect(body.map(({ lastStep }: LoaOnBoard) => lastStep)).toEqual(
    Array(5).fill(expect.objectContaining({ step: 'chased', how: 'phone', whom: 'Sam' })),
  );
});

test('a row notes single steps, takes the last one back, and copies the text of a chase', async ({ page, client }) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await note(client, { ago: 10, planNumber: 'AV 1234', ref: 'AV-7' });
  await page.goto('/chase/providers');
  await row(page, 'Mia Wood').waitFor();

  await choose(page, 'Mia Wood', 'Copy Text');
  await expectToast(page, 'Text Copied');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    [
      'Letter of authority for Mia Wood',
      'Plan number: AV 1234',
      'Sent on 15 Nov 2026 by post',
      'Reference: AV-7',
      '',
      'Please tell us when we can expect your answer.',
    ].join('\n'),
  );
  await dismissToast(page);

  await test.step('the row’s own button notes a chase by phone in two presses', async () => {
    await page.getByRole('button', { name: 'Chased: Mia Wood, Aviva' }).click();
    const chased = page.getByRole('dialog', { name: 'Chased' });
    await expect(chased.getByLabel('How')).toHaveValue('phone');
    await chased.getByRole('button', { name: 'Save' }).click();
    await expectToast(page, 'Step Noted');
    await expect(page.getByRole('button', { name: /^Chased: / })).toHaveCount(0);
    await toastOf(page).getByRole('button', { name: 'Undo' }).click();
    await expectToast(page, 'Step Taken Back');
    await dismissToast(page);
  });

  await choose(page, 'Mia Wood', 'Returned');
  const dialog = page.getByRole('dialog', { name: 'Returned' });
  await dialog.getByLabel('Why It Came Back').selectOption('Signature');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expectToast(page, 'Step Noted');
  await dismissToast(page);
  await view(page, 'To Send 1').click();
  await expect(row(page, 'Mia Wood')).toContainText('Returned: signature');
  await choose(page, 'Mia Wood', 'Undo Returned');
  await expectToast(page, 'Step Taken Back');
  await expect(view(page, 'Chase Today 1')).toBeVisible();
});

test('advisers read a provider, and admins change it and join its spellings', async ({
  page,
  api,
  context,
  adviser,
  client,
}) => {
  for (const provider of ['Aviva', 'Aviva Life']) await note(client, { provider, ago: 10 });
  await page.goto('/chase/providers');
  const dialog = page.getByRole('dialog', { name: 'Aviva', exact: true });
  const open = (name: string) => page.getByRole('heading', { name, exact: true }).getByRole('button').click();

  await test.step('an adviser reads it', async () => {
    await open('Aviva');
    await expect(dialog).toContainText('Only admins change this.');
    await expect(dialog.getByRole('button')).toHaveText(['']);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('heading', { name: 'Aviva', exact: true }).getByRole('button')).toBeFocused();
  });

  const admin = await newAdmin();
  await test.step('an admin changes contact and notes, of which only changed ones are sent', async () => {
    await enter(context, admin);
    await page.reload();
    await open('Aviva');
    await dialog.getByLabel('Phone').fill('0800 068 6800');
    await dialog.getByLabel('Takes').selectOption('Wants ink');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expectToast(page, 'Provider Updated');
    await dismissToast(page);
    expect(api.sent('PATCH /api/providers/{key}')).toMatchObject([
      { body: { version: 1, phone: '0800 068 6800', takes: 'ink' } },
    ]);
    await expect(page.getByRole('link', { name: '0800 068 6800' })).toHaveAttribute('href', 'tel:08000686800');
  });

  await test.step('a conflict shows what another admin saved, keeps what was typed, and undoes neither', async () => {
    api.expected.push(/^409 PATCH/, /status of 409/);
    await open('Aviva');
    await dialog.getByLabel('Phone').fill('0800 111');
    const theirs = { version: 2, phone: '0800 222', post: 'PO Box 9' };
    await admin.call('PATCH /api/providers/{key}', { params: { key: 'aviva' }, body: theirs });
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expectToast(
      page,
      'Error',
      'Someone else changed this provider. Their values are shown now. Try again if yours are still right.',
    );
    await expect(dialog.getByLabel('Phone')).toHaveValue('0800 111');
    await expect(dialog.getByLabel('Phone')).toHaveAccessibleDescription('Saved meanwhile: 0800 222');
    await expect(dialog.getByLabel('Postal Address')).toHaveAccessibleDescription('Saved meanwhile: PO Box 9');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expectToast(page, 'Provider Updated');
    await dismissToast(page);
    expect(api.sent('PATCH /api/providers/{key}').at(-1)?.body).toEqual({ version: 3, phone: '0800 111' });
  });

  await test.step('another spelling joins the provider, and is opened from it', async () => {
    const life = page.getByRole('dialog', { name: 'Aviva Life' });
    await open('Aviva Life');
    await life.getByLabel('Same As').selectOption('Aviva');
    await life.getByRole('button', { name: 'Save' }).click();
    await expect(board(page).getByRole('heading')).toHaveText(['Aviva']);
    await expect(group(page, 'Aviva')).toContainText('2 letters');
    await open('Aviva');
    await dialog.getByRole('button', { name: 'Aviva Life' }).click();
    await expect(life.getByLabel('Same As')).toHaveValue('aviva');
    await page.keyboard.press('Escape');
  });

  await test.step('admins filter by adviser', async () => {
    await expect(row(page, 'Mia Wood').first()).toContainText(`Adviser: ${adviser.name}`);
    await page.getByLabel('Adviser').selectOption('My clients');
    await expect(board(page)).toContainText('No letters found');
    await page.getByRole('link', { name: 'To Review' }).click();
    await expect(page).toHaveURL(/\/chase\?adviser=/);
  });
});

test('the board is accessible and fits the screen', async ({ page, adviser, admin: _ }) => {
  test.slow();
  const mia = await clientOf(adviser, { name: 'Mia Wood' });
  for (const days of [30, 31, 32, 33, 40, 60]) {
    const loa = await note(mia, { ago: days, planNumber: `AV-${days}` });
    await noteStep(mia, loa, 'received', { on: inDays(-days + 14) });
  }
  await note(mia, { ago: 35, ref: 'AV-77' });
  const chased = await note(await clientOf(adviser, { name: 'Ola Berg' }), { ago: 12 });
  await noteStep(mia, chased, 'chased', {
    on: inDays(-7),
    how: 'phone',
    whom: 'Sam',
    note: 'They look for it, ring again.',
  });
  await note(await clientOf(adviser, { name: 'Catherine Featherstonehaugh' }), {
    provider: 'Royal London',
    ago: 20,
  });
  await note(mia, { provider: 'Scottish Widows', ago: 1 });
  await note(mia, { provider: 'Zurich' });
  const back = await note(mia, { provider: 'Zurich', ago: 9 });
  await noteStep(mia, back, 'rejected', { why: 'signature', on: inDays(-2) });
  await page.goto('/chase/providers');
  await expectStates(page, [
    [
      'chase providers',
      async () => {
        await board(page).getByRole('link', { name: 'Ola Berg' }).waitFor();
      },
      'both engines',
      'at each width',
    ],
    [
      'one call',
      async () => {
        await page.getByRole('checkbox', { name: 'Select all of Aviva' }).click();
        await page.getByRole('button', { name: 'Note One Call' }).click();
        await page.getByRole('dialog').waitFor();
      },
      'at each width',
    ],
    [
      'provider',
      async () => {
        await page.getByRole('button', { name: 'Aviva', exact: true }).click();
        await page.getByRole('dialog').waitFor();
      },
      'at each width',
    ],
    [
      'letters to send',
      async () => {
        await page.getByRole('link', { name: /^To Send/ }).click();
        await page.getByText('Returned: signature').waitFor();
      },
      'at each width',
    ],
  ]);
  await test.step('fits at twice the text size', async () => {
    await page.goto('/chase/providers');
    await board(page).getByRole('link', { name: 'Ola Berg' }).waitFor();
    await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
    await setWidth(page, 390);
    expect(await board(page).evaluate((section) => section.scrollWidth - section.clientWidth)).toBe(0);
  });
});
