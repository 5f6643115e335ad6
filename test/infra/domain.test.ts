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
  'a hosted zone, to be destroyed': { ...AWS, DOMAIN, ...ZONE, REMOVAL_POLICY: 'destroy' },
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
/** Returns DNS records that point to the portal; mail.test.ts covers those of email. */
const leading = (name: Name) =>
  Object.values(portal(name).findResources('AWS::Route53::RecordSet'))
    .map(({ Properties }) => Properties)
    .filter(({ AliasTarget }) => AliasTarget);

test.each(Object.keys(FILES) as Name[])('a deployment with %s outputs CloudFront’s own domain', (name) => {
  portal(name).hasOutput('DistributionDomain', { Value: domainOf(name) });
});

describe('the certificate', () => {
  test.each([
    ['a hosted zone', 'RetainExceptOnCreate'],
    ['a hosted zone, to be destroyed', 'Delete'],
  ] as const)('is created for %s in us-east-1 and validated in the zone', (name, DeletionPolicy) => {
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

  test.each(['no domain', 'a certificate', 'a hosted zone without a domain'] as const)(
    'is not created for %s',
    (name) => {
      guard(name).resourceCountIs('AWS::CertificateManager::Certificate', 0);
    },
  );

  test('is used by CloudFront, created or imported', () => {
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

  test.each(['a certificate', 'a hosted zone'] as const)('with %s requires TLS 1.2 or newer', (name) => {
    expect(distributionOf(name)).toMatchObject({
      Aliases: [DOMAIN],
      ViewerCertificate: { MinimumProtocolVersion: 'TLSv1.2_2025', SslSupportMethod: 'sni-only' },
    });
  });
});

describe('the portal’s DNS record', () => {
  test('is created in the hosted zone for IPv4 and IPv6', () => {
    const name = 'a hosted zone';
    const AliasTarget = { DNSName: domainOf(name), HostedZoneId: expect.anything() };
    const record = { Name: `${DOMAIN}.`, HostedZoneId: ZONE.HOSTED_ZONE_ID, AliasTarget };
    expect(leading(name).sort((one, other) => one.Type.localeCompare(other.Type))).toEqual([
      { ...record, Type: 'A' },
      { ...record, Type: 'AAAA' },
    ]);
    expect(portal(name).findOutputs('DnsPortal')).toEqual({});
  });

  test('is an output without a hosted zone', () => {
    const name = 'a certificate';
    portal(name).hasOutput('DnsPortal', { Value: { 'Fn::Join': ['', [`${DOMAIN} CNAME `, domainOf(name)]] } });
    portal(name).resourceCountIs('AWS::Route53::RecordSet', 0);
  });

  test.each(['no domain', 'a hosted zone without a domain'] as const)('is absent with %s', (name) => {
    expect(portal(name).findOutputs('DnsPortal')).toEqual({});
    expect(leading(name)).toEqual([]);
  });
});
