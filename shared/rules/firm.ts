const DEMO_FIRM = 'Harbour Financial Planning';

/** The firm's name: `FIRM_NAME`, or the demo firm's on a developer's machine. */
export const firmName = (env: Readonly<Record<string, string | undefined>>): string =>
  env.FIRM_NAME?.trim() || DEMO_FIRM;
