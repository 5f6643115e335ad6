import { readFile } from 'node:fs/promises';
import type { Plugin } from 'vite';

const SHARED = /\/shared\/\w+\/[a-z]+\.ts$/;
/** What the portal and advisers' pages both show or use. */
export const COMMON =
  /\/web\/src\/(ui\/(avatar|badge|earlier-button|use-overflow|action-button)|parts\/(status-badge|conversation|use-place-kept)|lib\/upload)\.tsx?$/;
const ICONS = /\/lucide-react\/dist\/esm\/(lucide-react|icons\/[\w-]+)\.mjs$/;

// The client page, forms and dialogs apart: these check what is typed against the schemas.
const CLIENT_PAGE = /\/web\/src\/features\/client\/([\w-]+\/)?(?!edit-|[\w-]+-(dialog|fields)\.)[\w-]+\.tsx?$/;

const PLACES = [
  { mark: '?portal', importer: /\/web\/src\/features\/portal\/|\?portal$/, copied: [SHARED, COMMON, ICONS] },
  { mark: '?rules', importer: /\/web\/src\/(ui\/[\w-]+|parts\/(?!clients|me)[\w-]+)\.tsx?$/, copied: [SHARED] },
  { mark: '?client', importer: CLIENT_PAGE, copied: [SHARED] },
];
const MARKED = /\?(portal|rules|client)$/;

/**
 * Gives places copies of files of their own. The portal gets what advisers' pages use too, down to single icons, so that
 * all of it comes in one request and nothing of theirs with it. `ui` and the client page get the shared files: these hold
 * rules and schemas, and a file that forms load too would bring zod along, where only the rules are needed.
 */
export const ownCopies: Plugin = {
  name: 'own-copies',
  enforce: 'pre',
  apply: 'build',
  async resolveId(source, importer = '', options) {
    const place = PLACES.find((known) => known.importer.test(importer));
    if (!place) return null;
    const found = await this.resolve(source, importer.replace(MARKED, ''), { ...options, skipSelf: true });
    const copied = found && place.copied.some((files) => files.test(found.id));
    return copied ? { id: found.id + place.mark, moduleSideEffects: false } : found;
  },
  async load(id) {
    if (!MARKED.test(id)) return null;
    const file = id.replace(MARKED, '');
    const moduleType = file.endsWith('x') ? 'tsx' : file.endsWith('.ts') ? 'ts' : 'js';
    return { code: await readFile(file, 'utf8'), moduleType };
  },
};
