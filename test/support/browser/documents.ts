import type { Locator, Page } from '@playwright/test';
import { panel } from './client-page.ts';

interface Picked {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

/** Picks files, or one by its path, which the browser reads from the disk only as it sends it. */
export async function pickFile(page: Page, file: Picked | Picked[] | string, open: () => Promise<void>) {
  const chooser = page.waitForEvent('filechooser');
  await open();
  await (await chooser).setFiles(file);
}

/** Drags or drops files. Returns true if the browser would open them itself. */
export const drag = (over: Locator, what: 'dragover' | 'drop', ...names: string[]) =>
  over.evaluate(
    (element, [type, files]) => {
      const dataTransfer = new DataTransfer();
      for (const name of files) dataTransfer.items.add(new File([`This is ${name}`], name));
      return element.dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer }));
    },
    [what, names] as const,
  );

export async function options(page: Page, name: string) {
  await panel(page, 'Documents by Stage').getByRole('button', { name, exact: true }).click();
  return page.getByRole('dialog', { name });
}

/** Previews a document and closes the dialog. Returns the preview's tab, and the frame that shows the document. */
export async function preview(page: Page, name: string) {
  const popup = page.waitForEvent('popup');
  const dialog = await options(page, name);
  await dialog.getByRole('button', { name: 'Preview in Browser' }).click();
  const tab = await popup;
  await tab.waitForURL(/^blob:/);
  await dialog.getByRole('button', { name: 'Close' }).click();
  const shown = tab.mainFrame().childFrames()[0];
  if (!shown) throw new Error(`The preview of ${name} shows nothing`);
  return { tab, shown };
}
