import { expect, expectToast, test } from '../screen.ts';

const NEW_LINK = 'POST /api/portal/new-link';

test.use({ viewport: { width: 390, height: 844 } });

test('an expired link offers a new one, and a suspended link is denied', async ({ page, api, firm, client, watch }) => {
  watch.expected.push(/^401 GET .*\/api\/portal\//, /status of 401/);
  firm.expired.add(client.id);
  await page.goto(`/portal/${client.token}`);
  await expect(page.getByRole('heading', { name: 'This link has expired' })).toBeVisible();

  const ask = page.getByRole('button', { name: 'Send Me a New One' });
  api.fails(NEW_LINK, 429, 'Too many attempts. Please try again in an hour.');
  await ask.click();
  await expectToast(page, 'Error', 'Too many attempts. Please try again in an hour.');
  api.recovers();
  await ask.click();
  const answer = page.getByRole('status').filter({ hasText: 'We have sent you a new link.' });
  await expect(answer).toBeFocused();
  await expect(ask).toHaveCount(0);
  expect(api.sent(NEW_LINK).at(-1)).toMatchObject({ body: { token: client.token } });

  await test.step('shows no more for a suspended link than for an unknown one', async () => {
    firm.expired.clear();
    firm.client(client.id).portalSuspended = true;
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Access Denied' })).toBeVisible();
  });
});
