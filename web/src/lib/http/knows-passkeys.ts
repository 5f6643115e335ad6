export const knowsPasskeys = () => typeof globalThis.PublicKeyCredential === 'function';

/** Returns true if this browser can offer passkeys in a field's autofill. */
export const offersPasskeys = async (): Promise<boolean> =>
  knowsPasskeys() && (await PublicKeyCredential.isConditionalMediationAvailable?.()) === true;
