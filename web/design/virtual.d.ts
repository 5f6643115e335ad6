declare module 'virtual:design' {
  /** Global style as CSS rules: reset, plain elements and the tokens of both themes. */
  export const globalRules: readonly string[];
  export const tokenNames: import('../src/ui/theme/system.ts').TokenNames;
}
