declare global {
  interface ImportMeta {
    env: { FIRM_NAME: string };
  }
}

/** What the product is called on every screen: the firm's name, which the build takes from the deployment's settings. */
export const FIRM = import.meta.env.FIRM_NAME;
