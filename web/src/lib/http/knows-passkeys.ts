/** Whether this browser knows passkeys at all. */
export const knowsPasskeys = () => typeof globalThis.PublicKeyCredential === 'function';

/** Whether this browser offers passkeys in a field. */
export const offersPasskeys = async (): Promise<boolean> =>
  knowsPasskeys() && (await PublicKeyCredential.isConditionalMediationAvailable?.()) === true;
