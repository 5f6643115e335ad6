import { openClient } from '../support/browser/client-page.ts';
import { preview } from '../support/browser/documents.ts';
import { launch } from '../support/browser/launch.ts';
import { test } from '../support/browser/people.ts';
import { expect } from '../support/browser/watched.ts';
import { upload } from '../support/builders.ts';
import { compressedPdf, pdf } from '../support/files/pdfs.ts';

// The headless shell has no viewer of PDFs.
test.use({ launchOptions: launch(process.env.TEST_WHOLE_BROWSER) });

test('PDFs open in the browser’s own viewer', async ({ page, adviser, client }) => {
  await upload(adviser, client.id, pdf(), 'terms.pdf', `${client.id}.1`);
  await upload(adviser, client.id, compressedPdf(), 'packed terms.pdf', `${client.id}.1`);
  await openClient(page, client);
  for (const name of ['terms.pdf', 'packed terms.pdf']) {
    const { tab, shown } = await preview(page, name);
    expect(await tab.title()).toBe(name);
    expect(await shown.evaluate(() => document.contentType)).toBe('application/pdf');
    await tab.close();
  }
});
