import { Aws, Duration, Validations } from 'aws-cdk-lib';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import {
  AllowedMethods,
  type BehaviorOptions,
  CachePolicy,
  Distribution,
  Function as EdgeFunction,
  type FunctionAssociation,
  FunctionCode,
  FunctionEventType,
  FunctionRuntime,
  type HeadersReferrerPolicy,
  type IDistribution,
  OriginProtocolPolicy,
  OriginRequestPolicy,
  type ResponseCustomHeader,
  ResponseHeadersPolicy,
  type ResponseSecurityHeadersBehavior,
  S3OriginAccessControl,
  SecurityPolicyProtocol,
  ViewerProtocolPolicy,
} from 'aws-cdk-lib/aws-cloudfront';
import { HttpOrigin, S3BucketOrigin } from 'aws-cdk-lib/aws-cloudfront-origins';
import { AaaaRecord, ARecord, RecordTarget } from 'aws-cdk-lib/aws-route53';
import { CloudFrontTarget } from 'aws-cdk-lib/aws-route53-targets';
import { BlockPublicAccess, Bucket, BucketEncryption, type IBucket } from 'aws-cdk-lib/aws-s3';
import { Construct, type IDependable } from 'constructs';
import { VIEWER_ACCEPT, VIEWER_ADDRESS } from '#functions/pipeline/http.ts';
import type { Settings } from '../config.ts';
import { asLine, zoneOf } from '../dns.ts';
import { API_STAGE, deploymentName } from '../names.ts';
import { rebuiltBucketEnd } from '../removal-policy.ts';
import { FILE_PATH } from './file-paths.ts';
import { API_HEADERS, API_REQUEST_HEADERS, PAGE_HEADERS } from './security-headers.ts';
import { uploadSite } from './site-upload.ts';

/** Points the own domain to CloudFront: creates records in the hosted zone, or returns the one to create by hand. */
function portalRecords(
  scope: Construct,
  distribution: IDistribution,
  { domain, hostedZone }: Pick<Settings, 'domain' | 'hostedZone'>,
): Record<string, string> {
  if (!domain) return {};
  const { name } = domain;
  if (!hostedZone) return { DnsPortal: asLine({ name, type: 'CNAME', value: distribution.distributionDomainName }) };
  const alias = {
    zone: zoneOf(scope, hostedZone),
    recordName: `${name}.`,
    target: RecordTarget.fromAlias(new CloudFrontTarget(distribution)),
  };
  new ARecord(scope, 'Ipv4', alias);
  new AaaaRecord(scope, 'Ipv6', alias);
  return {};
}

/** Headers that CloudFront accepts only as typed settings. */
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

/** Creates a policy that overrides the origin's headers. Its name must be unique in the account. */
function headersPolicy(scope: Construct, id: string, name: string, headers: Headers): ResponseHeadersPolicy {
  const custom: ResponseCustomHeader[] = Object.entries(headers)
    .filter(([header]) => !TYPED.some((name) => name === header))
    .map(([header, value]) => ({ header, value, override: true }));
  return new ResponseHeadersPolicy(scope, id, {
    responseHeadersPolicyName: name,
    securityHeadersBehavior: typed(headers),
    customHeadersBehavior: { customHeaders: custom },
  });
}

/** Rewrites every path of a screen to the single page. */
const REWRITE = `function handler(event) {
  var request = event.request;
  if (!${FILE_PATH}.test(request.uri)) request.uri = '/index.html';
  return request;
}`;

/** Copies Accept, because CloudFront overwrites it. Sets the viewer's address, so that no browser can forge it. */
const PASS_VIEWER = `function handler(event) {
  var headers = event.request.headers;
  headers['${VIEWER_ADDRESS}'] = { value: event.viewer.ip };
  delete headers['${VIEWER_ACCEPT}'];
  if (headers.accept) headers['${VIEWER_ACCEPT}'] = { value: headers.accept.value };
  return event.request;
}`;

/** Statuses that CloudFront caches for 10 s by path, even with `no-store`. One adviser's error would reach everyone. */
const ALWAYS_CACHED = [500, 502, 503, 504];

const OLD_VERSIONS_KEPT = Duration.days(30);

interface Props {
  settings: Settings;
  /** API behind `/api`. Only its id, so that functions can depend on the site's address. */
  restApiId: string;
  directory: string;
  logs: IBucket;
  originHeaders?: Record<string, string>;
  webAclArn?: string;
  certificateArn?: string;
}

/** Only origin that browsers see: web app from a bucket, API under `/api`. */
export class Site extends Construct {
  /** CloudFront's domain with `https://`. */
  readonly origin: string;
  readonly distributionArn: string;
  readonly distributionId: string;
  readonly names: Record<string, string>;
  private readonly page?: Construct;

  constructor(scope: Construct, id: string, props: Props) {
    super(scope, id);
    const { settings, directory, webAclArn, certificateArn } = props;
    const bucket = this.bucket(props);
    const distribution = new Distribution(this, 'Distribution', {
      comment: 'Client-onboarding portal',
      defaultRootObject: 'index.html',
      ...(webAclArn && { webAclId: webAclArn }),
      ...(settings.domain &&
        certificateArn && {
          minimumProtocolVersion: SecurityPolicyProtocol.TLS_V1_2_2025,
          domainNames: [settings.domain.name],
          certificate: Certificate.fromCertificateArn(this, 'Certificate', certificateArn),
        }),
      defaultBehavior: this.pages(bucket, deploymentName(settings)),
      additionalBehaviors: { '/api/*': this.calls(props) },
      errorResponses: ALWAYS_CACHED.map((httpStatus) => ({ httpStatus, ttl: Duration.seconds(0) })),
    });
    this.origin = `https://${distribution.distributionDomainName}`;
    this.distributionArn = distribution.distributionArn;
    this.distributionId = distribution.distributionId;
    this.names = {
      DistributionDomain: distribution.distributionDomainName,
      ...portalRecords(this, distribution, settings),
    };
    this.acknowledge(distribution, settings);
    if (settings.uploadsSite) this.page = uploadSite(this, { settings, bucket, directory });
  }

  /** Uploads a new page only after the resources that it calls. */
  showAfter(...called: readonly IDependable[]): void {
    this.page?.node.addDependency(...called);
  }

  private bucket({ settings, logs }: Props): Bucket {
    return new Bucket(this, 'Bucket', {
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      enforceSSL: settings.tlsOnly,
      encryption: BucketEncryption.S3_MANAGED,
      serverAccessLogsBucket: logs,
      serverAccessLogsPrefix: 'site/',
      versioned: true,
      lifecycleRules: [{ noncurrentVersionExpiration: OLD_VERSIONS_KEPT }],
      ...rebuiltBucketEnd(settings),
    });
  }

  private pages(bucket: Bucket, name: string): BehaviorOptions {
    const originAccessControl = new S3OriginAccessControl(this, 'Access', { originAccessControlName: name });
    return {
      origin: S3BucketOrigin.withOriginAccessControl(bucket, { originAccessControl }),
      viewerProtocolPolicy: ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
      cachePolicy: CachePolicy.CACHING_OPTIMIZED,
      compress: true,
      responseHeadersPolicy: headersPolicy(this, 'PageHeaders', `${name}-page`, PAGE_HEADERS),
      functionAssociations: this.onRequest('Rewrite', REWRITE),
    };
  }

  private calls({ settings, restApiId, originHeaders }: Props): BehaviorOptions {
    return {
      origin: new HttpOrigin(`${restApiId}.execute-api.${Aws.REGION}.${Aws.URL_SUFFIX}`, {
        originPath: `/${API_STAGE}`,
        protocolPolicy: OriginProtocolPolicy.HTTPS_ONLY,
        readTimeout: Duration.seconds(30),
        customHeaders: { ...API_REQUEST_HEADERS, ...originHeaders },
      }),
      viewerProtocolPolicy: ViewerProtocolPolicy.HTTPS_ONLY,
      allowedMethods: AllowedMethods.ALLOW_ALL,
      cachePolicy: CachePolicy.CACHING_DISABLED,
      originRequestPolicy: OriginRequestPolicy.ALL_VIEWER_EXCEPT_HOST_HEADER,
      responseHeadersPolicy: headersPolicy(this, 'ApiHeaders', `${deploymentName(settings)}-api`, API_HEADERS),
      functionAssociations: this.onRequest('PassViewer', PASS_VIEWER),
    };
  }

  private onRequest(id: string, code: string): FunctionAssociation[] {
    const runs = new EdgeFunction(this, id, { code: FunctionCode.fromInline(code), runtime: FunctionRuntime.JS_2_0 });
    return [{ function: runs, eventType: FunctionEventType.VIEWER_REQUEST }];
  }

  private acknowledge(distribution: Distribution, { domain }: Settings): void {
    const reasons = {
      CFR1: 'Clients open their portal from wherever they travel.',
      CFR3: 'The access log is of the second version, whose fields can be chosen: the first always holds paths with tokens.',
      ...(!domain && { CFR4: "CloudFront's own domain has CloudFront's own certificate and TLS versions." }),
    };
    for (const [rule, reason] of Object.entries(reasons))
      Validations.of(distribution).acknowledge({ id: `AwsSolutions-${rule}`, reason });
  }
}
