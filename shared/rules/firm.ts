export const DEMO_FIRM = 'Harbour Financial Planning';

/** Returns the name of a firm whose settings have none. */
export const firmName = (env: Readonly<Record<string, string | undefined>>, otherwise = 'Your firm'): string =>
  env.FIRM_NAME?.trim() || otherwise;
