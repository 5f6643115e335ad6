import { saveSettings } from '../../support/acts.ts';
import { requestsOfFirstView } from '../../support/browser/first-view.ts';
import { expectFocusShown } from '../../support/browser/keyboard.ts';
import { test } from '../../support/browser/people.ts';
import { expect } from '../../support/browser/watched.ts';
import { newAdmin, upload } from '../../support/builders.ts';

const STAGES = [
  'First Meeting',
  'Information Gathering',
  'Research',
  'Proposal',
  'Second Meeting',
  'Application',
  'Courtesy Call',
];

test('a portal address that does not open says so, with the firm’s phone number', async ({ page, watch, client }) => {
  await test.step('reports an invalid link without a token', async () => {
    await saveSettings(await newAdmin(), { firm: { phone: '020 7946 0123', hours: 'Monday to Friday, 9 to 5.30' } });
    await page.goto('/portal');
    await expect(page.getByRole('heading', { name: 'Invalid Access Link' })).toBeVisible();
    await page.getByRole('link', { name: 'Back to Login' }).click();
    await expect(page).toHaveURL('/');
  });

  await test.step('denies an unknown token', async () => {
    watch.expected.push(/^401 GET .*\/api\/portal\//, /status of 401/);
    await page.goto('/portal/not-a-token');
    await expect(page.getByRole('heading', { name: 'Access Denied' })).toBeVisible();
    await expect(page.getByText(/invalid or has expired.*contact your adviser/)).toBeVisible();
    await expect(page.getByRole('link', { name: /^Phone .*020 7946 0123/ })).toHaveAttribute('href', 'tel:02079460123');
    await expect(page.getByText('Monday to Friday, 9 to 5.30')).toBeVisible();
  });

  await test.step('denies a replaced link', async () => {
    await client.newLink();
    await page.goto(`/portal/${client.token}`);
    await expect(page.getByRole('heading', { name: 'Access Denied' })).toBeVisible();
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test('a client sees the journey, but nothing meant for advisers', async ({ page, adviser, client }) => {
    const journey = page.getByRole('region', { name: 'Your Investment Journey' });
    const notes = 'Do not tell the client';
    await client.change({ description: notes });
    await client.setStage('1', { status: 'completed' });
    await client.setStage('2', { status: 'in_progress' });
    await upload(adviser, client.id, 'Dear Mia', 'Terms of business.txt', `${client.id}.1.1`);

    await test.step('loads the first view in at most 6 requests', async () => {
      const requests = await requestsOfFirstView(page, `/portal/${client.token}`);
      expect(requests.length, requests.join('\n')).toBeLessThanOrEqual(6);
    });

    await test.step('skips the header from the first tab stop', async () => {
      await expect(journey).toBeVisible();
      await page.keyboard.press('Tab');
      await expectFocusShown(page.getByRole('link', { name: 'Skip to content' }));
      await page.keyboard.press('Enter');
      await expect(page.getByRole('main')).toBeFocused();
      await expect(page).toHaveURL(`/portal/${client.token}`);
    });

    await test.step('shows the progress and the status of each stage', async () => {
      await expect(page.getByRole('heading', { name: "Mia Wood's Journey" })).toBeVisible();
      await expect(page).toHaveTitle(/^Mia Wood's Journey/);
      await expect(page.getByText(client.id.slice(0, 8), { exact: true })).toBeVisible();
      await expect(page.getByText('Secure, encrypted access')).toBeVisible();
      await expect(page.getByRole('progressbar', { name: 'Overall progress' })).toHaveAttribute('aria-valuenow', '14');
      await expect(page.getByText('14% complete')).toBeVisible();
      await expect(page.getByRole('heading', { name: 'Your next step' })).toBeVisible();
      await expect(page.getByText('Ruth Amari is working on “Information Gathering”.')).toBeVisible();
      await expect(journey.getByRole('button')).toHaveText(STAGES.map((title) => new RegExp(`^${title}`)));
      await expect(journey.getByRole('button', { name: STAGES[0] })).toContainText('Completed');
      await expect(journey.getByRole('button', { name: STAGES[1] })).toContainText('In Progress');
      await expect(journey.getByRole('button', { name: STAGES[2] })).toContainText('Not started');
      await expect(page.getByRole('region', { name: 'Secure & Private' })).toContainText(
        'Your documents are encrypted with AES-256 and visible only to you and your adviser.',
      );
      await expect(page.getByText('Your adviser: Ruth Amari')).toBeVisible();
      await expect(page.getByRole('heading', { name: 'Your Tasks' })).toHaveCount(0);
      await expect(page.getByRole('link', { name: 'Back to Login' })).toHaveAttribute('href', '/');
    });

    await test.step('opens a stage with its steps and documents', async () => {
      await journey.getByRole('button', { name: STAGES[0] }).press('Enter');
      await expect(journey.getByText('Client Engagement Document Signed')).toBeVisible();
      await expect(journey.getByText('Terms of business.txt')).toBeVisible();
      await expect(
        journey.getByText(/^\d{1,2} [A-Z][a-z]+ \d{4}\s· Ruth Amari\s· 0\.0 KB\s· Encrypted$/),
      ).toBeVisible();
      await journey.getByRole('button', { name: /^First Meeting/ }).press('Enter');
      await expect(journey.getByText('Client Engagement Document Signed')).toBeHidden();
    });

    await test.step('shows nothing meant for advisers', async () => {
      await expect(page.getByText(notes)).toHaveCount(0);
      await expect(page.getByRole('link', { name: /Dashboard|Clients|Admin/ })).toHaveCount(0);
    });

    await test.step('stores no portal token', async () => {
      const stored = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }));
      expect(stored).not.toContain(client.token);
    });
  });

  test('the portal loads the journey, and does not report an outage as a denial', async ({ page, api, client }) => {
    api.fails('GET /api/portal/{token}');
    const loaded = api.holds('GET /api/portal/{token}');
    await page.goto(`/portal/${client.token}`);
    await expect(page.getByRole('status')).toHaveText('Loading your journey...');
    loaded();
    await expect(page.getByText('Your journey could not be loaded')).toBeVisible();
    api.recovers();
    await page.getByRole('button', { name: 'Try Again' }).click();
    await expect(page.getByRole('heading', { name: "Mia Wood's Journey" })).toBeVisible();
    await expect(page.getByText('Nothing to do just yet')).toBeVisible();
  });

  test('a new client reads what comes first and who looks after them, and sees nothing in red', async ({
    page,
    client,
  }) => {
    await page.goto(`/portal/${client.token}`);
    const step = page.getByRole('region', { name: 'Your next step' });
    await expect(step).toContainText('Nothing to do just yet');
    await expect(step).toContainText('Your journey starts with “First Meeting”. We get to know each other, and agree');
    await expect(step).toContainText('Ruth Amari looks after you from start to finish');
    const stages = page.getByRole('region', { name: 'Your Investment Journey' }).getByRole('listitem');
    await expect(stages).toContainText(['Up next', ...Array(6).fill('Not started')]);
    const red = await page.getByRole('main').evaluate((main) =>
      [...main.querySelectorAll('*')]
        .filter((element) => {
          const [red = 0, green = 0, blue = 0] = getComputedStyle(element).color.match(/\d+/g)?.map(Number) ?? [];
          return red > 140 && green < 80 && blue < 80;
        })
        .map((element) => element.outerHTML.slice(0, 120)),
    );
    expect(red).toEqual([]);
  });
});
