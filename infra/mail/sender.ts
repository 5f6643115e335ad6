import { RemovalPolicy } from 'aws-cdk-lib';
import { EmailIdentity, Identity } from 'aws-cdk-lib/aws-ses';
import type { Construct } from 'constructs';
import type { Settings } from '../config.ts';
import { asLine, type DnsRecord, keptRecord } from '../dns.ts';
import { domainOf, liesIn } from '../setting-values.ts';

/**
 * Makes SES know a domain, and gives the records by which readers' mail servers know its mail for the firm's own. The
 * identity stays when the stack goes: other stages may send under it.
 */
function provenDomain(scope: Construct, domain: string, region: string): Record<string, DnsRecord> {
  const mailFromDomain = `bounce.${domain}`;
  const identity = new EmailIdentity(scope, 'Identity', { identity: Identity.domain(domain), mailFromDomain });
  identity.applyRemovalPolicy(RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE);
  const dkim = identity.dkimRecords.map((record, at) => [`Dkim${at + 1}`, { ...record, type: 'CNAME' }] as const);
  return {
    ...Object.fromEntries(dkim),
    MailFromMx: { name: mailFromDomain, type: 'MX', value: `10 feedback-smtp.${region}.amazonses.com` },
    MailFromSpf: { name: mailFromDomain, type: 'TXT', value: 'v=spf1 include:amazonses.com ~all' },
  };
}

/**
 * Asks other mail servers for reports on mail in the firm's name. `p=none` holds nothing back: the record is about all mail of the
 * domain, the office's own too, and the firm raises it once the reports are clean.
 */
const dmarc = (domain: string, reports: string): DnsRecord => ({
  name: `_dmarc.${domain}`,
  type: 'TXT',
  value: `v=DMARC1; p=none; rua=mailto:${reports}`,
});

/**
 * Makes SES know the sender, unless it does. Gives the records that somebody has to make by hand, as stack outputs; in
 * the hosted zone they are made here, all but the one for DMARC, of which a domain has one that may be there already.
 */
export function sender(scope: Construct, settings: Settings): Record<string, string> {
  const { mailFrom, mailIdentity, alarmMail, hostedZone, env } = settings;
  if (mailIdentity === 'existing') return {};
  const domain = domainOf(mailFrom);
  const records = provenDomain(scope, domain, env.region);
  const zone = hostedZone && liesIn(domain, hostedZone) ? hostedZone : undefined;
  if (zone) for (const [id, record] of Object.entries(records)) keptRecord(scope, id, zone, record);
  const byHand = { ...(!zone && records), ...(alarmMail && { Dmarc: dmarc(domain, alarmMail) }) };
  return Object.fromEntries(Object.entries(byHand).map(([id, record]) => [`Dns${id}`, asLine(record)]));
}
