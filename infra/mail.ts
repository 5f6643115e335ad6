import { EmailIdentity, Identity } from 'aws-cdk-lib/aws-ses';
import { Construct } from 'constructs';
import type { Settings } from './config.ts';

/** The address that mail is sent from. */
export class Mail extends Construct {
  readonly identityArn: string;
  /** Names for stack outputs. */
  readonly names: Record<string, string>;

  constructor(scope: Construct, id: string, { mailFrom, target }: Settings) {
    super(scope, id);
    const identity = new EmailIdentity(this, 'Identity', { identity: Identity.email(mailFrom) });
    // The emulator checks SendEmail against no identity but "*"; AWS checks the sender's.
    this.identityArn = target === 'local' ? '*' : identity.emailIdentityArn;
    this.names = { MailFrom: mailFrom };
  }
}
