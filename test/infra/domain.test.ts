import { describe, expect, test } from 'vitest';
import { AWS, type Synthesized, synthesize } from './synthesized.ts';

const DOMAIN = 'portal.firm.example';
const CERTIFICATE_ARN = 'arn:aws:acm:us-east-1:111111111111:certificate/1';
const ZONE = { HOSTED_ZONE: 'firm.example', HOSTED_ZONE_ID: 'Z0123456789ABC' };
const FILES = {
  'no domain': AWS,
  'a certificate': { ...AWS, DOMAIN, CERTIFICATE_ARN },
  'a hosted zone': { ...AWS, DOMAIN, ...ZONE },
  'a hosted zone without a domain': { ...AWS, ...ZONE },
  'a hosted zone, to be torn down': { ...AWS, DOMAIN, ...ZONE, REMOVAL_POLICY: 'destroy' },
};
type Name = keyof typeof FILES;

const deployments: Partial<Record<Name, Synthesized>> = {};

for (const [name, file] of Object.entries(FILES)) deployments[name as Name] = await synthesize('aws', file);

const deployment = (name: Name) => deployments[name] ?? expect.fail('not synthesized');
const portal = (name: Name) => deployment(name).portal;
const guard = (name: Name) =>
  deployment(name).stacks['OnboardingPortalGuard-stage-eu-west-2'] ?? expect.fail('no guard');
const distributionOf = (name: Name) => {
  const [[id, { Properties }] = expect.fail('no distribution')] = Object.entries(
    portal(name).findResources('AWS::CloudFront::Distribution'),
  );
  return { id, ...Properties.DistributionConfig };
};
const domainOf = (name: Name) => ({ 'Fn::GetAtt': [distributionOf(name).id, 'DomainName'] });
/** Records that lead to the portal: those of mail are in mail.test.ts. */
const leading = (name: Name) =>
  Object.values(portal(name).findResources('AWS::Route53::RecordSet'))
    .map(({ Properties }) => Properties)
    .filter(({ AliasTarget }) => AliasTarget);

test.each(Object.keys(FILES) as Name[])("%s: an output has CloudFront's own name, where DNS leads", (name) => {
  portal(name).hasOutput('DistributionDomain', { Value: domainOf(name) });
});

describe('the certificate', () => {
  test.each([
    ['a hosted zone', 'RetainExceptOnCreate'],
    ['a hosted zone, to be torn down', 'Delete'],
  ] as const)('%s: it is made in the region of CloudFront, and proven in the zone', (name, DeletionPolicy) => {
    guard(name).hasResource('AWS::CertificateManager::Certificate', {
      Properties: {
        DomainName: DOMAIN,
        ValidationMethod: 'DNS',
        DomainValidationOptions: [{ DomainName: DOMAIN, HostedZoneId: ZONE.HOSTED_ZONE_ID }],
      },
      DeletionPolicy,
    });
    portal(name).resourceCountIs('AWS::CertificateManager::Certificate', 0);
  });

  test.each(['no domain', 'a certificate', 'a hosted zone without a domain'] as const)('%s: none is made', (name) => {
    guard(name).resourceCountIs('AWS::CertificateManager::Certificate', 0);
  });

  test('CloudFront shows it, whether it was made or named', () => {
    const shown = (name: Name) => distributionOf(name).ViewerCertificate?.AcmCertificateArn;
    expect(shown('a certificate')).toBe(CERTIFICATE_ARN);
    expect(shown('a hosted zone')).toEqual({
      'Fn::GetStackOutput': expect.objectContaining({
        StackName: 'OnboardingPortalGuard-stage-eu-west-2',
        Region: 'us-east-1',
      }),
    });
    expect(shown('no domain')).toBeUndefined();
  });

  test.each(['a certificate', 'a hosted zone'] as const)('%s: browsers speak TLS 1.2 or newer', (name) => {
    expect(distributionOf(name)).toMatchObject({
      Aliases: [DOMAIN],
      ViewerCertificate: { MinimumProtocolVersion: 'TLSv1.2_2025', SslSupportMethod: 'sni-only' },
    });
  });
});

describe('the way to CloudFront', () => {
  test('in the hosted zone it is made, for both kinds of addresses', () => {
    const name = 'a hosted zone';
    const AliasTarget = { DNSName: domainOf(name), HostedZoneId: expect.anything() };
    const record = { Name: `${DOMAIN}.`, HostedZoneId: ZONE.HOSTED_ZONE_ID, AliasTarget };
    expect(leading(name).sort((one, other) => one.Type.localeCompare(other.Type))).toEqual([
      { ...record, Type: 'A' },
      { ...record, Type: 'AAAA' },
    ]);
    expect(portal(name).findOutputs('DnsPortal')).toEqual({});
  });

  test('without one, an output says which record to make', () => {
    const name = 'a certificate';
    portal(name).hasOutput('DnsPortal', { Value: { 'Fn::Join': ['', [`${DOMAIN} CNAME `, domainOf(name)]] } });
    portal(name).resourceCountIs('AWS::Route53::RecordSet', 0);
  });

  test.each(['no domain', 'a hosted zone without a domain'] as const)('%s: there is none', (name) => {
    expect(portal(name).findOutputs('DnsPortal')).toEqual({});
    expect(leading(name)).toEqual([]);
  });
});
