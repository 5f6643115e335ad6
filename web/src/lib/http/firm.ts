declare global {
  interface ImportMeta {
    env: { FIRM_NAME: string };
  }
}

/** Product name on every screen: the firm's name, set at build time from the deployment's settings. */
export const FIRM_NAME = import.meta.env.FIRM_NAME;
