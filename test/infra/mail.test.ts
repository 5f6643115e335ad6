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

/** The outputs that say what somebody has to write into the DNS; what only SES knows stands in braces. */
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

describe('the sender', () => {
  test.each([
    ['a new identity', 'firm.example'],
    ['a mail domain in the hosted zone', 'mail.firm.example'],
    ['a mail domain outside the hosted zone', 'otherfirm.example'],
  ] as const)('%s: its domain is made known to SES, for good, and bounces go to a name below it', (name, domain) => {
    const [identity, ...others] = Object.values(template(name).findResources('AWS::SES::EmailIdentity'));
    expect(others).toEqual([]);
    expect(identity).toMatchObject({
      Properties: { EmailIdentity: domain, MailFromAttributes: { MailFromDomain: `bounce.${domain}` } },
      DeletionPolicy: 'RetainExceptOnCreate',
      UpdateReplacePolicy: 'Retain',
    });
  });

  test.each(['an existing identity', 'local'] as const)('%s: none is made, and no record is asked for', (name) => {
    template(name).resourceCountIs('AWS::SES::EmailIdentity', 0);
    expect(dnsOutputs(name)).toEqual({});
  });

  test.each([
    ['a new identity', 'firm.example'],
    ['a mail domain outside the hosted zone', 'otherfirm.example'],
  ] as const)('%s: outputs say which records to make', (name, domain) => {
    expect(dnsOutputs(name)).toEqual({ ...recordsOf(domain), ...dmarcOf(domain) });
    template(name).resourceCountIs('AWS::Route53::RecordSet', 0);
  });

  test('in the hosted zone the records are made, for good, all but the one for DMARC, of which there may be one', () => {
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
/** What roles may send, by the two functions that send mail. */
const sending = (name: Name | 'local') =>
  Object.values(policiesOf(template(name)))
    .map(({ Properties: { PolicyDocument } }) =>
      (PolicyDocument.Statement as Statement[]).filter(({ Action }) => `${Action}`.includes('ses:')),
    )
    .filter(({ length }) => length > 0);

describe('the right to send', () => {
  const SENDERS = ['clients', 'on-record', 'tick'];
  const configuration = expect.objectContaining({
    'Fn::Join': ['', expect.arrayContaining([expect.stringMatching(/:configuration-set\/$/)])],
  });
  const may = { Effect: 'Allow', Action: 'ses:SendRawEmail' };

  test.each(Object.keys(FILES) as Name[])('%s: it is to write to anybody, as MAIL_FROM and nobody else', (name) => {
    const identities = { 'Fn::Join': ['', expect.arrayContaining([expect.stringMatching(/:identity\/\*$/)])] };
    const Condition = { StringEquals: { 'ses:FromAddress': (FILES[name] as typeof AWS).MAIL_FROM } };
    const expected = [
      { ...may, Resource: configuration },
      { ...may, Resource: identities, Condition },
    ];
    expect(sending(name)).toEqual(SENDERS.map(() => expected));
  });

  test('on the emulator, which knows neither identities nor the condition, it is for all', () => {
    for (const rights of sending('local')) expect(rights).toEqual([{ ...may, Resource: ['*', configuration] }]);
    expect(sending('local')).toHaveLength(SENDERS.length);
  });
});

test.each(['local', 'a new identity'] as const)('%s: mail goes out under TLS or not at all', (name) => {
  expect(properties(name, 'AWS::SES::ConfigurationSet')).toMatchObject([{ DeliveryOptions: { TlsPolicy: 'REQUIRE' } }]);
});

describe.each(['local', 'a new identity'] as const)(
  'what SES tells of mail is kept where it is not taken down: %s',
  (name) => {
    const queues = () =>
      Object.entries(template(name).findResources('AWS::SQS::Queue')).filter(([id]) => id.startsWith('Mail'));
    const ids = () => queues().map(([id]) => id);
    const arn = () => ({ 'Fn::GetAtt': [ids()[0], 'Arn'] });

    test('each dead-letter queue keeps messages for fourteen days and is an output', () => {
      const all = Object.entries(template(name).findResources('AWS::SQS::Queue'));
      expect(all.map(([, { Properties }]) => Properties.MessageRetentionPeriod)).toEqual([1_209_600, 1_209_600]);
      for (const output of ['MailEventsQueue', 'EventsQueue'])
        expect(all.map(([id]) => ({ Ref: id }))).toContainEqual(template(name).findOutputs(output)[output]?.Value);
    });

    test('the queue takes messages from the topic of mail events only', () => {
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

    test('by SNS where the function cannot be called, and by Lambda where the function fails', () => {
      const subscriptions = properties(name, 'AWS::SNS::Subscription').filter(({ Protocol }) => Protocol === 'lambda');
      expect(subscriptions).toMatchObject([{ RedrivePolicy: { deadLetterTargetArn: arn() } }]);
      const failing = properties(name, 'AWS::Lambda::Function').filter((made) => made.DeadLetterConfig);
      expect(failing).toMatchObject([
        { FunctionName: expect.stringMatching(/-mail-events$/), DeadLetterConfig: { TargetArn: arn() } },
      ]);
    });
  },
);
