const DEMO_FIRM = 'Harbour Financial Planning';

/**
 * What the firm is called in its mail, on every screen and in the demo's files: `FIRM_NAME`, and the demo firm's name
 * where that is not set or blank, as on a developer's machine. A deployment has to set it (docs/operate.md).
 */
export const firmName = (env: Readonly<Record<string, string | undefined>>): string =>
  env.FIRM_NAME?.trim() || DEMO_FIRM;
