import { readFile } from 'node:fs/promises';
import type { Plugin } from 'vite';
import { presetInUse, propertiesInUse } from './styles.ts';

/** Parts of libraries that this app never comes to, with what is enough in their place. */
const ENOUGH: [file: RegExp, code: string][] = [
  // What watches a router's calls: nobody passes any.
  [
    /\/react-router\/dist\/production\/lib\/router\/instrumentation\.js$/,
    `const none = () => undefined;
    export { none as consumeInstrumentationClientResultMetaReceiver, none as getRouteInstrumentationUpdates };
    export { none as instrumentClientSideRouter, none as instrumentHandler, none as instrumentationResultMetaContext };`,
  ],
  // What only pages have that the router's own server drew: links that fetch ahead what that server names.
  [
    /\/react-router\/dist\/production\/lib\/dom\/ssr\/components\.js$/,
    `import { createContext } from 'react';
    const none = () => null;
    export const FrameworkContext = createContext(undefined);
    export const mergeRefs = (ref) => ref;
    export const usePrefetchBehavior = () => [false, null, {}];
    export { none as PrefetchPageLinks, none as Links, none as Meta, none as Scripts };
    export { none as setIsHydrated, none as useFrameworkContext, none as CRITICAL_CSS_DATA_ATTRIBUTE };`,
  ],
];

/** Lists of which the app names a part. */
const LISTS: [file: RegExp, inUse: (code: string) => string][] = [
  [/\/@chakra-ui\/react\/dist\/esm\/preset-base\.js$/, presetInUse],
  [/\/@pandacss\/is-valid-prop\/dist\/index\.mjs$/, propertiesInUse],
];

/** Leaves out of the built app what of its libraries it never comes to. */
export const lean: Plugin = {
  name: 'lean',
  enforce: 'pre',
  apply: 'build',
  async load(id) {
    const enough = ENOUGH.find(([file]) => file.test(id));
    if (enough) return enough[1];
    const list = LISTS.find(([file]) => file.test(id));
    if (!list) return null;
    const code = await readFile(id, 'utf8');
    const part = list[1](code);
    if (part === code) throw new Error(`${id} is another than it was: look at ${import.meta.url}`);
    return part;
  },
};
