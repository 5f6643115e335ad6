import { PublishCommand, SNSClient } from '@aws-sdk/client-sns';
import { emulatorClient } from '#infra/tools/emulator-access.ts';
import { emulatorUrl, stackOutput } from './stack.ts';

/** An SES event about one email; `more` depends on the kind. */
const event = (eventType: string, to: string, tags: Record<string, string>, more: object) => ({
  eventType,
  ...more,
  mail: {
    timestamp: '2026-03-01T09:30:00.000Z',
    source: 'portal@example.com',
    messageId: '0102',
    destination: [to],
    tags: {
      'ses:configuration-set': ['portal'],
      ...Object.fromEntries(Object.entries(tags).map(([name, id]) => [name, [id]])),
    },
  },
});

export const bounced = (to: string, tags: Record<string, string>, bounceType = 'Permanent') =>
  event('Bounce', to, tags, {
    bounce: { bounceType, bounceSubType: 'General', bouncedRecipients: [{ emailAddress: to, action: 'failed' }] },
  });
export const complained = (to: string, tags: Record<string, string>, complaintFeedbackType?: string | null) =>
  event('Complaint', to, tags, { complaint: { complainedRecipients: [{ emailAddress: to }], complaintFeedbackType } });
export const rejected = (to: string, tags: Record<string, string>) =>
  event('Reject', to, tags, { reject: { reason: 'Bad content' } });

/** Publishes an event on the stack's topic, because the emulator's SES knows no bounces. */
export async function publish(event: object): Promise<void> {
  const sns = new SNSClient(emulatorClient(emulatorUrl()));
  await sns.send(new PublishCommand({ TopicArn: stackOutput('MailEventsTopic'), Message: JSON.stringify(event) }));
  sns.destroy();
}
