import { readFile } from 'node:fs/promises';
import type { Plugin } from 'vite';

const MARK = '?portal';
const PORTAL = /\/web\/src\/features\/portal\/|\?portal$/;
/** Modules without state, so that two copies on one page are harmless. */
const COPIED =
  /\/(shared\/rules|web\/src\/(parts|ui)(\/(?!theme)\w+)?|lucide-react\/dist\/esm(\/icons)?)\/[\w-]+\.(tsx?|mjs)$/;
/** Modules that every page loads with the entry (vite.config.ts). */
const EAGER = /\/ui\/eager\//;

/** Copies code shared with advisers' pages into the portal's chunk; without, its first load is 14.6 KB larger. */
export const portalCopies: Plugin = {
  name: 'portal-copies',
  enforce: 'pre',
  apply: 'build',
  async resolveId(source, importer = '', options) {
    if (!PORTAL.test(importer)) return null;
    const found = await this.resolve(source, importer.replace(MARK, ''), { ...options, skipSelf: true });
    return found && COPIED.test(found.id) && !EAGER.test(found.id)
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
