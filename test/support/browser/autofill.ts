import type { Locator } from '@playwright/test';
import { expect } from './watched.ts';

const TYPED = 'input:not([type=checkbox], [type=radio], [type=hidden], [type=file]), textarea';

const dataOf = (given: Locator) =>
  given.evaluateAll(
    (forms, typed) =>
      forms.map((form) => ({
        form: form.getAttribute('autocomplete'),
        fields: [...form.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(typed)].map((field) => ({
          name: field.name,
          autocomplete: field.autocomplete,
          value: field.value,
        })),
      })),
    TYPED,
  );

/** Fails unless forms keep out what the browser knows about the person at the keyboard. */
export async function expectNoAutofill(given: Locator): Promise<void> {
  const forms = await dataOf(given);
  expect(forms).not.toEqual([]);
  const open = forms.flatMap(({ form, fields }) => [
    ...(form === 'off' ? [] : ['the form']),
    ...fields
      .filter(({ autocomplete }) => !/^(off|new-password|organization)$/.test(autocomplete))
      .map(({ name }) => name),
  ]);
  expect(open).toEqual([]);
}

/** Fails unless each form with a password names its account to password managers, by `email` if it is given. */
export async function expectPasswordOwner(given: Locator, email?: string): Promise<void> {
  for (const { fields } of await dataOf(given)) {
    if (!fields.some(({ autocomplete }) => autocomplete.endsWith('-password'))) continue;
    const owner = fields.find(({ autocomplete }) => /username|email/.test(autocomplete));
    expect(owner).toMatchObject(email === undefined ? { value: expect.any(String) } : { value: email });
  }
}
