import type { Page } from '@playwright/test';
import type { Loa } from '#shared/contract/loas.ts';
import { type ClientDesk, clientOf } from '../../support/acts.ts';
import { test } from '../../support/browser/people.ts';
import { inDays } from '../../support/days.ts';
import { expectStates } from '../accessibility/states.ts';

interface Noted {
  provider?: string;
  planNumber?: string;
  /** Day on which it was sent; still to be sent without one. */
  on?: string;
  ref?: string;
}

/** Notes a letter about a new plan. */
async function note({ id, by }: ClientDesk, { provider = 'Aviva', planNumber = 'AV-1', on, ref }: Noted) {
  const plan = { provider, planType: 'pension', planNumber };
  const made = await by('POST /api/stages/{stageId}/plans', { params: { stageId: `${id}.2.2` }, body: plan });
  const sent = on && { on, how: 'post', ...(ref && { ref }) };
  const body = { provider, planIds: [made.body.id], scope: 'information', ...(sent && { sent }) };
  return (await by('POST /api/clients/{id}/loas', { body })).body as Loa;
}

const step = async ({ by }: ClientDesk, { id, version }: Loa, name: string, more: object = {}) =>
  (await by('POST /api/loas/{id}/steps', { params: { id }, body: { version, step: name, ...more } })).body as Loa;

const board = (page: Page) => page.getByRole('region', { name: 'Letters under way' });

test('the board is accessible and fits the screen', async ({ page, adviser, admin: _ }) => {
  test.slow();
  const mia = await clientOf(adviser, { name: 'Mia Wood' });
  for (const days of [30, 31, 32, 33, 40, 60]) {
    const loa = await note(mia, { on: inDays(-days), planNumber: `AV-${days}` });
    await step(mia, loa, 'received', { on: inDays(-days + 14) });
  }
  await note(mia, { on: inDays(-35), ref: 'AV-77' });
  const chased = await note(await clientOf(adviser, { name: 'Ola Berg' }), { on: inDays(-12) });
  await step(mia, chased, 'chased', {
    on: inDays(-7),
    how: 'phone',
    whom: 'Sam',
    note: 'They look for it, ring again.',
  });
  await note(await clientOf(adviser, { name: 'Catherine Featherstonehaugh' }), {
    provider: 'Royal London',
    on: inDays(-20),
  });
  await note(mia, { provider: 'Scottish Widows', on: inDays(-1) });
  await note(mia, { provider: 'Zurich' });
  const back = await note(mia, { provider: 'Zurich', on: inDays(-9) });
  await step(mia, back, 'rejected', { why: 'signature', on: inDays(-2) });
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
        await page.getByRole('button', { name: 'Log One Call' }).click();
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
});
