import type { Page } from '@playwright/test';
import type * as equalAccess from 'accessibility-checker-engine';
import { engine } from './engine.ts';

declare global {
  interface Window {
    ace: typeof equalAccess;
  }
}

const bringEqualAccess = engine('ace', 'accessibility-checker-engine/ace.js');

const LEFT_OUT = [
  // Axe checks contrast, in both themes.
  'text_contrast_sufficient',
  // Axe checks autofill, and knows passkeys.
  'input_autocomplete_valid',
  // Only suggests a manual review, and takes seconds on a long page.
  'element_tabbable_unobscured',
];

// The engine checks every option of every list; 5 represent the rest.
const CHOICES = 5;

/**
 * Returns the failures that IBM's Equal Access engine finds, without its requests for manual review. One theme is enough, as none
 * of these rules depends on colour.
 */
export async function secondOpinion(page: Page, part: string): Promise<string[]> {
  await bringEqualAccess(page);
  return page.evaluate(
    async ({ part, leftOut, choices }) => {
      const checker = new window.ace.Checker();
      const ibm = checker.getGuidelines().find(({ id }) => id === 'IBM_Accessibility');
      const root = document.querySelector(part);
      if (!ibm || !root) throw new Error('nothing to check, or by no rules');
      const checkpoints = ibm.checkpoints.map(({ rules = [], ...checkpoint }) => ({
        ...checkpoint,
        rules: rules.filter(({ id }) => !leftOut.includes(id)),
      }));
      checker.addGuideline({ ...ibm, id: 'portal', checkpoints });
      const shortened = [...document.querySelectorAll('select')].map((list) => {
        const { value } = list;
        const cut = [...list.options].slice(choices);
        for (const choice of cut) choice.remove();
        return { list, cut, value };
      });
      const { results } = await checker.check(root, ['portal']);
      for (const { list, cut, value } of shortened) {
        list.append(...cut);
        list.value = value;
      }
      const failed = results.filter(({ value: [, confidence] }) => confidence === 'FAIL');
      return failed.map(({ ruleId, message, snippet }) => `${ruleId}: ${message}: ${snippet}`);
    },
    { part, leftOut: LEFT_OUT, choices: CHOICES },
  );
}
