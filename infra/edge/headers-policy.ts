import { Duration } from 'aws-cdk-lib';
import {
  type HeadersReferrerPolicy,
  type ResponseCustomHeader,
  ResponseHeadersPolicy,
  type ResponseSecurityHeadersBehavior,
} from 'aws-cdk-lib/aws-cloudfront';
import type { Construct } from 'constructs';

/** Headers that CloudFront takes as typed settings and refuses as custom headers. */
const TYPED = [
  'content-security-policy',
  'strict-transport-security',
  'x-content-type-options',
  'referrer-policy',
] as const;
type Headers = Readonly<Record<(typeof TYPED)[number], string>>;

const typed = (headers: Headers): ResponseSecurityHeadersBehavior => ({
  contentSecurityPolicy: { contentSecurityPolicy: headers['content-security-policy'], override: true },
  strictTransportSecurity: {
    accessControlMaxAge: Duration.seconds(Number(/max-age=(\d+)/.exec(headers['strict-transport-security'])?.[1])),
    includeSubdomains: headers['strict-transport-security'].includes('includeSubDomains'),
    override: true,
  },
  contentTypeOptions: { override: true },
  referrerPolicy: { referrerPolicy: headers['referrer-policy'] as HeadersReferrerPolicy, override: true },
});

/** Makes CloudFront send exactly these headers, whatever the origin says of them. An account has one policy of a name. */
export function headersPolicy(scope: Construct, id: string, name: string, headers: Headers): ResponseHeadersPolicy {
  const custom: ResponseCustomHeader[] = Object.entries(headers)
    .filter(([header]) => !TYPED.some((name) => name === header))
    .map(([header, value]) => ({ header, value, override: true }));
  return new ResponseHeadersPolicy(scope, id, {
    responseHeadersPolicyName: name,
    securityHeadersBehavior: typed(headers),
    customHeadersBehavior: { customHeaders: custom },
  });
}
