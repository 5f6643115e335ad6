import { expect, type Locator, type Page, test } from '@playwright/test';
import { pickFile } from './documents.ts';

/**
 * Counts actions: one for a key combination, a typed search character, a click, a tap or a picked file.
 * A choice from a list counts two. Typed content, scrolling and waiting count nothing.
 */
export class Walk {
  private count = 0;
  private readonly page: Page;
  constructor(page: Page) {
    this.page = page;
  }

  async key(name: string) {
    this.count += 1;
    await this.page.keyboard.press(name);
  }

  async find(text: string) {
    this.count += text.length;
    await this.page.keyboard.type(text);
  }

  async write(text: string) {
    await this.page.keyboard.type(text);
  }

  async click(target: Locator) {
    this.count += 1;
    await target.click();
  }

  async choose(list: Locator, label: string) {
    this.count += 2;
    await list.selectOption({ label });
  }

  async tapAndPick(button: Locator, files: Parameters<typeof pickFile>[1]) {
    this.count += 2;
    await pickFile(this.page, files, () => button.tap());
  }

  /** Expects the count; `before` is the first count ever. */
  end(most: number, before?: string) {
    const description = `${this.count}${before ? `, was ${before}` : ''}`;
    test.info().annotations.push({ type: 'keys, clicks and taps', description });
    console.log(`${test.info().title}: ${description}`);
    expect(this.count, 'keys, clicks and taps').toBe(most);
  }
}
