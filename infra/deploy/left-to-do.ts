import type { Place } from './place.ts';
import type { StackState } from './stack-state.ts';

/** The records to make in the DNS, which the stack names as "NAME TYPE VALUE", as a table. */
function records({ outputs }: StackState): string[] {
  const rows = Object.entries(outputs)
    .filter(([name]) => name.startsWith('Dns'))
    .map(([, line]) => /^(\S+) (\S+) (.*)$/.exec(line)?.slice(1) ?? ['', '', line]);
  const width = Math.max(...rows.map(([name = '']) => name.length));
  return rows.map(([name = '', type = '', value = '']) => `    ${name.padEnd(width)}  ${type.padEnd(5)}  ${value}`);
}

/** What the product leaves to the firm, after each deployment: an upgrade may recommend more. */
const RECOMMENDED = [
  '- Who may come in: out of the box a portal link and a password are enough. An admin switches on what /admin/settings recommends',
  '  (codes on new devices, links that end, a second factor for staff and more), and is told there what each does.',
];

const DMARC = [
  '  The record of _dmarc is about all mail of the domain, the office’s own and newsletters too. Where there is one, keep it. Raise p=none to',
  '  p=quarantine once the reports show that every sender is signed (docs/runbook.md, "Mail is refused or does not arrive").',
];

/** What a person has to do after a deployment, in lines. */
export function leftToDo({ settings: { alarmMail, stage } }: Place, product: StackState, isFirst: boolean): string[] {
  const dns = records(product);
  const first = [
    `- Alarms: click the link in the mail that ${alarmMail} was sent, or no alarm arrives.`,
    '- Mail: a new account writes to verified addresses only. Ask for production access in the SES console; AWS takes about a day.',
    `- First admin: printf %s "$PASSWORD" | STAGE=${stage} npm run admin -- create --aws --email ADDRESS --name "NAME"`,
    `- What the account still lacks: STAGE=${stage} npm run preflight`,
  ];
  return [
    ...(dns.length > 0 ? ['- DNS: these records have to be there.', ...dns] : []),
    ...(product.outputs.DnsDmarc ? DMARC : []),
    ...(isFirst && alarmMail ? first : []),
    ...RECOMMENDED,
  ];
}
