/**
 * The global style and the tokens as CSS rules: the build writes them here (web/chakra). Empty in development, where Chakra
 * makes them in the browser.
 */
export const globalRules: readonly string[] = [];
