import { readFile } from 'node:fs/promises';
import { SESClient, SendRawEmailCommand } from '@aws-sdk/client-ses';
import { describe, expect, test, vi } from 'vitest';
import { adviserKey, adviserReader } from '#functions/domain/accounts/account.ts';
import { clientReader } from '#functions/domain/clients/client.ts';
import { newClientItem } from '#functions/domain/clients/client-creation.ts';
import { newId } from '#functions/services/keys/keys.ts';
import { failureOf, mimeOf, sendEmail } from '#functions/services/mail/send.ts';
import {
  confirmationEmail,
  invitationEmail,
  newAddressEmail,
  oldAddressEmail,
  resetEmail,
} from '#functions/services/mail/templates/accounts.ts';
import {
  dateTime,
  type Email,
  emailHtml,
  emailText,
  type FirmOfClients,
  plain,
  subjectOf,
} from '#functions/services/mail/templates/layout.ts';
import { newLinkEmail, portalLinkEmail } from '#functions/services/mail/templates/links.ts';
import { clientMailEmail, noticeEmail, summaryEmail } from '#functions/services/mail/templates/notices.ts';
import { reminderEmail } from '#functions/services/mail/templates/reminders.ts';
import {
  codeEmail,
  deviceEmail,
  formerAddressEmail,
  securityEmail,
} from '#functions/services/mail/templates/security.ts';
import { readMime } from '#infra/local/emulator-kinds.ts';
import type { Subject } from '#shared/audit-log/news.ts';
import { DEFAULTS } from '#shared/settings.ts';
import { mocked } from '../support/mocked.ts';

// Covers headers, tags and SES errors, which no emulator produces.

vi.stubEnv('ORIGIN', 'https://portal.example');
vi.stubEnv('MAIL_FROM', 'portal@firm.example');
vi.stubEnv('MAIL_CONFIGURATION', 'portal');
const ses = mocked(SESClient);
const FIRM = {
  name: 'Harbour',
  phone: '020 7946 0000',
  hours: 'Monday to Friday, 9 to 17',
  legal: DEFAULTS.legal,
};
const id = newId();
const person = { email: 'a@b.example', name: 'Ann' };
const client = clientReader({ own: newClientItem(id, id, person, new Date()) });
const adviser = adviserReader({ ...adviserKey(id), summary: { ...person, role: 'adviser' as const } });
const EMAIL: Email = {
  firm: FIRM,
  to: client,
  title: 'News for you',
  sentences: ['One.', 'Two.'],
  button: { label: 'Open', url: 'https://portal.example/portal/token?a=1&b=2' },
  because: 'We sent you this because you are a client of Harbour.',
};
const AT = new Date('2026-11-23T12:31:00Z');
const HOSTILE = [
  'Ann\r\nBcc: everyone@evil.example',
  'Ann\u2028Bcc: everyone@evil.example',
  '=?UTF-8?B?QmNj?= Ann',
  '"Ann" <ann@evil.example>, Bob',
  `${'Ann '.repeat(50)}`,
  'Zoë '.repeat(50),
  '👩‍👩‍👧‍👦🏴󠁧󠁢󠁥󠁮󠁧󠁿'.repeat(20),
  '\ud800 lone',
  '.',
];

const headOf = (mime: string) => mime.slice(0, mime.indexOf('\r\n\r\n'));
const names = (mime: string) => headOf(mime).match(/^[\w-]+(?=:)/gm);
const message = { from: { name: 'Harbour', address: 'portal@firm.example' }, to: person.email, text: 't', html: 'h' };
const HEADERS = ['From', 'To', 'Subject', 'Auto-Submitted', 'X-Auto-Response-Suppress', 'MIME-Version', 'Content-Type'];

describe('a MIME message', () => {
  test.each(HOSTILE)('has only its seven headers, in ASCII on short lines, for the subject %j', (name) => {
    const mime = mimeOf({ ...message, from: { ...message.from, name }, subject: `A message from ${name}` });
    expect(names(mime)).toEqual(HEADERS);
    expect(mime).toMatch(/^[\r\n -~]*$/);
    for (const line of mime.split('\r\n')) expect(line.length, line).toBeLessThanOrEqual(line.includes('=?') ? 76 : 78);
    expect(mime).not.toMatch(/[^\r]\n|\r[^\n]/);
    const read = `A message from ${name}`.toWellFormed().replace(/[\r\n\u2028]+/g, ' ');
    expect(readMime(mime).subject).toBe(read.trim());
  });

  test('keeps a short subject readable', () => {
    expect(headOf(mimeOf({ ...message, subject: 'News for you' }))).toContain('\r\nSubject: News for you\r\n');
  });

  test('asks mail programs not to answer it', () => {
    expect(headOf(mimeOf({ ...message, subject: 's' }))).toContain(
      '\r\nAuto-Submitted: auto-generated\r\nX-Auto-Response-Suppress: OOF, AutoReply\r\n',
    );
  });

  test('never splits a character when it folds a subject', () => {
    const mime = mimeOf({ ...message, subject: `x${'ë'.repeat(200)}` });
    const words = [...headOf(mime).matchAll(/=\?UTF-8\?B\?([^?]*)\?=/g)].map(([, word]) => atob(word ?? ''));
    expect(words.length).toBeGreaterThan(5);
    for (const word of words) expect(Buffer.from(word, 'latin1').toString()).not.toContain('\ufffd');
  });

  test('has a List-Unsubscribe header if there is a link, folded if the link is long', () => {
    const url = `https://portal.example/${'x'.repeat(100)}`;
    expect(headOf(mimeOf({ ...message, subject: 's', unsubscribe: { url: 'https://a.example' } }))).toContain(
      '\r\nList-Unsubscribe: <https://a.example>\r\n',
    );
    expect(headOf(mimeOf({ ...message, subject: 's', unsubscribe: { url } }))).toContain(
      `\r\nList-Unsubscribe:\r\n <${url}>\r\n`,
    );
  });

  test('lets email programs unsubscribe by a POST if there is an address for it', () => {
    const unsubscribe = { url: 'https://a.example/page', oneClick: 'https://a.example/stop' };
    expect(headOf(mimeOf({ ...message, subject: 's', unsubscribe }))).toContain(
      '\r\nList-Unsubscribe: <https://a.example/stop>\r\nList-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n',
    );
  });

  test.each([
    ['dots', '.\n..\n.\n'],
    ['a MIME boundary', 'From here\n--part-of-an-email--\n'],
    ['a long line', 'x'.repeat(5000)],
    ['emoji', 'Zoë 👩‍👩‍👧‍👦'],
    ['nothing', ''],
  ])('carries text and HTML unchanged: %s', (_, text) => {
    const read = readMime(mimeOf({ ...message, subject: 's', text, html: `<p>${text}</p>` }));
    const lines = text.replaceAll('\n', '\r\n');
    expect(read).toEqual({ to: person.email, subject: 's', text: lines, html: `<p>${lines}</p>` });
  });
});

describe('an email', () => {
  const hostile = 'Ann <b onclick="x">https://evil.example</b>\r\nwww.evil.example & WWW.evil.example';
  const email: Email = {
    ...EMAIL,
    firm: { name: hostile, phone: hostile, hours: hostile },
    to: { ...client, name: hostile },
    title: hostile,
    sentences: [hostile],
    button: { label: hostile, url: 'https://portal.example/?a="><b>' },
    because: hostile,
  };

  test('has a text part with its title, the button’s address, the time and the firm’s contact details', () => {
    expect(emailText(EMAIL, AT)).toBe(
      [
        'News for you',
        'Hello Ann,',
        'One.',
        'Two.',
        'Open:\nhttps://portal.example/portal/token?a=1&b=2',
        'We sent you this because you are a client of Harbour.',
        'Not sure this email is from us? Call us on a number you already have, not one from this email.',
        'Sent on 23 November 2026 at 12:31.',
        'Harbour\nPhone: 020 7946 0000\nHours: Monday to Friday, 9 to 17',
      ].join('\n\n'),
    );
  });

  test('has an HTML part with the same words, which loads nothing', () => {
    const html = emailHtml(EMAIL, AT);
    const said = html.replace(/<head>.*<\/head>/, '').replace(/<[^>]*>/g, ' ');
    const address = 'https://portal.example/portal/token?a=1&amp;b=2';
    const words = [
      'Harbour',
      'News for you',
      'Hello Ann,',
      'One.',
      'Two.',
      'Open',
      EMAIL.because,
      FIRM.phone,
      FIRM.hours,
    ];
    for (const each of [...words, address, 'Sent on 23 November 2026 at 12:31.']) expect(said).toContain(each);
    expect(html).toContain('href="https://portal.example/portal/token?a=1&amp;b=2"');
    expect(html).not.toMatch(/src=|url\(|@import|<link/);
  });

  test('omits the button, phone, hours and unsubscribe link if they are not set', () => {
    const bare = { ...EMAIL, firm: { name: 'Harbour', phone: null } };
    delete bare.button;
    expect(emailText(bare, AT)).toMatch(
      /Two\.\n\nWe sent you this because [^\n]*\n\nNot [^\n]*\n\nSent [^\n]*\n\nHarbour$/,
    );
    expect(emailHtml(bare, AT)).not.toContain('<a ');
  });

  test('links the page to unsubscribe', () => {
    const url = 'https://portal.example/account';
    const html = emailHtml({ ...EMAIL, unsubscribe: { url } }, AT);
    expect(emailText({ ...EMAIL, unsubscribe: { url } }, AT)).toContain(
      `Choose which of these emails you get:\n${url}`,
    );
    expect(html).toContain(`href="${url}"`);
  });

  test('escapes user input and makes no link of it', () => {
    const html = emailHtml(email, AT);
    expect(html).not.toMatch(/<b[ >]|onclick="/);
    expect(emailHtml({ ...email, to: { ...client, name: '' } }, AT)).toContain('>Hello,<');
    expect(html).toContain('href="https://portal.example/?a=&quot;&gt;&lt;b&gt;"');
    const shown = html.replaceAll(/href="[^"]*"|>https:[^<]*/g, '');
    for (const told of [shown, emailText(email, AT).replace(/\nhttps:.*/, '')])
      expect(told).not.toMatch(/:\/\/|www\.|evil\.e|\r/i);
  });

  test.each(['wwwwww..', ':/www.//x', 'a\u2028b', ' a\tb '])(
    'does not form a link from %j when parts are removed',
    (name) => {
      expect(plain(name)).not.toMatch(/:\/\/|www\.|[\u2028\t]|^\s|\s$/);
    },
  );

  test.each([
    ['evil.example/login', 'evil.\u2060example/login'],
    ['ann@evil。example', 'ann@evil。\u2060example'],
    ['192.0.2.7/login', '192.\u20600.\u20602.7/login'],
    ['evil.1com and evil․example', 'evil.\u20601com and evil․\u2060example'],
    ['\\\\host\\share, file:\\\\host and file:///etc', 'host\\share, file host and file etc'],
    ['Payslip 1.4 (v2.0).pdf', 'Payslip 1.4 (v2.0).\u2060pdf'],
    ['http：／／evil', 'http evil'],
  ])('shows %j readable, but not as a link in an email program', (typed, told) => expect(plain(typed)).toBe(told));

  test('always has the firm’s name in its subject', () => {
    expect(subjectOf(EMAIL)).toBe('News for you – Harbour');
    expect(subjectOf({ ...EMAIL, title: 'News from Harbour' })).toBe('News from Harbour');
  });

  test.each([
    ['2026-11-23T12:31:00Z', '23 November 2026 at 12:31'],
    ['2026-07-01T23:05:00Z', '2 July 2026 at 00:05'],
  ])('shows %s as %s, by London’s clock', (at, shown) => expect(dateTime(new Date(at))).toBe(shown));

  test('uses only the colours of the web app, in light and dark', async () => {
    const theme = await readFile(new URL('../../web/src/ui/theme/tokens.ts', import.meta.url), 'utf8');
    const html = emailHtml(EMAIL, AT);
    for (const [colour] of html.matchAll(/#[0-9a-f]{6}/g)) expect(theme).toContain(colour);
    expect(html).toContain('<meta name="color-scheme" content="light dark">');
    expect(html).toMatch(/<body[^>]*><div style="display:none[^>]*>One\.</);
    expect(html).toContain('<meta name="viewport" content="width=device-width,initial-scale=1">');
  });
});

const LEGAL = {
  statusLine: 'Authorised and regulated by the FCA',
  legalName: 'Harbour Ltd',
  company: 'Registered in England, 01234567',
  frn: '123456',
  privacyUrl: 'https://harbour.example/privacy?a=1&b=2',
  complaints: 'https://harbour.example/complain',
  dataContact: 'The data officer',
};
const SOME = {
  ...DEFAULTS.legal,
  company: LEGAL.company,
  privacyUrl: LEGAL.privacyUrl,
  complaints: 'Write to us.\n\nWe answer.',
};

describe('the foot of an email', () => {
  const news = { first: { subject: 'message', count: 1 }, rest: [], adviserName: 'Bob', token: 't' } as const;
  const about = { count: 1, firstDue: undefined, today: '2026-11-23' };
  const TO_CLIENTS: Record<string, (firm: FirmOfClients) => Email> = {
    'a link': (firm) => portalLinkEmail(firm, client, { adviserName: 'Bob', isKnown: false }, 't'),
    'a new link': (firm) => newLinkEmail(firm, client, true, 't'),
    'a code': (firm) => codeEmail(firm, client, '527738'),
    'a new device': (firm) => deviceEmail(firm, client, { label: 'Mac', at: AT, token: 't' }),
    'a changed address': (firm) => formerAddressEmail(firm, client, AT),
    news: (firm) => clientMailEmail(firm, client, news),
    'a reminder': (firm) => reminderEmail(firm, client, about, { adviserName: 'Bob', token: 't', key: 'k' }),
  };
  const footOf = (email: Email) =>
    emailText(email, AT)
      .split(/(?=Harbour\nPhone)/)
      .at(-1);
  const CONTACT = 'Harbour\nPhone: 020 7946 0000\nHours: Monday to Friday, 9 to 17';

  test.each(Object.entries(TO_CLIENTS))(
    'has the legal lines that are filled in, to a client about %s',
    (kind, emailOf) => {
      expect(footOf(emailOf(FIRM))).toBe(CONTACT);
      const some = emailOf({ ...FIRM, legal: SOME });
      const hasNoLink = ['a code', 'a changed address'].includes(kind);
      const where = hasNoLink ? 'Write to us.\nWe answer.' : 'on your page';
      expect(footOf(some)).toBe(
        `${CONTACT}\n\n${LEGAL.company}\n\nPrivacy notice: ${LEGAL.privacyUrl}\nHow to complain: ${where}`,
      );
      const whole = emailOf({ ...FIRM, legal: LEGAL });
      expect(footOf(whole)).toBe(
        [
          CONTACT,
          LEGAL.statusLine,
          `${LEGAL.legalName}, ${LEGAL.company}\nFCA number 123456`,
          `Privacy notice: ${LEGAL.privacyUrl}\nHow to complain: ${LEGAL.complaints}`,
        ].join('\n\n'),
      );
      const html = emailHtml(whole, AT);
      expect(html).toMatch(/href="https:\/\/harbour\.example\/privacy\?a=1&amp;b=2"[^>]*>Privacy notice<\/a>/);
      expect(html).toMatch(/href="https:\/\/harbour\.example\/complain"[^>]*>How to complain<\/a>/);
      expect(html).toContain(`>${LEGAL.legalName}, ${LEGAL.company}<br>FCA number 123456</p>`);
    },
  );

  test('has no legal lines to staff', () => {
    expect(footOf(resetEmail({ ...FIRM, legal: LEGAL }, adviser, 't'))).toBe(CONTACT);
  });

  test.each([
    'javascript:alert(1)',
    'http://evil.example',
    'https://a.example\nhttps://evil.example',
    'https://a@evil.example',
    'evil.example',
  ])('makes no link of %j in any legal line', (typed) => {
    const legal = Object.fromEntries(Object.keys(LEGAL).map((field) => [field, typed]));
    const email = { ...EMAIL, firm: { ...FIRM, legal: { ...DEFAULTS.legal, ...legal } } };
    delete email.button;
    expect(emailHtml(email, AT)).not.toContain('<a ');
    expect(emailText(email, AT)).not.toMatch(/:\/\/|evil\.e/);
  });
});

/** Returns the text of an email without its footer. */
const said = (email: Email) => emailText(email, AT).split('\n\nWe sent you this')[0];
const CLIENT = { clientName: 'Mia Wood' };
const DONE = { ...CLIENT, kind: 'task-completed', text: 'Completed “Sign”' } as const;

describe('the wording of emails', () => {
  const news = (subject: Subject, count = 1) => ({ subject, count });
  const WORDING: Record<string, [Email, RegExp]> = {
    'a code': [
      codeEmail(FIRM, client, '527738'),
      /^527 738 is your code for Harbour\n.*15 minutes and on one device\./s,
    ],
    'a requested link': [
      newLinkEmail(FIRM, client, true, 't'),
      /new link you asked for\.\n\nYour old link no longer works/,
    ],
    'a replaced link': [newLinkEmail(FIRM, client, false, 't'), /We have replaced the link/],
    'a new device': [
      deviceEmail(FIRM, client, { label: 'Mac, Safari', at: AT, token: 't' }),
      /Mac, Safari\. Confirmed on 23 November 2026 at 12:31\.\n\nIf this was you, .*remove.*See your devices/s,
    ],
    'new tasks': [
      clientMailEmail(FIRM, client, { first: news('task', 2), rest: [], adviserName: 'Bob', token: 't' }),
      /^2 new tasks from Bob at Harbour\n.*Bob has given you 2 new tasks\.\n\nTo protect your privacy/s,
    ],
    'a message from an unknown adviser': [
      clientMailEmail(FIRM, client, { first: news('message'), rest: [news('document')], adviserName: '', token: 't' }),
      /^A new message from Harbour\n.*Harbour has sent you a message\.\n\nHarbour has added a document/s,
    ],
    'documents to send': [
      clientMailEmail(FIRM, client, { first: news('request', 3), rest: [], adviserName: 'Bob', token: 't' }),
      /^Bob at Harbour needs 3 documents from you\n.*Bob has asked you for 3 documents\. Your page says what each/s,
    ],
    'documents to send again': [
      clientMailEmail(FIRM, client, { first: news('again'), rest: [], adviserName: 'Bob', token: 't' }),
      /^Bob at Harbour needs something again\n.*and needs 1 thing again, or a little more of it\. Your page says/s,
    ],
    'documents that are needed after all': [
      clientMailEmail(FIRM, client, { first: news('reopened'), rest: [], adviserName: 'Bob', token: 't' }),
      /^Bob at Harbour needs something again\n.*Bob needs 1 document after all\. Your page says what it is for/s,
    ],
    'an answer of a provider': [
      clientMailEmail(FIRM, client, {
        first: news('answer', 2),
        rest: [news('message')],
        adviserName: 'Bob',
        token: 't',
      }),
      /^Something you were waiting for has arrived.*\n.*Your providers have answered Bob\. Your page shows what is still to come\.\n\nBob has sent you a message\./s,
    ],
    'a changed address': [formerAddressEmail(FIRM, client, AT), /replaced this address on 23 November 2026 at 12:31/],
    'a reset': [resetEmail(FIRM, adviser, 't'), /works once, within the next hour\./],
    'an invitation': [invitationEmail(FIRM, adviser, 'Ann', 't'), /\/reset-password\/t#invitation/],
    'a confirmation': [confirmationEmail(FIRM, { ...adviser, name: '' }, 't'), /\n\nHello,\n\nPlease confirm/],
    'a new own address': [newAddressEmail(FIRM, adviser, 't'), /\n\nHello,\n\nPlease confirm within the next 24 hours/],
    'a requested change of one’s own address': [
      oldAddressEmail(FIRM, adviser, { email: 'a@new', at: AT }, 't'),
      /asked on 23 November 2026 at 12:31 to change your address to a@new\..*do not confirm\. Choose a new password/s,
    ],
    'a change of one’s own second factor': [
      securityEmail(FIRM, adviser, { title: 'Your password was changed', at: AT, by: undefined }),
      /^Your password was changed\n.*This happened on 23 November 2026 at 12:31\./s,
    ],
    'a change by another person': [
      securityEmail(FIRM, adviser, { title: 'Your role was changed', at: AT, by: 'Eve' }),
      /Eve did this on 23 November 2026 at 12:31\./,
    ],
  };
  test.each(Object.entries(WORDING))('names the important facts in the email about %s', (_, [email, wording]) =>
    expect(said(email)).toMatch(wording),
  );

  test.each([
    [{ ...CLIENT, kind: 'message', text: 'Anything' }, 'Mia Wood sent you a message', ''],
    [
      { ...CLIENT, kind: 'document', text: 'Uploaded evil.example' },
      'Mia Wood uploaded a document',
      'Mia Wood uploaded evil.\u2060example.',
    ],
    [
      { ...CLIENT, kind: 'loa-due', text: 'Aviva: no answer for 12 working days, chase today' },
      'A provider has not answered for Mia Wood',
      'Mia Wood: Aviva: no answer for 12 working days, chase today.',
    ],
    [DONE, 'Mia Wood completed a task', 'Mia Wood completed “Sign”.'],
    [{ ...CLIENT, kind: 'assigned', text: 'Anything' }, 'You are now Mia Wood’s adviser', ''],
    [
      { ...CLIENT, kind: 'undelivered', text: 'Mail was refused' },
      'Email to Mia Wood was not delivered',
      'Mia Wood: Mail was refused.',
    ],
    [{ kind: 'factor-reset', text: 'Bob reset it' }, 'Bob reset it', ''],
  ] as const)('names the client in a notice to an adviser: %j', (notice, title, sentence) => {
    const email = noticeEmail(FIRM, adviser, [notice], '/inbox');
    expect([email.title, plain(email.sentences[0] ?? '')]).toEqual([title, sentence]);
  });

  test('lists twenty notices, and how many more there are', () => {
    const tasks = Array.from({ length: 49 }, (_, nth) => ({ ...DONE, text: `Completed “${nth}”` }));
    const many = summaryEmail(FIRM, adviser, tasks);
    expect([many.title, many.sentences.length, many.sentences.at(-1)]).toEqual([
      'Your summary: 49 updates',
      21,
      'And 29 more.',
    ]);
    const twice = noticeEmail(FIRM, adviser, [DONE, DONE], '/inbox');
    expect([twice.title, twice.sentences]).toEqual(['Mia Wood: 2 updates', ['Mia Wood completed “Sign” (2 times).']]);
  });
});

test('a link that is mailed again does not announce a second page', () => {
  const of = (isKnown: boolean) => portalLinkEmail(FIRM, client, { adviserName: 'Bob', isKnown }, 'token').sentences[0];
  expect([of(false), of(true)]).toEqual([
    expect.stringContaining('Bob has set up a secure page for you.'),
    'Here is the link to your page again, from Bob. You don’t need a password.',
  ]);
});

describe('sending an email', () => {
  const sent = async (email: Email) => {
    await sendEmail(email, AT);
    return ses.commandCalls(SendRawEmailCommand)[0]?.args[0].input ?? expect.fail('not sent');
  };

  test.each([
    ['client', portalLinkEmail(FIRM, client, { adviserName: 'Bob', isKnown: false }, 'token')],
    ['adviser', resetEmail(FIRM, adviser, 'token')],
  ])('uses the configuration set and tags only the id of its %s', async (Name, email) => {
    const { ConfigurationSetName, Tags, Destinations, Source } = await sent(email);
    expect({ ConfigurationSetName, Tags, Destinations, Source }).toEqual({
      ConfigurationSetName: 'portal',
      Tags: [{ Name, Value: id }],
      Destinations: ['a@b.example'],
      Source: 'portal@firm.example',
    });
    expect(id).toMatch(/^[A-Za-z0-9_-]{1,256}$/);
  });

  test('uses the firm’s name as sender, without a link', async () => {
    const { RawMessage } = await sent({ ...EMAIL, firm: { name: 'www.evil.example' }, title: 'https://evil.example' });
    const mime = Buffer.from(RawMessage?.Data ?? '').toString();
    const [, from] = /^From: =\?UTF-8\?B\?(.*)\?=\r\n <portal@firm.example>/.exec(mime) ?? [];
    expect(Buffer.from(from ?? '', 'base64').toString()).toBe('evil.\u2060example');
    expect(readMime(mime).subject).toBe('https evil.\u2060example – evil.\u2060example');
  });

  const failing = (name: string, httpStatusCode: number, message = '') =>
    Object.assign(new Error(message), { name, $metadata: { httpStatusCode } });

  test.each([
    [failing('MessageRejected', 400), 'refused', 1],
    [failing('AccountSendingPausedException', 400), 'refused', 1],
    [failing('MailFromDomainNotVerifiedException', 400), 'refused', 1],
    [failing('Throttling', 400, 'Daily message quota exceeded.'), 'refused', 1],
    [failing('Throttling', 400, 'Maximum sending rate exceeded.'), 'put off', 3],
    [failing('InternalFailure', 500), 'put off', 3],
    [Object.assign(new Error(), { code: 'ECONNREFUSED' }), 'put off', 3],
    [Object.assign(new Error(), { code: 'ECONNRESET' }), 'unknown', 1],
  ])('reports the error %s as %s (attempts: %i)', async (error, failure, times) => {
    vi.spyOn(Math, 'random').mockReturnValue(0);
    ses.on(SendRawEmailCommand).rejects(error);
    await expect(sendEmail(EMAIL, AT)).rejects.toBe(error);
    vi.mocked(Math.random).mockRestore();
    expect(failureOf(error)).toBe(failure);
    expect(ses.commandCalls(SendRawEmailCommand)).toHaveLength(times);
  });
});
