import type { Page } from '@playwright/test';
import { sayDays } from '#shared/rules/colleagues.ts';
import { clientOf } from '../support/acts.ts';
import { panel } from '../support/browser/client-page.ts';
import { enter, test } from '../support/browser/people.ts';
import { expectToast } from '../support/browser/toast.ts';
import { expect, otherBrowser } from '../support/browser/watched.ts';
import { newAdviser, PASSWORD, signIn } from '../support/builders.ts';
import { setNow } from '../support/clock.ts';
import { inDays } from '../support/days.ts';

// A fortnight in which one adviser looks after the clients of another.

const PHONE = { viewport: { width: 390, height: 844 }, locale: 'en-GB' };

const messages = (page: Page) => page.getByRole('region', { name: 'Messages' });
const AWAY = /^Sam Okafor is away until \w+ \d+ \w+.* Hannah Pryce looks after your messages\.$/;

test('a colleague covers for an adviser for a fortnight, and knows nothing of the clients after it', async ({
  page,
  watch,
}) => {
  const [sam, hannah] = await Promise.all([newAdviser('Sam Okafor'), newAdviser('Hannah Pryce')]);
  const mia = await clientOf(sam, { name: 'Mia Wood' });
  const [last, after] = [inDays(13), inDays(14)];
  const phone = await otherBrowser(page, watch, PHONE);

  await test.step('the adviser names the colleague from today for 14 days', async () => {
    const own = await otherBrowser(page, watch, { locale: 'en-GB' });
    await enter(own.context(), sam);
    await own.goto('/account');
    const cover = own.getByRole('region', { name: 'While You Are Away' });
    await cover.getByLabel('Colleague').selectOption('Hannah Pryce');
    await cover.getByLabel('From').fill(inDays(0));
    await cover.getByLabel('Until').fill(last);
    await cover.getByRole('button', { name: 'Save Cover' }).click();
    await expectToast(own, 'Cover Saved');
    await own.context().close();
  });

  await test.step('the client reads who looks after the messages, and writes', async () => {
    await phone.goto(`/portal/${mia.token}`);
    await expect(messages(phone).getByText(AWAY)).toBeVisible();
    await messages(phone).getByRole('link').first().click();
    await messages(phone).getByRole('textbox').fill('Is my transfer through?');
    await messages(phone).getByRole('textbox').press('Enter');
    await expect(messages(phone).getByRole('log')).toContainText('Is my transfer through?');
  });

  await test.step('the colleague finds the client, and answers under their own name', async () => {
    await enter(page.context(), hannah);
    await page.goto('/clients');
    await page.getByRole('article').filter({ hasText: 'Mia Wood' }).getByRole('link', { name: 'View' }).click();
    await expect(page.getByText(`Adviser: Sam Okafor · you cover for Sam ${sayDays({ until: last })}`)).toBeVisible();
    await expect(panel(page, 'Messages').getByText('Is my transfer through?')).toBeVisible();
    await panel(page, 'Messages').getByRole('textbox').fill('Yes, since Monday');
    await panel(page, 'Messages').getByRole('button', { name: 'Send' }).click();
    await expect(panel(page, 'Audit Log').getByText('Hannah Pryce for Sam Okafor').first()).toBeVisible();
  });

  await test.step('at midnight after the last day, the next click finds nothing', async () => {
    setNow(new Date(`${last}T22:30:00Z`));
    await enter(page.context(), await signIn(hannah.email, PASSWORD));
    await page.goto('/clients');
    const view = page.getByRole('article').filter({ hasText: 'Mia Wood' }).getByRole('link', { name: 'View' });
    await expect(view).toBeVisible();
    setNow(new Date(`${after}T00:00:00Z`));
    watch.expected.push(/^404 GET /, /status of 404/);
    await view.click();
    await expect(page.getByRole('heading', { name: 'Client not found' })).toBeVisible();
    await expect(page.getByText('or you no longer work with their adviser')).toBeVisible();
    await page.goto('/clients');
    await expect(page.getByText('No clients yet')).toBeVisible();
    await expect(page.getByRole('combobox', { name: 'Adviser' })).toHaveCount(0);
  });

  await test.step('the client reads the answer, and no longer that the adviser is away', async () => {
    await phone.goto(`/portal/${mia.token}`);
    await expect(messages(phone).getByText('Yes, since Monday').first()).toBeVisible();
    await messages(phone).getByRole('link').first().click();
    await expect(messages(phone).getByRole('listitem').filter({ hasText: 'Yes, since Monday' })).toContainText(
      'Hannah Pryce',
    );
    await expect(phone.getByText(/is away until/)).toHaveCount(0);
  });
});
