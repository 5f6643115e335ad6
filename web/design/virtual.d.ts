declare module 'virtual:design' {
  /** The global style as CSS rules: reset, plain elements and the tokens of both themes. */
  export const globalRules: readonly string[];
  /** The theme's tokens without their values, which are CSS variables of the global style. */
  export const tokenNames: import('../src/ui/theme/system.ts').Tokens;
}
