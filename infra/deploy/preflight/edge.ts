import dns from 'node:dns/promises';
import { ACMClient, DescribeCertificateCommand } from '@aws-sdk/client-acm';
import { CloudFrontClient, type DistributionSummary, paginateListDistributions } from '@aws-sdk/client-cloudfront';
import { EDGE_REGION } from '../../config.ts';
import type { Place } from '../place.ts';
import { stackState } from '../stack-state.ts';
import { type Answer, type Check, ok, todo, unknown, wrong } from './answer.ts';

/** Whether a certificate's name, which may begin with a star for one label, is that of a host. */
const covers = (name: string, host: string) =>
  name === host || (name.startsWith('*.') && name.slice(1) === host.slice(host.indexOf('.')));

async function certificate(arn: string, host: string): Promise<Answer> {
  const client = new ACMClient({ region: EDGE_REGION });
  const { Certificate } = await client.send(new DescribeCertificateCommand({ CertificateArn: arn }));
  const { Status, DomainName = '', SubjectAlternativeNames = [] } = Certificate ?? {};
  const names = [...new Set([DomainName, ...SubjectAlternativeNames])];
  if (!names.some((name) => covers(name, host)))
    return wrong(
      `The certificate is for ${names.join(', ')} and not for ${host}: name one in CERTIFICATE_ARN that is.`,
    );
  return Status === 'ISSUED'
    ? ok(`The certificate for ${host} is issued.`)
    : wrong(
        `The certificate for ${host} is ${Status}: make the DNS record that its page in ACM shows, and wait until it is issued.`,
      );
}

async function distributions(): Promise<DistributionSummary[]> {
  const found: DistributionSummary[] = [];
  for await (const { DistributionList } of paginateListDistributions(
    { client: new CloudFrontClient({ region: EDGE_REGION }) },
    {},
  ))
    found.push(...(DistributionList?.Items ?? []));
  return found;
}

async function usable(): Promise<Answer> {
  const count = (await distributions()).length;
  return count > 0
    ? ok('CloudFront is in use in this account.')
    : unknown(
        'CloudFront may refuse a new account until AWS has verified it, which cannot be asked: if the deployment says so, open a support case (Account and billing), wait, and run it again.',
      );
}

/** The distribution that a host leads to by the DNS, if it leads to one. */
const distributionBehind = async (host: string) =>
  (await dns.resolveCname(host).catch(() => [])).find((to) => to.endsWith('.cloudfront.net'));

/** Whether the site's name is free: CloudFront gives a name to one distribution only, of all accounts. */
async function name(host: string, { product }: Place): Promise<Answer> {
  const own = (await stackState(product))?.outputs.DistributionDomain;
  const holder = (await distributions()).find(({ Aliases }) => Aliases?.Items?.includes(host))?.DomainName;
  const other = [holder, await distributionBehind(host)].find((domain) => domain && domain !== own);
  if (other)
    return wrong(
      `${host} leads to another CloudFront distribution, ${other}: take the name off that one first, or move it with "aws cloudfront update-domain-association".`,
    );
  return holder
    ? ok(`${host} is this site's.`)
    : ok(`No distribution of this account has the name ${host}, and it leads to none of another.`);
}

/** Returns whether the DNS asks Route 53's servers for a zone: a certificate made in it waits for that. */
async function delegation(zone: string): Promise<Answer> {
  const servers = await dns.resolveNs(zone).catch(() => []);
  if (servers.some((server) => server.includes('.awsdns-'))) return ok(`${zone} is delegated to Route 53.`);
  const present = servers.length > 0 ? `to ${servers.join(', ')}` : 'to no server';
  return todo(
    `${zone} is delegated ${present}: have its registrar name the four servers that Route 53 shows for the zone, or the certificate stays in CREATE_IN_PROGRESS.`,
  );
}

/** What CloudFront needs: a certificate, a name that is free, and an account that may use it. */
export function edgeChecks(place: Place): Check[] {
  const { domain, hostedZone } = place.settings;
  const checks: Check[] = [{ about: 'CloudFront', ask: usable }];
  if (!domain) return checks;
  const { certificateArn: arn } = domain;
  if (hostedZone) checks.push({ about: 'Hosted zone', ask: () => delegation(hostedZone.name) });
  if (arn) checks.push({ about: 'Certificate', ask: () => certificate(arn, domain.name) });
  return [...checks, { about: 'Name of the site', ask: () => name(domain.name, place) }];
}
