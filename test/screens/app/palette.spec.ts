import { expectFocusShown, leave, tabTo } from '../../support/browser/keyboard.ts';
import { test } from '../../support/browser/people.ts';
import { expect } from '../../support/browser/watched.ts';
import { newAdmin, newClient } from '../../support/builders.ts';

const FINDER = 'Find a Client, Screen or Action';

test('the palette finds and opens clients, screens and actions', async ({ page, adviser }) => {
  // The palette also searches addresses, and random ones can match.
  const client = await newClient(adviser, { name: 'Mia Wood', email: 'mia@clients.example' });
  await newClient(adviser, { name: 'Ola Berg', email: 'ola@fjord.example', phone: '+44 20 7946 0123' });
  await newClient(adviser, { name: 'Karola Stein', email: 'karola@clients.example' });
  await newClient(adviser, { name: 'Jens Grünwald', email: 'jens@clients.example' });
  await newClient(adviser, { name: 'Siân Owen', email: 'sian@clients.example' });
  const search = page.getByRole('combobox', { name: FINDER });
  const options = page.getByRole('listbox').getByRole('option');
  const palette = page.getByRole('dialog', { name: FINDER });
  await page.goto('/dashboard');
  await page.getByRole('heading', { name: 'Client Dashboard' }).waitFor();

  await test.step('lists screens and actions on Control+K, and Enter opens the client matching a few letters', async () => {
    await page.keyboard.press('Control+k');
    await expect(search).toBeFocused();
    await expect(options).toHaveText([
      ...[
        /Dashboard/,
        /Inbox/,
        /Clients/,
        'Work › To Review',
        'Work › Providers',
        'Work › Stuck',
        'Work › Adviser Tasks',
        'Work › Client Tasks',
        'Figures',
        /Your Account/,
      ],
      ...[/Add Client/, /Assign Task/, 'Refresh', /Switch to Dark Theme/, /Logout/],
    ]);
    await page.keyboard.type('MIA');
    await expect(options).toHaveText([/Mia Wood.*Initial Setup/]);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(`/adviser/client/${client.id}`);
    await expect(search).toBeHidden();
  });

  await test.step('arrow keys move through the options and wrap around', async () => {
    await page.keyboard.press('Meta+k');
    for (const [key, times, name] of [
      ['ArrowDown', 1, /^Inbox/],
      ['ArrowDown', 6, /^Work › Client Tasks/],
      ['ArrowUp', 8, /^Logout/],
      ['ArrowDown', 8, /^Work › Client Tasks/],
    ] as const) {
      for (let i = 0; i < times; i++) await page.keyboard.press(key);
      await expect(page.getByRole('option', { name })).toHaveAttribute('aria-selected', 'true');
    }
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/pending-tasks');
  });

  await test.step('opens from the header’s button, and Escape returns the focus to it', async () => {
    // The address changes before the screen, and the client's page has comboboxes too.
    await page.getByRole('heading', { name: 'Pending Tasks' }).waitFor();
    const open = page.getByRole('button', { name: FINDER });
    await open.click();
    await search.fill('nobody');
    await expect(palette.getByText('Nothing found')).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/pending-tasks');
    await page.keyboard.press('Escape');
    await expect(palette).toBeHidden();
    await expect(open).toBeFocused();
    await page.keyboard.press('Enter');
    await search.fill('dash');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Client Dashboard' }).waitFor();
    await expect(palette).toBeHidden();
  });

  await test.step('keeps the focus inside, and Escape returns it to the field', async () => {
    await page.getByRole('navigation').getByRole('link', { name: 'Clients' }).click();
    // The dashboard has a field of the same name.
    await page.getByRole('heading', { name: 'Client Onboarding Dashboard' }).waitFor();
    const field = page.getByRole('searchbox', { name: 'Search clients' });
    await field.fill('SIAN');
    await expect(page.getByRole('article')).toHaveText([/Siân Owen/]);
    await tabTo(page, field);
    await page.keyboard.press('Control+k');
    await expectFocusShown(search);
    await page.keyboard.press('Shift+Tab');
    await expectFocusShown(palette.getByRole('button', { name: 'Close' }));
    await leave(page, palette, field);
  });

  await test.step('finds clients without accents, by email and phone, and actions by their words', async () => {
    await page.keyboard.press('Control+k');
    for (const [typed, found] of [
      ['grun', [/^Jens Grünwald/]],
      ['Grünwald, Jens', [/^Jens Grünwald/]],
      ['ola', [/^Ola Berg/, /^Karola Stein/]],
      ['FJORD', [/^Ola Berg.*ola@fjord.example/]],
      ['020 79460123', [/^Ola Berg/]],
      ['add client', ['Add Client']],
      ['logout', ['Logout']],
      ['overdue', ['Clients: Overdue']],
      ['pending tasks', ['Work › Adviser Tasks', 'Work › Client Tasks']],
      ['copy portal jens', ['Copy Portal Link of Jens Grünwald']],
      ['reminders jens', ['Reminders to Jens Grünwald']],
      ['letter of authority jens', ['Plans & Letters of Jens Grünwald']],
      ['export', ['Export Clients']],
      ['assign siân', ['Assign Task to Siân Owen']],
    ] as const) {
      await search.fill(typed);
      await expect(options).toHaveText([...found]);
    }
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog', { name: 'Assign Task' }).getByLabel('Title')).toBeFocused();
  });
});

test('the palette opens own and shared views, also from the search of the list', async ({ page, api, adviser }) => {
  const share = { name: 'All urgent', query: 'filter=urgent', shared: true };
  await (await newAdmin()).call('POST /api/views', { body: share });
  await adviser.call('POST /api/views', { body: { name: 'Urgent Mia', query: 'filter=urgent&q=mia' } });
  const read = api.holds('GET /api/views');
  await page.goto('/clients');
  const field = page.getByRole('searchbox', { name: 'Search clients' });
  await field.fill('Ola');
  await expect(page).toHaveURL('/clients?q=Ola');
  await page.keyboard.press('Control+k');
  await page.keyboard.type('view urgent');
  await page.keyboard.press('Enter');
  const palette = page.getByRole('dialog', { name: FINDER });
  await expect(palette.getByRole('status')).toHaveText('Loading views, then opening the best match...');
  read();
  await expect(page).toHaveURL('/clients?filter=urgent&q=mia');
  await expect(field).toBeFocused();
  await expect(field).toHaveValue('mia');
  await page.keyboard.press('Control+k');
  await page.keyboard.type('view urgent');
  await expect(palette.getByRole('option')).toHaveText(['View: Urgent Mia', /^View: All urgent.*Shared$/]);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/clients?filter=urgent');
  await expect(field).toHaveValue('');
  expect(api.sent('GET /api/views')).toHaveLength(1);
});

test('the palette leads admins to the admin panel, and does not open twice', async ({ page, admin: _ }) => {
  await page.goto('/tasks');
  await page.getByRole('button', { name: FINDER }).click();
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog')).toHaveCount(1);
  await page.getByRole('combobox').fill('settings reminders');
  await expect(page.getByRole('option')).toHaveText(['Settings › Reminders']);
  await page.getByRole('combobox').fill('admin');
  await page.getByRole('option', { name: /^Admin Panel/ }).click();
  await expect(page).toHaveURL('/admin');
});

test('the palette opens recent clients and runs actions by keyboard alone', async ({ page, client: _ }) => {
  const run = async (typed: string) => {
    await page.keyboard.press('Control+k');
    await page.keyboard.type(typed);
    await page.keyboard.press('Enter');
  };
  await page.goto('/tasks');
  await page.getByRole('heading', { name: 'Pending Adviser Tasks' }).waitFor();

  await run('mi');
  await page.getByRole('heading', { name: 'Mia Wood', exact: true }).waitFor();

  await test.step('offers a recent client first, but not on that client’s page', async () => {
    await page.keyboard.press('Control+k');
    await expect(page.getByRole('option').first()).toHaveText(/Dashboard/);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Client Dashboard' }).waitFor();
    await page.keyboard.press('Control+k');
    await expect(page.getByRole('option').first()).toHaveText(/Mia Wood.*Recent/);
    await page.keyboard.press('Escape');
  });

  await test.step('adds a client, switches the theme, and logs out, which deletes recent clients', async () => {
    await run('new');
    const dialog = page.getByRole('dialog', { name: 'Add Client' });
    await expect(dialog.getByLabel('Name')).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await run('theme');
    await expect(page.locator('html')).toHaveClass(/dark/);
    await run('log out');
    await expect(page).toHaveURL('/');
    const recent = () => Object.keys(sessionStorage).filter((key) => key.startsWith('recent'));
    expect(await page.evaluate(recent)).toEqual([]);
  });
});
