export interface SentMail {
  to: string;
  subject: string;
  text: string;
  html: string | null;
  sentAt: string;
}

const decoded = (base64: string) => Buffer.from(base64, 'base64').toString();
/** Decodes a header's encoded words, each of which holds whole characters. */
const words = (value: string) =>
  value.replace(/=\?UTF-8\?B\?([^?]*)\?=\s*/gi, (_, encoded: string) => decoded(encoded)).trim();

/** Parses a mail of functions/services/mail/send.ts, for emulators that keep only the raw message. */
export function readMime(mime: string): Omit<SentMail, 'sentAt'> {
  const [head = ''] = mime.split(/\r?\n\r?\n/, 1);
  const unfolded = head.replace(/\r?\n[ \t]+/g, ' ');
  const header = (name: string) => words(new RegExp(`^${name}: *(.*)$`, 'im').exec(unfolded)?.[1] ?? '');
  const part = (type: string) =>
    decoded(new RegExp(`^Content-Type: ${type};[^]*?\\r?\\n\\r?\\n([A-Za-z0-9+/=\\s]*)`, 'im').exec(mime)?.[1] ?? '');
  return { to: header('To'), subject: header('Subject'), text: part('text/plain'), html: part('text/html') };
}

/** Features that tests need and some emulators lack. */
export type Ability =
  | 'gateway answers'
  | 'throttles'
  | 'forms'
  | 'backups'
  | 'even times'
  | 'failed creations'
  | 'schedules'
  | 'bounces';

/** Differences between AWS emulators. Nothing in `functions/` depends on them. */
export interface EmulatorKind {
  name: string;
  /** Path that no other emulator answers with 200. Answers once the emulator is ready. */
  health: string;
  /** Path of the sent mail, and a parser of its JSON, oldest first. `isCounted` if SES's quota counts it. */
  mailbox?: { path: string; read: (answer: never) => SentMail[]; isCounted?: true };
  /** Advice for a deployment error that matches `where`. */
  hint?: { where: RegExp; say: string };
  /** Missing features, with a description; their tests are skipped. */
  lacks?: Partial<Record<Ability, string>>;
  /** Limitation that no test would notice. */
  unseen?: string;
}

const isoTime = (time: string | number) => new Date(typeof time === 'number' ? time * 1000 : time).toISOString();

interface BundledMail {
  To: string[];
  Subject: string;
  BodyText: string;
  BodyHtml: string | null;
  Timestamp: string | number;
}

const readBundled = ({ messages }: { messages: Record<string, BundledMail[]> }): SentMail[] =>
  Object.values(messages)
    .flat()
    .map((mail) => ({
      to: mail.To.join(', '),
      subject: mail.Subject,
      text: mail.BodyText,
      html: mail.BodyHtml,
      sentAt: isoTime(mail.Timestamp),
    }));

export const BUNDLED: EmulatorKind = {
  name: 'the bundled emulator',
  health: '/_ministack/health',
  mailbox: { path: '/_ministack/ses/messages', read: readBundled, isCounted: true },
};

interface LocalStackMail {
  RawData: string;
  /** UTC, without a time zone. */
  Timestamp: string;
}

const readLocalStack = ({ messages }: { messages: LocalStackMail[] }): SentMail[] =>
  messages.map(({ RawData, Timestamp }) => ({
    ...readMime(RawData),
    sentAt: new Date(`${Timestamp}Z`).toISOString(),
  }));

const LOCALSTACK: EmulatorKind = {
  name: 'LocalStack',
  // The bundled emulator also answers LocalStack's /_localstack/health.
  health: '/_localstack/info',
  mailbox: { path: '/_aws/ses', read: readLocalStack },
  hint: {
    where: /resource provider|resource type|not supported|unsupported/i,
    say: 'Start LocalStack with CFN_IGNORE_UNSUPPORTED_RESOURCE_TYPES=1: it then skips resources that its edition lacks.',
  },
  lacks: {
    'gateway answers': 'API Gateway’s own responses have the right status, but another text',
    forms: 'API Gateway rewrites forms: file names lose characters, and a damaged form gets another error text',
    'even times': 'a write takes so long that the reads beside it are one round of calls',
    backups: 'the table cannot be backed up',
    'failed creations': 'it has no CloudFront, whose names the tests use to make a creation fail',
    throttles: 'API Gateway does not throttle',
    schedules: 'schedules never fire',
    bounces: 'SES reports no bounces or complaints',
  },
  unseen: 'LocalStack does not enforce IAM: missing permissions of functions go unnoticed',
};

const OTHER: EmulatorKind = {
  name: 'an unknown emulator',
  health: '/',
  lacks: { schedules: 'it may not fire schedules' },
};

const KINDS = [LOCALSTACK, BUNDLED];

export const kindNamed = (name = BUNDLED.name): EmulatorKind => KINDS.find((kind) => kind.name === name) ?? OTHER;

/** Returns the emulator's limitations to print at start. */
export function limitsOf({ name, lacks = {}, unseen }: EmulatorKind): string[] {
  const limits = [...Object.values(lacks), ...(unseen ? [unseen] : [])];
  if (limits.length === 0) return [];
  const driven = lacks.schedules ? ['npm start runs the tick every quarter of an hour instead'] : [];
  return [`Differences of ${name} from AWS:`, ...[...limits, ...driven].map((line) => `  - ${line}`)];
}

const ANSWER_MS = 5000;

const statusOf = (url: string) =>
  fetch(url, { signal: AbortSignal.timeout(ANSWER_MS) }).then(
    ({ status }) => status,
    () => undefined,
  );

export const isReady = async (url: string, { health }: EmulatorKind) => (await statusOf(url + health)) === 200;

/** Returns the kind of the emulator at an address; `undefined` if nothing answers. */
export async function kindAt(url: string): Promise<EmulatorKind | undefined> {
  for (const kind of KINDS) if (await isReady(url, kind)) return kind;
  return (await statusOf(url)) === undefined ? undefined : OTHER;
}

/** Converts the line ends of mail to LF. */
const withPlainLines = (mail: SentMail): SentMail => ({
  ...mail,
  text: mail.text.replaceAll('\r\n', '\n'),
  html: mail.html?.replaceAll('\r\n', '\n') ?? null,
});

/** Returns all sent mail, newest first; `undefined` if the emulator does not list it. */
export async function sentMail(url: string, { mailbox }: EmulatorKind): Promise<SentMail[] | undefined> {
  if (!mailbox) return undefined;
  const answer = await fetch(url + mailbox.path);
  // LocalStack has no list before the first call to SES.
  if (!answer.ok) return [];
  const mails = mailbox.read((await answer.json()) as never).map(withPlainLines);
  return mails.reverse().sort((a, b) => b.sentAt.localeCompare(a.sentAt));
}
