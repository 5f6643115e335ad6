import { SESClient, VerifyEmailIdentityCommand } from '@aws-sdk/client-ses';
import { emulatorClient } from './emulator.ts';

/** Lets the emulator send mail from an address. The local template has no identity in it, as LocalStack cannot make one. */
export async function verifySender(emulatorUrl: string, address: string): Promise<void> {
  const ses = new SESClient(emulatorClient(emulatorUrl));
  await ses.send(new VerifyEmailIdentityCommand({ EmailAddress: address }));
  ses.destroy();
}
