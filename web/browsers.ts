/** Oldest browsers that the README promises, by name and version. */
export type Browsers = Readonly<Record<'safari' | 'chrome' | 'firefox', string>>;

/** For clients. `web/shell/before-paint.js` turns older browsers away. */
export const CLIENT_BROWSERS: Browsers = { safari: '16.4', chrome: '111', firefox: '121' };
/** For advisers. */
export const STAFF_BROWSERS: Browsers = { safari: '17.4', chrome: '119', firefox: '125' };
