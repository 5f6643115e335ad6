export const DEMO_FIRM = 'Harbour Financial Planning';

/** Name of a firm that was given none. */
export const UNNAMED_FIRM = 'Your firm';

/** Returns the name of a firm whose settings have none. */
export const firmName = (env: Readonly<Record<string, string | undefined>>, otherwise = UNNAMED_FIRM): string =>
  env.FIRM_NAME?.trim() || otherwise;
