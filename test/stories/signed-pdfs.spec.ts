import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import { stamped } from '#functions/domain/signing/stamp.ts';
import { launch } from '../support/browser/launch.ts';
import { test } from '../support/browser/people.ts';
import { expect } from '../support/browser/watched.ts';
import { CERTIFICATE, MARK } from '../support/files/certificate.ts';
import { compressedPdf, pdf } from '../support/files/pdfs.ts';
import { turnedPdf } from '../support/files/signing-pdfs.ts';

// The headless shell has no viewer of PDFs.
test.use({ launchOptions: launch(process.env.TEST_WHOLE_BROWSER), viewport: { width: 900, height: 900 } });

const DOCUMENTS = {
  table: pdf(),
  streams: compressedPdf(),
  turned: turnedPdf(),
};

/** Serves files by their path, and returns the server's address. */
async function serve(files: Map<string, Buffer>): Promise<string> {
  const server = createServer((request, response) => {
    response.setHeader('content-type', 'application/pdf').end(files.get(request.url ?? ''));
  });
  await new Promise<void>((listening) => {
    server.listen(0, '127.0.0.1', listening);
  });
  // Does not keep a failed run alive.
  server.unref();
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Part of the viewer that shows the top of a page; others may follow below it. */
const CLIP = { x: 0, y: 0, width: 900, height: 260 };

/** Returns the part of a picture that is paper; empty if there is only the viewer's dark ground. */
const paperIn = (page: Page, picture: string) =>
  page.evaluate(async (data) => {
    const image = new Image();
    image.src = `data:image/png;base64,${data}`;
    await image.decode();
    const canvas = document.createElement('canvas');
    const context = canvas.getContext('2d');
    canvas.width = image.width;
    context?.drawImage(image, 0, 0);
    const row = [...(context?.getImageData(0, 40, image.width, 1).data ?? [])].filter((_, i) => i % 4 === 0);
    const [from, to] = [row.indexOf(255), row.lastIndexOf(255)];
    if (from < 0) return '';
    canvas.width = to - from + 1;
    canvas.height = image.height;
    context?.drawImage(image, -from, 0);
    return canvas.toDataURL();
  }, picture);

/** Returns the picture of a page, without the ground around it, once the viewer has drawn it. */
async function picture(page: Page, blank: Page, url: string, number: number): Promise<string> {
  // A change of the address after "#" alone would not load the file again.
  await page.goto('about:blank');
  await page.goto(`${url}#toolbar=0&navpanes=0&zoom=100&page=${number}`);
  let last = '';
  const isSettled = async () => {
    const before = last;
    last = await paperIn(blank, (await page.screenshot({ clip: CLIP })).toString('base64'));
    return last !== '' && last === before;
  };
  await expect.poll(isSettled, { intervals: [200] }).toBe(true);
  return last;
}

test('the browser shows the pages of a signed PDF as before, and then the same certificate', async ({ browser }) => {
  const files = new Map<string, Buffer>();
  for (const [name, bytes] of Object.entries(DOCUMENTS)) {
    files.set(`/${name}`, bytes);
    files.set(`/${name}-signed`, await stamped(bytes, CERTIFICATE, MARK));
  }
  const origin = await serve(files);
  const [page, blank] = [await browser.newPage(), await browser.newPage()];
  const originals = new Set<string>();
  const certificates = new Set<string>();
  for (const name of Object.keys(DOCUMENTS)) {
    const before = await picture(page, blank, `${origin}/${name}`, 1);
    expect((await picture(page, blank, `${origin}/${name}-signed`, 1)) === before, name).toBe(true);
    originals.add(before);
    certificates.add(await picture(page, blank, `${origin}/${name}-signed`, 2));
  }
  // Two of the three differ only in how they are stored.
  expect(originals.size).toBe(2);
  expect(certificates.size).toBe(1);
  expect([...certificates].some((certificate) => originals.has(certificate))).toBe(false);
});
