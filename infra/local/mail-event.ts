/** What SES tells when a mailbox refuses a mail to a client for good. */
export const bounceOf = ({ id, email }: { id: string; email: string }) => ({
  eventType: 'Bounce',
  mail: { timestamp: new Date().toISOString(), destination: [email], tags: { client: [id] } },
  bounce: { bounceType: 'Permanent', bounceSubType: 'General', bouncedRecipients: [{ emailAddress: email }] },
});

const AUTHORIZATION =
  'AWS4-HMAC-SHA256 Credential=test/20260101/eu-west-2/sns/aws4_request, SignedHeaders=host, Signature=x';

/** Tells the stack what became of a mail, in the place of SES: the emulator's knows no bounces of mail under a configuration. */
export async function publishMailEvent(emulatorUrl: string, topicArn: string, event: object): Promise<void> {
  const body = new URLSearchParams({ Action: 'Publish', TopicArn: topicArn, Message: JSON.stringify(event) });
  const answer = await fetch(emulatorUrl, { method: 'POST', headers: { authorization: AUTHORIZATION }, body });
  if (!answer.ok) throw new Error(`Publish was answered ${answer.status}`);
}
