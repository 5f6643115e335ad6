import type { Page } from '@playwright/test';
import type { Authenticator } from '../people/authenticator.ts';

/** Adds a virtual authenticator whose owner always agrees. */
export async function addAuthenticator(page: Page) {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    async addPasskey(userId: string, { id, privateKey }: Authenticator) {
      const credential = {
        credentialId: Buffer.from(id, 'base64url').toString('base64'),
        isResidentCredential: true,
        rpId: 'localhost',
        privateKey: privateKey.toString('base64'),
        userHandle: Buffer.from(userId).toString('base64'),
        signCount: 0,
      };
      await devtools.send('WebAuthn.addCredential', { authenticatorId, credential });
    },
    removePasskeys: () => devtools.send('WebAuthn.clearCredentials', { authenticatorId }),
    agrees: (isUserVerified: boolean) => devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
    /** While the owner is away, requests are never answered. */
    isThere: (enabled: boolean) =>
      devtools.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled }),
    passkeys: async () => (await devtools.send('WebAuthn.getCredentials', { authenticatorId })).credentials,
  };
}

/** Records each request for a passkey, as `dialog` or `field`, and the error that ended it. */
export async function noteQuestions(page: Page) {
  const asked: string[] = [];
  await page.exposeFunction('noteQuestion', (what: string) => asked.push(what));
  await page.addInitScript(() => {
    const get = navigator.credentials.get.bind(navigator.credentials);
    navigator.credentials.get = async (options) => {
      const note = Reflect.get(window, 'noteQuestion');
      const way = options?.mediation === 'conditional' ? 'field' : 'dialog';
      note(way);
      try {
        return await get(options);
      } catch (error) {
        note(`${way}: ${(error as Error).name}`);
        throw error;
      }
    };
  });
  return asked;
}
