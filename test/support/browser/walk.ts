import { expect, type Locator, type Page, test } from '@playwright/test';
import { pickFile } from './documents.ts';

/**
 * Plays what a person does on a page, and counts it. One each: a key, or several held together; a character typed to find
 * something; a click; a tap; what is picked in the device's own chooser of files. A choice from a list is two, as it is opened
 * first. What one writes anyway, the words of a task or a message, counts nothing, nor does scrolling or waiting.
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

  /** Types what something is to be found by. */
  async find(text: string) {
    this.count += text.length;
    await this.page.keyboard.type(text);
  }

  /** Types what has to be written however it is done. */
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

  /** Taps a button that opens the device's chooser, and picks files there. */
  async tapAndPick(button: Locator, files: Parameters<typeof pickFile>[1]) {
    this.count += 2;
    await pickFile(this.page, files, () => button.tap());
  }

  /** Ends the walk, which takes so many; `before` is what it took when it was first counted. */
  end(most: number, before?: string) {
    const description = `${this.count}${before ? `, was ${before}` : ''}`;
    test.info().annotations.push({ type: 'keys, clicks and taps', description });
    console.log(`${test.info().title}: ${description}`);
    expect(this.count, 'keys, clicks and taps').toBe(most);
  }
}
