import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { compressedSite } from '../../../web/compress.ts';
import { CHUNKS } from '../../../web/vite.config.ts';

// Sizes are those of the compressed files in web/dist, which are sent; run `npm run build` first.

const DIST = path.resolve('web/dist');
const KB = 1000;
/** Totals vary by some 100 bytes between builds, because hashes in the names of chunks compress differently. */
const FIRST_LOAD = 175_000;
const FRAME = 21_600;
const FURTHER_ROUTE = 15_600;
/** Questions and pages of the client’s fact-find. */
const FACTFIND = 18 * KB;
const CLIENT_AS_OPENED = 23_000;
/** Files of a client's page beyond the entry, with its frame and first sections. */
const CLIENT_FILES = 10;
const SECTION = 8 * KB;
const LETTERS = 5 * KB;
const STYLES = 5 * KB;
const FACES = 70 * KB;
const PAGE = 3 * KB;
const REMINDERS = 3 * KB;
const REQUESTS = 8;
const PAGE_AND_ICON = 2;
const ADVISERS_ONLY = ['/api/advisers', 'totalClients', '/regenerate', 'Danger Zone', 'adviserNotes', '$ZodType'];

const files = readdirSync(path.join(DIST, 'assets'));
const textOf = (file: string) => readFileSync(path.join(DIST, 'assets', file), 'utf8');
const importsOf = (file: string) =>
  [...textOf(file).matchAll(/\b(?:from|import)\s*["'`]\.\/([\w.-]+\.js)["'`]/g)].map(([, name = '']) => name);

/** Returns a chunk and its static imports, which the browser fetches together. */
function withImports(file: string, found = new Set<string>()): Set<string> {
  if (found.has(file)) return found;
  found.add(file);
  for (const imported of importsOf(file)) withImports(imported, found);
  return found;
}

const compressed = (file: string) => readFileSync(path.join(compressedSite(DIST), 'assets', file));
const sizeOf = (chunks: Iterable<string>) => [...chunks].reduce((sum, file) => sum + compressed(file).length, 0);

const page = readFileSync(path.join(DIST, 'index.html'), 'utf8');
const [, entry = ''] = /src="\/assets\/([\w.-]+\.js)"/.exec(page) ?? [];
const chunkOf = (page: string) => {
  const file = files.find((name) => name.startsWith(`${page}-`) && name.endsWith('.js'));
  if (!file) throw new Error(`web/dist has no chunk of ${page}: run npm run build`);
  return file;
};
const loadOf = (screen: string) => new Set([...withImports(entry), ...withImports(chunkOf(screen))]);

describe('the first load', () => {
  test.each([
    ['login-page', 0],
    ['reset-password-page', 0],
    ['portal-page', 2],
    ['reminders-page', 1],
  ])('stays within the limits of bytes and requests for %s with its %i calls', (page, calls) => {
    const chunks = loadOf(page);
    expect(sizeOf(chunks), [...chunks].join(' ')).toBeLessThanOrEqual(FIRST_LOAD);
    expect(PAGE_AND_ICON + chunks.size + calls, [...chunks].join(' ')).toBeLessThanOrEqual(REQUESTS);
  });

  test('adds little for the page of reminder emails to what the login loads', () => {
    const own = [...loadOf('reminders-page')].filter((chunk) => !loadOf('login-page').has(chunk));
    expect(sizeOf(own), own.join(' ')).toBeLessThanOrEqual(REMINDERS);
  });

  test('contains nothing that sends files for the portal', () => {
    expect([...loadOf('portal-page')]).not.toContain(chunkOf('uploads'));
  });

  test('contains nothing of the fact-find for the portal, and little for its pages beyond that', () => {
    const portal = new Set([...loadOf('portal-page'), ...withImports(chunkOf('portal-parts'))]);
    expect([...portal].map(textOf).join('\n')).not.toContain('National Insurance');
    const own = [...withImports(chunkOf('factfind-route'))].filter((chunk) => !portal.has(chunk));
    expect(sizeOf(own), own.join(' ')).toBeLessThanOrEqual(FACTFIND);
  });

  test('contains no adviser code for the portal', () => {
    const text = [...loadOf('portal-page')].map(textOf).join('\n');
    expect(ADVISERS_ONLY.filter((words) => text.includes(words))).toEqual([]);
  });
});

describe('the HTML page', () => {
  const ahead: Record<string, string[]> = JSON.parse(/name="ahead" content='([^']+)'/.exec(page)?.[1] ?? '{}');

  test.each([
    ['login', 'login-page'],
    ['portal', 'portal-page'],
    ['reminders', 'reminders-page'],
    ['work', 'adviser-frame'],
    ['work dashboard', 'dashboard-page'],
    ['work clients', 'clients-page'],
    ['work adviser', 'client-page'],
  ])('lists for %s exactly the chunks to preload', (places, screen) => {
    const named = places.split(' ').flatMap((place) => ahead[place] ?? []);
    const [frame] = places.split(' ');
    const needed = new Set([...loadOf(screen), ...(frame === 'work' ? loadOf('adviser-frame') : [])]);
    needed.delete(entry);
    expect(named.toSorted()).toEqual([...needed].toSorted());
  });

  test('stays within its size limit', () => {
    expect(brotliCompressSync(page).length).toBeLessThanOrEqual(PAGE);
  });
});

test.each(Object.entries(CHUNKS))('each folder of the chunk %s exists', (_, { folders, except = [] }) => {
  expect([...folders, ...except].filter((folder) => !existsSync(folder))).toEqual([]);
});

test('the login validates forms without eval, and contains no schemas of other calls', () => {
  const text = [...loadOf('login-page')].map(textOf).join('\n');
  expect(text).toContain('jitless:!0');
  expect(text).not.toContain('Unknown cursor');
});

describe('the code of a further route', () => {
  const afterLogin = loadOf('login-page');
  const signedIn = new Set([...afterLogin, ...loadOf('adviser-frame')]);
  const pages = files.map((file) => /^(.+-page)-[\w-]{8}\.js$/.exec(file)?.[1]).filter((page) => page !== undefined);
  const ofAdvisers = pages.filter((page) => page !== 'portal-page');
  const brought = (chunks: readonly string[], before: ReadonlySet<string>) =>
    [...new Set(chunks.flatMap((chunk) => [...withImports(chunk)]))].filter((chunk) => !before.has(chunk));

  test('shares for advisers a frame, which stays within its size limit', () => {
    const own = brought([chunkOf('adviser-frame')], afterLogin);
    expect(sizeOf(own), own.join(' ')).toBeLessThanOrEqual(FRAME);
  });

  test.each(ofAdvisers)('for %s stays within its size limit', (page) => {
    const own = brought([chunkOf(page)], signedIn);
    expect(sizeOf(own), own.join(' ')).toBeLessThanOrEqual(FURTHER_ROUTE);
  });

  test('for a client’s page with its first sections stays within its size limit', () => {
    const own = brought(['client-page', 'client-first'].map(chunkOf), signedIn);
    expect(sizeOf(own), own.join(' ')).toBeLessThanOrEqual(CLIENT_AS_OPENED);
  });

  test('for a client’s page with its first sections comes in few files', () => {
    const own = brought(['adviser-frame', 'client-page', 'client-first'].map(chunkOf), withImports(entry));
    expect(own.length, own.join(' ')).toBeLessThanOrEqual(CLIENT_FILES);
  });

  test.each(['requests-section', 'documents-section', 'tasks-section', 'portal-access-card', 'audit-timeline'])(
    'for %s is a separate chunk within its size limit',
    (section) => {
      expect(withImports(chunkOf('client-page')).has(chunkOf(section))).toBe(false);
      expect(compressed(chunkOf(section)).length).toBeLessThanOrEqual(SECTION);
    },
  );
});

test('letters of plans load after the client’s page, within their size limit', () => {
  for (const first of ['client-page', 'client-first'])
    expect(withImports(chunkOf(first)).has(chunkOf('plans-section'))).toBe(false);
  expect(compressed(chunkOf('plans-section')).length).toBeLessThanOrEqual(LETTERS);
});

test('every hashed file but the typefaces exists compressed, with the same content', () => {
  const texts = files.filter((file) => !file.endsWith('.woff2'));
  expect(readdirSync(path.join(compressedSite(DIST), 'assets')).toSorted()).toEqual(texts.toSorted());
  expect(texts.filter((file) => brotliDecompressSync(compressed(file)).toString() !== textOf(file))).toEqual([]);
});

test('style sheets stay within their size limit', () => {
  expect(sizeOf(files.filter((file) => file.endsWith('.css')))).toBeLessThanOrEqual(STYLES);
});

describe('typefaces', () => {
  const faces = files.filter((file) => /\.(woff2?|ttf|otf)$/.test(file));
  const bytesOf = (file: string) => readFileSync(path.join(DIST, 'assets', file));
  const digestIn = (file: string) => /-([0-9a-f]{8})\.woff2$/.exec(file)?.[1];

  test('are two self-hosted families, together within their size limit', () => {
    expect([...new Set(faces.map((file) => file.split('-')[1]))]).toEqual(['sans', 'serif']);
    expect(faces.reduce((sum, file) => sum + bytesOf(file).length, 0)).toBeLessThanOrEqual(FACES);
  });

  test('have a content hash in their names, because browsers cache them permanently', () => {
    for (const file of faces)
      expect(digestIn(file), file).toBe(createHash('sha256').update(bytesOf(file)).digest('hex').slice(0, 8));
  });

  test('are preloaded by the page under their hashed names', () => {
    expect(faces.filter((file) => !page.includes(`/assets/${file}`))).toEqual([]);
    expect([...page.matchAll(/\/assets\/(portal-[\w-]+\.woff2)/g)].length).toBe(faces.length);
  });
});
