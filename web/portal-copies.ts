import { readFile } from 'node:fs/promises';
import type { Plugin } from 'vite';

const MARK = '?portal';
const PORTAL = /\/web\/src\/features\/portal\/|\?portal$/;
/** What holds no state, so that two copies of it on one page do no harm. */
const COPIED =
  /\/(shared\/rules|web\/src\/(parts|ui)(\/(?!theme)\w+)?|lucide-react\/dist\/esm(\/icons)?)\/[\w-]+\.(tsx?|mjs)$/;
/** What every page has loaded with the entry, so that a copy would be one more. */
const LOADED = /\/ui\/\w+\/(controls|lazy-dialog|state|theme-toggle|title|wordmark)\.tsx$/;

/**
 * Gives the portal its own copies of rules, parts, ui and icons, which advisers' pages use too: a client's phone gets all
 * of it in one request, and nothing of the advisers' with it.
 */
export const portalCopies: Plugin = {
  name: 'portal-copies',
  enforce: 'pre',
  apply: 'build',
  async resolveId(source, importer = '', options) {
    if (!PORTAL.test(importer)) return null;
    const found = await this.resolve(source, importer.replace(MARK, ''), { ...options, skipSelf: true });
    return found && COPIED.test(found.id) && !LOADED.test(found.id)
      ? { id: found.id + MARK, moduleSideEffects: false }
      : found;
  },
  async load(id) {
    if (!id.endsWith(MARK)) return null;
    const file = id.slice(0, -MARK.length);
    const moduleType = file.endsWith('x') ? 'tsx' : file.endsWith('.ts') ? 'ts' : 'js';
    return { code: await readFile(file, 'utf8'), moduleType };
  },
};
