import type { Template } from 'aws-cdk-lib/assertions';
import { describe, expect, test } from 'vitest';
import { AWS, policiesOf, synthesize } from './synthesized.ts';

const ZONE = { HOSTED_ZONE: 'firm.example', HOSTED_ZONE_ID: 'Z0123456789ABC' };
const FILES = {
  'a new identity': AWS,
  'an existing identity': { ...AWS, MAIL_IDENTITY: 'existing' },
  'a mail domain in the hosted zone': { ...AWS, ...ZONE, MAIL_FROM: 'portal@mail.firm.example' },
  'a mail domain outside the hosted zone': { ...AWS, ...ZONE, MAIL_FROM: 'portal@otherfirm.example' },
};
type Name = keyof typeof FILES;

const templates: Partial<Record<Name | 'local', Template>> = {};

templates.local = (await synthesize('local')).portal;
for (const [name, file] of Object.entries(FILES)) templates[name as Name] = (await synthesize('aws', file)).portal;

const template = (name: Name | 'local') => templates[name] ?? expect.fail('not synthesized');
const properties = (name: Name | 'local', type: string) =>
  Object.values(template(name).findResources(type)).map(({ Properties }) => Properties);

/** Returns the DNS outputs; values that only SES knows are in braces. */
const dnsOutputs = (name: Name | 'local') =>
  Object.fromEntries(
    Object.entries(template(name).toJSON().Outputs as Record<string, { Value: unknown }>)
      .filter(([output]) => output.startsWith('Dns'))
      .map(([output, { Value }]) => [output, written(Value)]),
  );

function written(value: unknown): string {
  if (typeof value === 'string') return value;
  const { 'Fn::Join': join, 'Fn::GetAtt': attribute } = value as {
    'Fn::Join'?: [string, unknown[]];
    'Fn::GetAtt'?: string[];
  };
  if (join) return join[1].map(written).join(join[0]);
  return `{${attribute?.[1]}}`;
}

const dkim = (at: number) => [`DnsDkim${at}`, `{DkimDNSTokenName${at}} CNAME {DkimDNSTokenValue${at}}`];
const recordsOf = (domain: string): Record<string, string> =>
  Object.fromEntries([
    ...[1, 2, 3].map(dkim),
    ['DnsMailFromMx', `bounce.${domain} MX 10 feedback-smtp.eu-west-2.amazonses.com`],
    ['DnsMailFromSpf', `bounce.${domain} TXT v=spf1 include:amazonses.com ~all`],
  ]);
const dmarcOf = (domain: string) => ({
  DnsDmarc: `_dmarc.${domain} TXT v=DMARC1; p=none; rua=mailto:ops@firm.example`,
});

describe('the email sender', () => {
  test.each([
    ['a new identity', 'firm.example'],
    ['a mail domain in the hosted zone', 'mail.firm.example'],
    ['a mail domain outside the hosted zone', 'otherfirm.example'],
  ] as const)('is registered with %s in SES, retained, and receives bounces at a subdomain', (name, domain) => {
    const [identity, ...others] = Object.values(template(name).findResources('AWS::SES::EmailIdentity'));
    expect(others).toEqual([]);
    expect(identity).toMatchObject({
      Properties: { EmailIdentity: domain, MailFromAttributes: { MailFromDomain: `bounce.${domain}` } },
      DeletionPolicy: 'RetainExceptOnCreate',
      UpdateReplacePolicy: 'Retain',
    });
  });

  test.each(['an existing identity', 'local'] as const)(
    'is not registered with %s, and needs no DNS records',
    (name) => {
      template(name).resourceCountIs('AWS::SES::EmailIdentity', 0);
      expect(dnsOutputs(name)).toEqual({});
    },
  );

  test.each([
    ['a new identity', 'firm.example'],
    ['a mail domain outside the hosted zone', 'otherfirm.example'],
  ] as const)('with %s outputs the DNS records to create', (name, domain) => {
    expect(dnsOutputs(name)).toEqual({ ...recordsOf(domain), ...dmarcOf(domain) });
    template(name).resourceCountIs('AWS::Route53::RecordSet', 0);
  });

  test('has its DNS records created in the hosted zone, except DMARC', () => {
    const name = 'a mail domain in the hosted zone';
    expect(dnsOutputs(name)).toEqual(dmarcOf('mail.firm.example'));
    const sets = Object.values(template(name).findResources('AWS::Route53::RecordSet'));
    const made = sets.map(({ Properties: { Name, Type, ResourceRecords } }) =>
      [Name, Type, ...ResourceRecords].map(written).join(' '),
    );
    const wanted = Object.values(recordsOf('mail.firm.example')).map((line) => line.replace(/TXT (.+)/, 'TXT "$1"'));
    expect(made.sort()).toEqual(wanted.sort());
    for (const { Properties, DeletionPolicy, UpdateReplacePolicy } of sets)
      expect([Properties.HostedZoneId, DeletionPolicy, UpdateReplacePolicy]).toEqual([
        ZONE.HOSTED_ZONE_ID,
        'RetainExceptOnCreate',
        'Retain',
      ]);
  });
});

interface Statement {
  Action: unknown;
  Resource: unknown;
  Condition?: unknown;
}
/** Returns the send permissions of the roles that have any. */
const sending = (name: Name | 'local') =>
  Object.values(policiesOf(template(name)))
    .map(({ Properties: { PolicyDocument } }) =>
      (PolicyDocument.Statement as Statement[]).filter(({ Action }) => `${Action}`.includes('ses:')),
    )
    .filter(({ length }) => length > 0);

describe('the permission to send email', () => {
  const SENDERS = ['clients', 'on-record', 'tick'];
  const configuration = expect.objectContaining({
    'Fn::Join': ['', expect.arrayContaining([expect.stringMatching(/:configuration-set\/$/)])],
  });
  const may = { Effect: 'Allow', Action: 'ses:SendRawEmail' };

  test.each(Object.keys(FILES) as Name[])('with %s allows any recipient, but only MAIL_FROM as sender', (name) => {
    const identities = { 'Fn::Join': ['', expect.arrayContaining([expect.stringMatching(/:identity\/\*$/)])] };
    const Condition = { StringEquals: { 'ses:FromAddress': (FILES[name] as typeof AWS).MAIL_FROM } };
    const expected = [
      { ...may, Resource: configuration },
      { ...may, Resource: identities, Condition },
    ];
    expect(sending(name)).toEqual(SENDERS.map(() => expected));
  });

  test('has no conditions on the emulator, which supports none', () => {
    for (const rights of sending('local')) expect(rights).toEqual([{ ...may, Resource: ['*', configuration] }]);
    expect(sending('local')).toHaveLength(SENDERS.length);
  });
});

test.each(['local', 'a new identity'] as const)('email on %s requires TLS', (name) => {
  expect(properties(name, 'AWS::SES::ConfigurationSet')).toMatchObject([{ DeliveryOptions: { TlsPolicy: 'REQUIRE' } }]);
});

describe.each(['local', 'a new identity'] as const)('the dead-letter queue of mail events on %s', (name) => {
  const queues = () =>
    Object.entries(template(name).findResources('AWS::SQS::Queue')).filter(([id]) => id.startsWith('Mail'));
  const ids = () => queues().map(([id]) => id);
  const arn = () => ({ 'Fn::GetAtt': [ids()[0], 'Arn'] });

  test('keeps messages for fourteen days and is an output', () => {
    const all = Object.entries(template(name).findResources('AWS::SQS::Queue'));
    expect(all.map(([, { Properties }]) => Properties.MessageRetentionPeriod)).toEqual([1_209_600, 1_209_600]);
    for (const output of ['MailEventsQueue', 'EventsQueue'])
      expect(all.map(([id]) => ({ Ref: id }))).toContainEqual(template(name).findOutputs(output)[output]?.Value);
  });

  test('accepts messages only from the topic of mail events', () => {
    const [policy] = properties(name, 'AWS::SQS::QueuePolicy');
    const allowed = policy?.PolicyDocument.Statement.filter(({ Effect }: { Effect: string }) => Effect === 'Allow');
    expect(allowed).toMatchObject([
      {
        Action: 'sqs:SendMessage',
        Principal: { Service: 'sns.amazonaws.com' },
        Resource: arn(),
        Condition: { ArnEquals: { 'aws:SourceArn': { Ref: expect.stringMatching(/^MailEvents/) } } },
      },
    ]);
  });

  test('receives events from SNS if the call fails, and from Lambda if the function fails', () => {
    const subscriptions = properties(name, 'AWS::SNS::Subscription').filter(({ Protocol }) => Protocol === 'lambda');
    expect(subscriptions).toMatchObject([{ RedrivePolicy: { deadLetterTargetArn: arn() } }]);
    const failing = properties(name, 'AWS::Lambda::Function').filter((made) => made.DeadLetterConfig);
    expect(failing).toMatchObject([
      { FunctionName: expect.stringMatching(/-mail-events$/), DeadLetterConfig: { TargetArn: arn() } },
    ]);
  });
});
