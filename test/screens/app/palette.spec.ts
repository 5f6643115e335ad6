import { anotherClient, expect, expectAccessible, shoot, test } from '../screen.ts';

test('a few letters and Enter lead to a client or a screen', async ({ page, firm, client }) => {
  firm.clients.push(anotherClient('Ola Berg'), anotherClient('Jens Grünwald'), anotherClient('Siân Owen'));
  await page.goto('/dashboard');
  await page.getByRole('heading', { name: 'Client Dashboard' }).waitFor();
  await page.keyboard.press('Control+k');
  const search = page.getByRole('combobox', { name: 'Find a Client, Screen or Action' });
  const options = page.getByRole('listbox').getByRole('option');
  await expect(search).toBeFocused();
  await expect(options).toHaveText([
    ...[/Dashboard/, /Inbox/, /Clients/, /Pending Adviser Tasks/, /Pending Tasks/, /Your Account/],
    ...[/Add Client/, /Assign Task/, /Switch to Dark Theme/, /Logout/],
  ]);
  await expectAccessible(page);
  await shoot(page, 'palette');
  await page.keyboard.type('MIA');
  await expect(options).toHaveText([/Mia Wood.*Initial Setup/]);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/adviser/client/${client.id}`);
  await expect(search).toBeHidden();

  await page.keyboard.press('Meta+k');
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('option', { name: /^Inbox/ })).toHaveAttribute('aria-selected', 'true');
  for (let i = 0; i < 3; i++) await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('option', { name: /^Pending Tasks/ })).toHaveAttribute('aria-selected', 'true');
  for (let i = 0; i < 5; i++) await page.keyboard.press('ArrowUp');
  await expect(page.getByRole('option', { name: /^Logout/ })).toHaveAttribute('aria-selected', 'true');
  for (let i = 0; i < 5; i++) await page.keyboard.press('ArrowDown');
  await expect(search).toHaveAccessibleName('Find a Client, Screen or Action');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/pending-tasks');

  await test.step('it opens from the header, and says when there is nothing', async () => {
    // The address is there before the screen, and the client's page has comboboxes too.
    await page.getByRole('heading', { name: 'Pending Tasks' }).waitFor();
    const open = page.getByRole('button', { name: 'Find a Client, Screen or Action' });
    await open.click();
    await page.getByRole('combobox').fill('nobody');
    await expect(page.getByRole('dialog').getByText('Nothing found')).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/pending-tasks');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(open).toBeFocused();
  });

  await test.step('opened from the header, it leads where Enter says and does not open again', async () => {
    await page.keyboard.press('Enter');
    await page.getByRole('combobox').fill('dash');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Client Dashboard' }).waitFor();
    await expect(page.getByRole('dialog')).toBeHidden();
  });

  await test.step('a name is found without its accents', async () => {
    await page.getByRole('navigation').getByRole('link', { name: 'Clients' }).click();
    // The dashboard has such a field too.
    await page.getByRole('heading', { name: 'Client Onboarding Dashboard' }).waitFor();
    await page.getByRole('searchbox', { name: 'Search clients' }).fill('SIAN');
    await expect(page.getByRole('article')).toHaveText([/Siân Owen/]);
    await page.keyboard.press('Control+k');
    await page.keyboard.type('grun');
    await expect(page.getByRole('listbox').getByRole('option')).toHaveText([/^Jens Grünwald/]);
    await page.keyboard.press('Escape');
  });

  await test.step('buttons, filters and actions on a client are found by their own words', async () => {
    await page.keyboard.press('Control+k');
    for (const [typed, found] of [
      ['add client', 'Add Client'],
      ['logout', 'Logout'],
      ['overdue', 'Clients: Overdue'],
      ['copy portal jens', 'Copy Portal Link of Jens Grünwald'],
      ['assign siân', 'Assign Task to Siân Owen'],
    ] as const) {
      await search.fill(typed);
      await expect(options).toHaveText([found]);
    }
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog', { name: 'Assign Task' }).getByLabel('Title')).toBeFocused();
  });
});

test('it leads admins to the admin panel, and stays out of open dialogs', async ({ page, admin: _ }) => {
  await page.goto('/tasks');
  await page.getByRole('button', { name: 'Find a Client, Screen or Action' }).click();
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog')).toHaveCount(1);
  await page.getByRole('combobox').fill('admin');
  await page.getByRole('option', { name: /^Admin Panel/ }).click();
  await expect(page).toHaveURL('/admin');
});

test('screens are found where clients cannot be read', async ({ page, api }) => {
  api.fails('GET /api/clients');
  await page.goto('/tasks');
  await page.getByRole('button', { name: 'Find a Client, Screen or Action' }).click();
  await page.getByRole('combobox').fill('mia');
  await expect(page.getByText('Failed to fetch clients')).toBeVisible();
  await page.getByRole('combobox').fill('dash');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/dashboard');
});

test('a client is found by e-mail and phone too, and by how well the name fits', async ({ page, firm }) => {
  firm.clients.push(
    anotherClient('Ola Berg', { email: 'ola@fjord.example', phone: '+44 20 7946 0123' }),
    anotherClient('Karola Stein'),
  );
  await page.goto('/tasks');
  await page.getByRole('button', { name: 'Find a Client, Screen or Action' }).click();
  const options = page.getByRole('option');
  for (const [typed, found] of [
    ['ola', [/^Ola Berg/, /^Karola Stein/]],
    ['FJORD', [/^Ola Berg.*ola@fjord.example/]],
    ['020 79460123', [/^Ola Berg/]],
  ] as const) {
    await page.getByRole('combobox').fill(typed);
    await expect(options).toHaveText([...found]);
  }
});

test('by keys alone a client is found and given a task, and is there again among the last ones', async ({
  page,
  api,
  client,
}) => {
  const search = page.getByRole('combobox', { name: 'Find a Client, Screen or Action' });
  await page.goto('/tasks');
  await page.getByRole('heading', { name: 'Pending Adviser Tasks' }).waitFor();

  await test.step('Ctrl K, two letters and Enter; Ctrl K, three letters and Enter; the title and Enter', async () => {
    await page.keyboard.press('Control+k');
    await page.keyboard.type('mi');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Mia Wood', exact: true }).waitFor();
    await page.keyboard.press('Control+k');
    await page.keyboard.type('ass');
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Assign Task' });
    await expect(dialog.getByLabel('Title')).toBeFocused();
    await page.keyboard.type('Call');
    await page.keyboard.press('Enter');
    await expect(dialog).toBeHidden();
    expect(api.sent('POST /api/clients/{id}/tasks')).toMatchObject([
      { params: { id: client.id }, body: { title: 'Call' } },
    ]);
  });

  await test.step('it is offered first where nothing is typed, but on its own page', async () => {
    await page.keyboard.press('Control+k');
    await expect(page.getByRole('option').first()).toHaveText(/Dashboard/);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Client Dashboard' }).waitFor();
    await page.keyboard.press('Control+k');
    await expect(page.getByRole('option').first()).toHaveText(/Mia Wood.*Recent/);
    await page.keyboard.press('Escape');
  });

  await test.step('actions: a new client, the theme, the way out, after which nothing is remembered', async () => {
    await page.keyboard.press('Control+k');
    await page.keyboard.type('new');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog', { name: 'Add Client' }).getByLabel('Name')).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog', { name: 'Add Client' })).toBeHidden();
    await page.keyboard.press('Control+k');
    await search.fill('theme');
    await page.keyboard.press('Enter');
    await expect(page.locator('html')).toHaveClass(/dark/);
    await page.keyboard.press('Control+k');
    await page.keyboard.type('log out');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/');
    expect(await page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('recent')))).toEqual(
      [],
    );
  });
});
