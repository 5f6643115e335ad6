import { PublishCommand, SNSClient } from '@aws-sdk/client-sns';
import { emulatorClient } from './emulator.ts';

/** What SES tells when a mailbox refuses a mail to a client for good. */
export const bounceOf = ({ id, email }: { id: string; email: string }) => ({
  eventType: 'Bounce',
  mail: { timestamp: new Date().toISOString(), destination: [email], tags: { client: [id] } },
  bounce: { bounceType: 'Permanent', bounceSubType: 'General', bouncedRecipients: [{ emailAddress: email }] },
});

/** Tells the stack what became of a mail, in the place of SES: the emulator's knows no bounces of mail under a configuration. */
export async function publishMailEvent(emulatorUrl: string, topicArn: string, event: object): Promise<void> {
  const sns = new SNSClient(emulatorClient(emulatorUrl));
  await sns.send(new PublishCommand({ TopicArn: topicArn, Message: JSON.stringify(event) }));
  sns.destroy();
}
