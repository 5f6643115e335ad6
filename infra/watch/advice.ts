/** Tells the person on call what an alarm means. */
interface Advice {
  /** One sentence: what users notice. */
  notice: string;
  /** The first command; `logs` and `output` are defined at the top of the runbook. */
  first: string;
  /** Heading in docs/runbook.md, as its anchor. */
  section: string;
}

const SLOW = 'answers-fail-or-are-slow';
const MAIL = 'mail-is-refused-or-does-not-arrive';
const EVENTS = 'an-event-was-not-handled';
const SITE = 'nobody-gets-in';

const ADVICE: Readonly<Record<string, Advice>> = {
  SiteDown: { notice: 'Nobody can open the site.', first: 'curl -sI "$ORIGIN/"', section: SITE },
  EdgeErrors: {
    notice: 'One request in twenty fails for everybody.',
    first: "logs '{ $.status >= 500 }' 1h",
    section: SITE,
  },
  EdgeRefusals: {
    notice: 'Half of all requests are refused; people may be locked out.',
    first: "logs '{ $.status >= 400 }' 1h",
    section: SITE,
  },
  Blocked: {
    notice: 'Mostly nothing; an office behind one address may see "Too many requests".',
    first: 'the command "refused" of the section',
    section: 'much-is-refused',
  },
  ServerErrors: {
    notice: 'Somebody saw "Something went wrong" and may have to repeat what they did.',
    first: "logs '{ $.status >= 500 }' 1h",
    section: SLOW,
  },
  SlowAnswers: { notice: 'Pages take seconds to load.', first: "logs '{ $.ms > 3000 }' 1h", section: SLOW },
  SignInFailures: {
    notice: 'Advisers may be locked out; somebody may be guessing passwords.',
    first: `logs '{ $.call = "POST /api/auth/login" && $.status >= 401 }' 1h`,
    section: 'an-adviser-is-locked-out',
  },
  Tampering: {
    notice: 'A stored document does not open.',
    first: `logs '{ $.alarm = "tamper" }' 1d`,
    section: 'tamper-alarm',
  },
  EventFailures: {
    notice: 'A notice or an email is late.',
    first: `logs '{ $.alarm = "event" }' 1d`,
    section: EVENTS,
  },
  EventDeadLetters: {
    notice: 'Notices or emails are missing until they are replayed.',
    first: `logs '{ $.alarm = "event" }' 1d`,
    section: EVENTS,
  },
  EventsLate: {
    notice: 'Notices and emails are a quarter of an hour late or more.',
    first: `logs '{ $.what = "event" }' 1h`,
    section: EVENTS,
  },
  EventsSilent: {
    notice: 'No notice or email follows from any change.',
    first: 'aws lambda list-event-source-mappings --function-name "$(output OnRecordFunction)"',
    section: EVENTS,
  },
  TickSilent: {
    notice: 'Daily summaries and all other scheduled emails stop.',
    first: 'npm run ops -- run tick --aws',
    section: EVENTS,
  },
  KeyErrors: {
    notice: 'Documents, sign-in or portal links fail.',
    first: `logs '{ $.error = "KMS*" || $.error = "Disabled*" }' 1h`,
    section: SLOW,
  },
  TableErrors: {
    notice: 'Pages fail or are slow.',
    first: 'aws dynamodb describe-table --table-name "$TABLE" --query Table.TableStatus',
    section: SLOW,
  },
  AwsThrottles: {
    notice: 'Some requests are slow or have to be repeated.',
    first: `logs '{ $.error = "*Throttl*" || $.error = "TooMany*" || $.error = "SlowDown" }' 1h`,
    section: SLOW,
  },
  ReadThrottles: { notice: 'Pages load slowly.', first: "logs '{ $.ms > 3000 }' 1h", section: SLOW },
  WriteThrottles: { notice: 'Saving is slow.', first: "logs '{ $.ms > 3000 }' 1h", section: SLOW },
  MailRefused: {
    notice: 'An email was not sent; an adviser may have seen an error.',
    first: `logs '{ $.what = "*mail" }' 1d`,
    section: MAIL,
  },
  MailDeadLetters: {
    notice: 'Nothing yet; addresses that bounce go on getting email.',
    first: 'npm run ops -- replay-mail-events --aws',
    section: MAIL,
  },
  MailBounces: {
    notice: 'Nothing yet; AWS may soon stop all email.',
    first: `logs '{ $.what = "*mail" }' 1d`,
    section: MAIL,
  },
  MailComplaints: {
    notice: 'Nothing yet; AWS may soon stop all email.',
    first: `logs '{ $.what = "*mail" }' 1d`,
    section: MAIL,
  },
  FunctionErrors: {
    notice: 'Parts of the app fail, or notices and emails are late.',
    first: 'by_function Errors',
    section: 'a-function-crashes-or-times-out',
  },
  FunctionThrottles: {
    notice: 'Parts of the app fail, or notices and emails are late.',
    first: 'by_function Throttles',
    section: SLOW,
  },
  BackupsMissing: {
    notice: 'Nothing; there is no new backup to restore from.',
    first: 'aws backup list-backup-jobs --by-created-after "$(date -u -d "2 days ago" +%FT%TZ)"',
    section: 'a-backup-failed',
  },
};

/** Returns the advice for an alarm, by its signal's id; further alarms of one kind are numbered. */
function adviceOn(id: string): Advice {
  const advice = ADVICE[id.replace(/\d+$/, '')];
  if (!advice) throw new Error(`There is no advice on the alarm "${id}"`);
  return advice;
}

/** Returns an alarm's description, which AWS puts into its email. */
export function description(id: string, { stackName, region }: { stackName: string; region: string }): string {
  const { notice, first, section } = adviceOn(id);
  return [
    `${id}: ${notice}`,
    `Stack: ${stackName} in ${region}`,
    `First: ${first}`,
    `Then: docs/runbook.md#${section} ("logs" and "output" are defined at its top)`,
  ].join('\n');
}
