import { pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';

/** Replaces computed modules by the values of their exports, so that pages load neither their code nor their imports. */
export const computed: Plugin = {
  name: 'computed',
  enforce: 'pre',
  async load(id) {
    if (!id.endsWith('.computed.ts')) return undefined;
    const values: Record<string, unknown> = await import(pathToFileURL(id).href);
    return Object.entries(values)
      .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`)
      .join('\n');
  },
};
