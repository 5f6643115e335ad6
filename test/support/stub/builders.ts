import { childId } from '#functions/services/keys/ids.ts';
import type { Account, SessionLine } from '#shared/contract/account.ts';
import type { Adviser } from '#shared/contract/advisers.ts';
import type { FullClient } from '#shared/contract/clients.ts';
import type { OwnDevice } from '#shared/contract/devices.ts';
import type { Document } from '#shared/contract/documents.ts';
import type { FirmSettings, RecordLine } from '#shared/contract/firm.ts';
import type { Plan } from '#shared/contract/journey.ts';
import type { Activity, Message } from '#shared/contract/messages.ts';
import type { Notice } from '#shared/contract/notifications.ts';
import { CLOCK_DEFAULTS, PORTAL_DEFAULTS, STAFF_DEFAULTS } from '#shared/contract/settings.ts';
import type { Task } from '#shared/contract/tasks.ts';
import { RECENTLY_ADDED } from '#shared/rules/clients.ts';
import { INITIAL_STAGE, PLANS_STAGE } from '#shared/rules/journey.ts';

// One of everything that the contract answers: whole and ordinary; a test names what it is about.

type Passkey = Account['passkeys'][number];

let made = 0;
/** The part of a child's id after its client's: later ones sort later, as long as the server's own. */
const nextKey = () => String(++made).padStart(25, '0');
/** A time a little later than that of what was made before, ISO, so that lists by time are in the order of making. */
const nextTime = () => new Date(Date.now() - 3_600_000 + made).toISOString();

/** An id of an account or a client. */
export const newId = (kind: string) => `${kind}-${nextKey()}`;
/** An id of something that hangs off a client. */
const newChildId = (clientId: string) => childId(clientId, nextKey());
/** The id of a client's stage. */
export const stageIdOf = (clientId: string, number: number) => childId(clientId, number);

/** The date so many days from now, as `2026-11-22`; before now where they are negative. */
export const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

/** An adviser's account: Ruth Amari's. */
export const anAdviser = (given: Partial<Adviser> = {}): Adviser => ({
  id: 'ruth-amari',
  name: 'Ruth Amari',
  email: 'ruth@advisers.example',
  role: 'adviser',
  ...given,
});

/** An admin's account. */
export const anAdmin = (given: Partial<Adviser> = {}): Adviser =>
  anAdviser({ id: 'ada-obi', name: 'Ada Obi', email: 'ada@admins.example', role: 'admin', ...given });

/** A browser in which Ruth Amari is signed in, now and again. */
export const aSession = (given: Partial<SessionLine> = {}): SessionLine => ({
  id: newId('session'),
  label: 'Windows, Chrome',
  at: nextTime(),
  lastAt: nextTime(),
  current: false,
  ...given,
});

/** A passkey of Ruth Amari's. */
export const aPasskey = (given: Partial<Passkey> = {}): Passkey => ({
  id: newId('passkey'),
  name: 'Work laptop',
  createdAt: nextTime(),
  lastAt: null,
  ...given,
});

/** A client: Ruth Amari's Mia Wood. Progress and stage follow from its journey in the firm. */
export const aClient = (given: Partial<FullClient> = {}): FullClient => ({
  id: 'mia-wood',
  adviserId: 'ruth-amari',
  adviserName: 'Ruth Amari',
  name: 'Mia Wood',
  email: 'mia@clients.example',
  phone: '020 7946 0000',
  description: null,
  status: 'on_target',
  completed: false,
  completedAt: null,
  createdAt: nextTime(),
  cashcalcLink: null,
  intellifloLink: null,
  dynamicPlannerLink: null,
  pipedriveLink: null,
  progress: 0,
  currentStage: INITIAL_STAGE,
  stageSince: null,
  lastUpdate: RECENTLY_ADDED,
  mailProblem: null,
  portalSuspended: false,
  stepUp: 'inherit',
  stepUpReason: null,
  link: { issuedAt: nextTime(), usedAt: null, endsAt: null },
  unread: 0,
  stuckSince: null,
  openAdviserTasks: 0,
  openClientTasks: 0,
  ...given,
});

/** Another client of Ruth Amari, by name. */
export const anotherClient = (name: string, given: Partial<FullClient> = {}): FullClient => {
  const id = name.toLowerCase().replace(/\W+/g, '-');
  return aClient({ id, name, email: `${id}@clients.example`, ...given });
};

/** An open task for Mia Wood to do. */
export const aTask = (given: Partial<Task> = {}): Task => ({
  id: newChildId(given.clientId ?? 'mia-wood'),
  clientId: 'mia-wood',
  stageId: null,
  title: 'Send your passport',
  description: null,
  assignedBy: 'ruth-amari',
  status: 'pending',
  responsibility: 'client',
  dueDate: null,
  adviserNotes: null,
  clientNotes: null,
  completedAt: null,
  createdAt: nextTime(),
  ...given,
});

/** A document of Mia Wood's that no stage has. */
export const aDocument = (given: Partial<Document> = {}): Document => ({
  id: newChildId(given.clientId ?? 'mia-wood'),
  clientId: 'mia-wood',
  stageId: null,
  taskId: null,
  name: 'Letter.txt',
  type: 'text/plain',
  fileSize: 9,
  uploadedAt: nextTime(),
  uploadedBy: 'adviser',
  encrypted: true,
  requiresSignature: false,
  signatureStatus: null,
  preview: true,
  ...given,
});

/** A message of Ruth Amari to Mia Wood. */
export const aMessage = (given: Partial<Message> = {}): Message => ({
  id: newChildId(given.clientId ?? 'mia-wood'),
  clientId: 'mia-wood',
  senderId: given.senderType === 'client' ? 'mia-wood' : 'ruth-amari',
  senderType: 'adviser',
  content: 'How is the passport coming on?',
  read: false,
  readAt: null,
  createdAt: nextTime(),
  ...given,
});

/** A plan of Mia Wood's. */
export const aPlan = (given: Partial<Plan> = {}): Plan => ({
  id: newChildId(given.clientId ?? 'mia-wood'),
  clientId: 'mia-wood',
  stageId: stageIdOf(given.clientId ?? 'mia-wood', PLANS_STAGE),
  provider: 'Aviva',
  planType: 'pension',
  planNumber: 'AV-1',
  approxValuation: null,
  createdAt: nextTime(),
  ...given,
});

/** A device of a client, confirmed by a code. */
export const aDevice = (given: Partial<OwnDevice> = {}): OwnDevice => ({
  id: nextKey(),
  label: 'iPhone, Safari',
  confirmedAt: nextTime(),
  lastAt: nextTime(),
  by: 'code',
  current: false,
  ...given,
});

/** A line of Mia Wood's record. */
export const anActivity = (given: Partial<Activity> = {}): Activity => ({
  id: newChildId(given.clientId ?? 'mia-wood'),
  clientId: 'mia-wood',
  at: nextTime(),
  actorType: 'adviser',
  actorId: 'ruth-amari',
  actorName: 'Ruth Amari',
  action: 'client-created',
  summary: 'Added the client',
  changes: [],
  ...given,
});

/** An unread notice to Ruth Amari: Mia Wood wrote. */
export const aNotice = (given: Partial<Notice> = {}): Notice => ({
  id: nextKey(),
  kind: 'message',
  clientId: 'mia-wood',
  clientName: 'Mia Wood',
  text: 'Mia Wood sent a message',
  preview: null,
  ref: null,
  read: false,
  at: nextTime(),
  ...given,
});

/** The firm's settings as they are at first. */
export const someSettings = (given: Partial<FirmSettings['firm']> = {}): FirmSettings => ({
  version: 0,
  firm: { name: 'Harbour Financial Planning', phone: null, hours: null, closedDays: [], ...given },
  portal: { ...PORTAL_DEFAULTS },
  staff: { ...STAFF_DEFAULTS },
  mail: { ...CLOCK_DEFAULTS },
});

/** A line of the firm's record: Ada Obi signed in. */
export const aRecordLine = (given: Partial<RecordLine> = {}): RecordLine => ({
  id: nextKey(),
  at: nextTime(),
  actorType: 'admin',
  actorId: 'ada-obi',
  actorName: 'Ada Obi',
  action: 'signed-in',
  summary: 'Signed in',
  about: null,
  ...given,
});
