import { Certificate, CertificateValidation } from 'aws-cdk-lib/aws-certificatemanager';
import type { Construct } from 'constructs';
import type { Settings } from '../config.ts';
import { zoneOf } from '../dns.ts';
import { removalOf } from '../removal-policy.ts';

/**
 * The ARN of the own domain's certificate: the one that the settings name, or one made and proven in the hosted zone.
 * `scope` is in the region of CloudFront.
 */
export function certificateArnOf(scope: Construct, settings: Settings): string | undefined {
  const { domain, hostedZone } = settings;
  if (!domain || !hostedZone) return domain?.certificateArn;
  const validation = CertificateValidation.fromDns(zoneOf(scope, hostedZone));
  const certificate = new Certificate(scope, 'Certificate', { domainName: domain.name, validation });
  certificate.applyRemovalPolicy(removalOf(settings));
  return certificate.certificateArn;
}
