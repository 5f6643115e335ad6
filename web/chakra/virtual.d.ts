declare module 'virtual:tokens' {
  /** The names of the theme's tokens, as the build found them. */
  export const tokens: import('./variables.ts').TokenNames;
}
