import { expectAccessible } from '../../support/browser/axe.ts';
import { enter, test } from '../../support/browser/people.ts';
import { dismissToast, expectToast } from '../../support/browser/toast.ts';
import { expect } from '../../support/browser/watched.ts';
import { newAdmin } from '../../support/builders.ts';
import { fillIn } from './fill-in.ts';
import { PLACES } from './table.ts';

// Dialogs whose subject a colleague deletes or settles while somebody types.

test.use({ viewport: { width: 390, height: 844 } });

const OVERTAKEN = Object.values(PLACES).flatMap(({ signedIn, address, changes }) =>
  Object.entries(changes).flatMap(([name, { overtaken, ...change }]) =>
    overtaken ? [{ signedIn, address, name, change, act: overtaken[0], says: overtaken[1] }] : [],
  ),
);

for (const { signedIn, address, name, change, act, says } of OVERTAKEN)
  test(`“${name}” stays open with its input if a colleague deletes or settles its subject`, async ({
    page,
    watch,
    adviser,
    client,
  }) => {
    // The refusal, and its message in the console.
    watch.expected.push(/\b40[049]\b/);
    const { given, first, opener = '', item, within, fields = {}, submit, again } = change;
    const main = page.getByRole('main');
    const dialog = page.getByRole('dialog', { name });
    const button = (label: string) => dialog.getByRole('button', { name: label, exact: true });
    const fieldOf = (label: string) => dialog.getByLabel(label, { exact: true });
    const valuesOf = () => Promise.all(Object.keys(fields).map((label) => fieldOf(label).inputValue()));

    await given?.({ adviser, client });
    if (signedIn === 'admin') await enter(page.context(), await newAdmin());
    await page.goto(address(client));
    if (first) await main.getByRole('button', { name: first }).first().click();
    await main.getByRole('button', { name: opener, exact: true }).first().click();
    if (item) await page.getByRole('menuitem', { name: item }).click();
    if (within) await page.getByRole('dialog').getByRole('button', { name: within, exact: true }).click();
    for (const [label, value] of Object.entries(fields)) await fillIn(fieldOf(label), value);
    const typed = await valuesOf();

    await act({ adviser, client });
    await button(submit).click();
    await expect(dialog.getByRole('alert').first()).toContainText(says);
    expect(await valuesOf()).toEqual(typed);
    await expectAccessible(page);
    if (again) {
      const [submitAgain, success] = again;
      await dismissToast(page);
      await button(submitAgain).click();
      await expectToast(page, success);
      await expect(dialog).toBeHidden();
      return;
    }
    await expect(button(submit)).toHaveAttribute('aria-disabled', 'true');
    await button('Close').first().click();
    await dialog.getByRole('button', { name: 'Discard' }).click();
    await expect(dialog).toBeHidden();
    await expect(page.locator('body')).not.toBeFocused();
  });
