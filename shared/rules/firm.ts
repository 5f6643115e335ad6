const DEMO_FIRM = 'Harbour Financial Planning';

export const firmName = (env: Readonly<Record<string, string | undefined>>): string =>
  env.FIRM_NAME?.trim() || DEMO_FIRM;
