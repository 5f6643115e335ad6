import { isHttps } from './url.ts';

type Field = 'statusLine' | 'company' | 'frn' | 'privacyUrl' | 'complaints';
type Legal = Readonly<Record<Field | 'legalName', string | null>>;

interface Contact {
  name: string;
  phone?: string | null;
  hours?: string | null;
}

/** Legal line that clients read. With an address, its text is the label of a link. */
export interface LegalLine {
  field: Field;
  text: string;
  url?: string;
}

/** Returns the lines that say how to reach the firm, which stand above its legal lines. */
export const contactLines = ({ name, phone, hours }: Contact): string[] => [
  name,
  ...(phone ? [`Phone: ${phone}`] : []),
  ...(hours ? [`Hours: ${hours}`] : []),
];

const companyOf = ({ legalName, company, frn }: Legal): LegalLine[] => [
  { field: 'company', text: [legalName, company].filter(Boolean).join(', ') },
  { field: 'frn', text: frn ? `FCA number ${frn}` : '' },
];

function rightsOf({ privacyUrl, complaints }: Legal, hasPage: boolean): LegalLine[] {
  const privacy: LegalLine[] =
    privacyUrl && isHttps(privacyUrl) ? [{ field: 'privacyUrl', text: 'Privacy notice', url: privacyUrl }] : [];
  if (!complaints) return privacy;
  if (isHttps(complaints)) return [...privacy, { field: 'complaints', text: 'How to complain', url: complaints }];
  const texts = hasPage ? ['How to complain: on your page'] : `How to complain: ${complaints}`.split(/\s*\n\s*/);
  return [...privacy, ...texts.map((text): LegalLine => ({ field: 'complaints', text }))];
}

/**
 * Returns the legal lines that the firm has filled in: its status, the company, and what clients can
 * do. The text about complaints, of up to 2,000 characters, is in them only if no page shows it.
 */
export const legalLines = (legal: Legal, { hasPage = true } = {}): LegalLine[][] =>
  [[{ field: 'statusLine', text: legal.statusLine ?? '' } as const], companyOf(legal), rightsOf(legal, hasPage)]
    .map((lines) => lines.filter(({ text }) => text !== ''))
    .filter(({ length }) => length > 0);
