import { expect, test } from 'vitest';
import { DEPLOYMENTS, type Variant } from '#infra/lint/variants.ts';
import { deployed, policiesOf } from './synthesized.ts';

/** Returns text in which values that only AWS knows are in braces. */
function written(value: unknown): string {
  if (typeof value === 'string') return value;
  const { 'Fn::Join': join, 'Fn::GetAtt': attribute } = value as {
    'Fn::Join'?: [string, unknown[]];
    'Fn::GetAtt'?: string[];
  };
  if (join) return join[1].map(written).join(join[0]);
  return `{${attribute?.[1]}}`;
}

const recordsOf = (domain: string): Record<string, string> => ({
  ...Object.fromEntries(
    [1, 2, 3].map((at) => [`DnsDkim${at}`, `{DkimDNSTokenName${at}} CNAME {DkimDNSTokenValue${at}}`]),
  ),
  DnsMailFromMx: `bounce.${domain} MX 10 feedback-smtp.eu-west-2.amazonses.com`,
  DnsMailFromSpf: `bounce.${domain} TXT v=spf1 include:amazonses.com ~all`,
});
const dmarcOf = (domain: string) => ({
  DnsDmarc: `_dmarc.${domain} TXT v=DMARC1; p=none; rua=mailto:ops@firm.example`,
});
const MAIL = { ...recordsOf('firm.example'), ...dmarcOf('firm.example') };

test.each<[Variant, why: string, records: Record<string, string>]>([
  ['dev', 'of the sender', MAIL],
  ['prod', 'of the sender and the site', { ...MAIL, DnsPortal: 'portal.firm.example CNAME {DomainName}' }],
  ['imported', 'of a sender outside the zone', { ...recordsOf('otherfirm.example'), ...dmarcOf('otherfirm.example') }],
  ['first', 'of DMARC, as the zone has the others', dmarcOf('firm.example')],
  ['destroyable', 'of nothing, with an existing identity and a zone', {}],
  ['local', 'of nothing', {}],
])('the outputs of %s list the DNS records to create by hand: those %s', async (variant, _, records) => {
  const outputs = Object.entries((await deployed(variant)).portal.findOutputs('*'));
  const dns = outputs.filter(([name]) => name.startsWith('Dns')).map(([name, { Value }]) => [name, written(Value)]);
  expect(Object.fromEntries(dns)).toEqual(records);
});

test('the sender’s records, except DMARC, are created in its hosted zone, and outlive the stack', async () => {
  const { portal } = await deployed('first');
  const sets = Object.values(portal.findResources('AWS::Route53::RecordSet')).filter(
    ({ Properties }) => Properties.ResourceRecords,
  );
  const made = sets.map(({ Properties: { Name, Type, ResourceRecords } }) =>
    [Name, Type, ...ResourceRecords].map(written).join(' '),
  );
  const wanted = Object.values(recordsOf('firm.example')).map((line) => line.replace(/TXT (.+)/, 'TXT "$1"'));
  expect(made.sort()).toEqual(wanted.sort());
  for (const set of sets)
    expect(set).toMatchObject({
      Properties: { HostedZoneId: DEPLOYMENTS.first.file.HOSTED_ZONE_ID },
      DeletionPolicy: 'RetainExceptOnCreate',
      UpdateReplacePolicy: 'Retain',
    });
});

interface Statement {
  Action: unknown;
  Resource: unknown;
  Condition?: unknown;
}

const MAY = { Effect: 'Allow', Action: 'ses:SendRawEmail' };
const named = (end: RegExp) =>
  expect.objectContaining({ 'Fn::Join': ['', expect.arrayContaining([expect.stringMatching(end)])] });
const configuration = named(/:configuration-set\/$/);

test.each<[Variant, why: string, statements: object[]]>([
  [
    'prod',
    'any recipient, but only MAIL_FROM as sender',
    [
      { ...MAY, Resource: configuration },
      {
        ...MAY,
        Resource: named(/:identity\/\*$/),
        Condition: { StringEquals: { 'ses:FromAddress': DEPLOYMENTS.prod.file.MAIL_FROM } },
      },
    ],
  ],
  ['local', 'any sender, because the emulator supports no conditions', [{ ...MAY, Resource: ['*', configuration] }]],
])('the permission to send email on %s allows %s, for three functions', async (variant, _, statements) => {
  const sending = Object.values(policiesOf((await deployed(variant)).portal))
    .map(({ Properties }) =>
      (Properties.PolicyDocument.Statement as Statement[]).filter(({ Action }) => `${Action}`.includes('ses:')),
    )
    .filter(({ length }) => length > 0);
  expect(sending).toEqual(['clients', 'on-record', 'tick'].map(() => statements));
});
