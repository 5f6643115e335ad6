import type { Plugin } from 'esbuild';

/** Puts the bytes of the filter of common passwords into a bundle in place of the module that makes them of the whole list. */
export const commonPasswords: Plugin = {
  name: 'common-passwords',
  setup: ({ onLoad }) =>
    onLoad({ filter: /\/common-password-filter\.ts$/ }, async () => {
      const { default: contents } = await import('#functions/domain/accounts/common-password-filter.ts');
      return { contents, loader: 'binary' };
    }),
};
