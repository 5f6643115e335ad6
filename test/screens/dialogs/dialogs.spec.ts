import { expectNoAutofill, expectPasswordOwner } from '../../support/browser/autofill.ts';
import { expectAccessible } from '../../support/browser/axe.ts';
import { expectToFit } from '../../support/browser/fit.ts';
import { expectFocusShown, goRound } from '../../support/browser/keyboard.ts';
import { enter, test } from '../../support/browser/people.ts';
import { expectToast, toastOf } from '../../support/browser/toast.ts';
import { translate } from '../../support/browser/translate.ts';
import { expect } from '../../support/browser/watched.ts';
import { newAdmin } from '../../support/builders.ts';
import { fillIn } from './fill-in.ts';
import { PLACES } from './table.ts';

const NO_CONNECTION = 'There is no connection to the server. Please check your connection and try again.';

test.use({ viewport: { width: 390, height: 844 } });
// Translated pages are harder: what works on them works on others (see app/translated).
test.beforeEach(({ context }) => translate(context));

for (const [place, { signedIn, address, changes }] of Object.entries(PLACES))
  for (const [name, change] of Object.entries(changes))
    test(`“${name}” on ${place} works by keyboard, keeps its input on a failure, and sends once`, async ({
      page,
      api,
      adviser,
      client,
    }) => {
      const {
        given,
        first,
        opener,
        item,
        within,
        fields = {},
        submit,
        busy,
        needs,
        draft,
        call,
        success,
        failure,
      } = change;
      const labels = Object.keys(fields);
      const main = page.getByRole('main');
      const control = main
        .getByRole('button', { name: opener, exact: true })
        .or(main.getByRole('combobox', { name: opener, exact: true }))
        .first();
      const dialog = page.getByRole(change.fields ? 'dialog' : 'alertdialog', { name });
      const form = opener ? dialog : main;
      const button = (label: string) => form.getByRole('button', { name: label, exact: true });
      const fieldOf = (label: string) => form.getByLabel(label, { exact: true });
      const inner = page.getByRole('dialog').getByRole('button', { name: within, exact: true });
      const question = dialog.getByRole('group', { name: 'Discard changes?' });

      const load = async (how: () => Promise<unknown>) => {
        await how();
        if (first) await main.getByRole('button', { name: first }).first().click();
        if (item && !opener) await page.getByRole('menuitem', { name: item }).click();
        await (opener ? control : button(submit)).waitFor();
        await expect(page.locator('.chakra-skeleton')).toHaveCount(0);
      };
      const open = async () => {
        if (!opener) return;
        await control.focus();
        const isList = await control.evaluate((element) => element.matches('select'));
        if (!isList) await page.keyboard.press('Enter');
        if (item && isList) await control.selectOption(item);
        else if (item) await page.getByRole('menuitem', { name: item }).click();
        if (within) await inner.press('Enter');
        await expect(dialog).toBeVisible();
      };
      const expectClosed = async () => {
        await expect(dialog).toBeHidden();
        if (within) {
          await expect(inner).toBeFocused();
          await page.keyboard.press('Escape');
          await expect(inner).toBeHidden();
        }
        await expect(control).toBeFocused();
      };
      const fillAll = async () => {
        for (const label of labels) await fillIn(fieldOf(label), fields[label] ?? '');
      };
      const valuesOf = () => Promise.all(labels.map((label) => fieldOf(label).inputValue()));
      /** Sends twice: the second press comes while the button is busy. */
      const send = async () => {
        const answer = api.holds(call);
        await button(submit).press('Enter');
        await expect(button(busy)).toHaveAttribute('aria-busy', 'true');
        await page.keyboard.press('Enter');
        answer();
      };

      await given?.({ adviser, client });
      if (signedIn === 'admin') await enter(page.context(), await newAdmin());
      if (!signedIn) await page.context().clearCookies();
      await load(() => page.goto(address(client)));
      await open();
      // A form is about the person who fills it in on the account page, before a sign-in, and in the portal.
      const own = opener
        ? dialog.locator('form')
        : main.locator('form', { has: page.getByRole('button', { name: submit, exact: true }) });
      if (signedIn && address(client) !== '/account' && change.fields) await expectNoAutofill(own);
      else await expectPasswordOwner(own, signedIn && adviser.email);

      if (opener)
        await test.step('is accessible, fits a phone, and Escape closes it', async () => {
          if (!change.fields) await expect(button('Cancel')).toBeFocused();
          await goRound(page, dialog);
          await expectAccessible(page);
          await expectToFit(page, name, 390);
          await page.keyboard.press('Escape');
          await expectClosed();
          await open();
        });

      if (needs) await expect(button(submit)).toBeDisabled();
      await fillAll();
      const typed = await valuesOf();

      if (draft)
        await test.step('restores the input after a reload, but no password', async () => {
          await load(() => page.reload());
          await open();
          await expect(page.getByText('Restored what you typed earlier.')).toBeVisible();
          for (const [i, label] of labels.entries()) {
            const isSecret = (await fieldOf(label).getAttribute('type')) === 'password';
            await expect(fieldOf(label)).toHaveValue(isSecret ? '' : (typed[i] ?? ''));
          }
          await fillAll();
        });

      if (opener && draft)
        await test.step('asks before it discards the input on Escape', async () => {
          await page.keyboard.press('Escape');
          await expectFocusShown(question.getByRole('button', { name: 'Keep Editing' }));
          await page.keyboard.press('Escape');
          await expect(question).toBeHidden();
          expect(await valuesOf()).toEqual(typed);
          await page.keyboard.press('Escape');
          await question.getByRole('button', { name: 'Discard' }).press('Enter');
          await expectClosed();
          await open();
          expect(await valuesOf()).not.toEqual(typed);
          await fillAll();
        });

      if (opener && change.fields && !draft)
        await test.step('discards the input on Escape', async () => {
          await page.keyboard.press('Escape');
          await expectClosed();
          await open();
          expect(await valuesOf()).not.toEqual(typed);
          await fillAll();
        });

      await test.step('reports a missing connection, and keeps the input', async () => {
        api.cuts(call);
        await send();
        const [title, description = ''] = typeof failure === 'string' ? ['Error', failure] : (failure ?? []);
        if (title) await expect(toastOf(page)).toHaveText(`${title}${description}${NO_CONNECTION}`);
        if (opener && !change.fields) {
          await expectClosed();
          await open();
        } else await expect(button(submit)).toBeEnabled();
        if (!title) await expect(toastOf(page)).toHaveCount(0);
        expect(await valuesOf()).toEqual(typed);
        api.recovers();
      });

      if (success)
        await test.step('sends once, reports success, and keeps no draft', async () => {
          const sent = api.countsFromNow(call);
          await send();
          await (typeof success === 'string' ? expectToast(page, success) : expectToast(page, ...success));
          expect(sent()).toBe(1);
          await expect(dialog).toBeHidden();
          const { shows, focus, leadsTo } = change;
          if (shows) await expect(main.getByText(shows).filter({ visible: true }).first()).toBeVisible();
          if (leadsTo) await expect(page).toHaveURL(leadsTo);
          else if (focus) await expect(page.getByRole('region', { name: focus, exact: true })).toBeFocused();
          else if (opener && focus !== false) await expect(control).toBeFocused();
          const drafts = () => page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('draft')));
          await expect.poll(drafts).toEqual([]);
        });
    });
