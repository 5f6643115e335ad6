import type { Adviser } from '#shared/contract/advisers.ts';
import type { Client, FullClient } from '#shared/contract/clients.ts';
import type { Document } from '#shared/contract/documents.ts';
import type { CesdSignature, Plan, Stage } from '#shared/contract/journey.ts';
import type { Activity, Message } from '#shared/contract/messages.ts';
import type { Task } from '#shared/contract/tasks.ts';
import {
  type ClientFacts,
  type ClientStatus,
  type LINK_FIELDS,
  type MailProblem,
  RECENTLY_ADDED,
} from '#shared/rules/clients.ts';
import { PREVIEW_TYPES } from '#shared/rules/documents.ts';
import {
  currentStage,
  duration,
  JOURNEY,
  type JourneyState,
  progress,
  SIGNATURE_STAGE,
  type StageStatus,
  stageState,
  stageTemplate,
} from '#shared/rules/journey.ts';
import { ROLES, type Role } from '#shared/rules/people.ts';
import type { Responsibility, TaskStatus } from '#shared/rules/tasks.ts';
import type { Condition } from '../aws/expressions.ts';
import type { Key } from '../aws/table.ts';
import { notFound } from './errors.ts';
import { childId, timeOfKey } from './ids.ts';

// Every entity: its keys, what is stored, what is shown. What a key already says is not stored again.

/** The index partition of an adviser: its clients and their open tasks. */
export const adviserPartition = (adviserId: string) => `ADVISER#${adviserId}`;
/** The id in a key such as `ADVISER#id`. */
export const idOf = (key: string) => key.slice(key.indexOf('#') + 1);
/** The index partition of all advisers. */
export const DIRECTORY = 'ADVISERS';
/** Sort-key prefixes; `CLIENT` takes in the client, its documents and its tasks. */
export const PREFIX = {
  file: 'CLIENT',
  document: 'CLIENT#DOCUMENT#',
  task: 'CLIENT#TASK#',
  plan: 'PLAN#',
  message: 'MESSAGE#',
  activity: 'ACTIVITY#',
  indexedClient: 'CLIENT#',
  indexedTask: 'TASK#',
} as const;

/** An adviser account. `sessionVersion` grows when all its sessions have to end. */
export interface AdviserItem extends Key {
  gpk: string;
  gsk: string;
  name: string;
  email: string;
  role: Role;
  passwordHash: string;
  sessionVersion: number;
  /** How many clients are assigned: an adviser with clients cannot be deleted. */
  clientCount: number;
  /** The one live password-reset token: its SHA-256 and when it ends, ISO. */
  reset?: { hash: string; expiresAt: string };
  /** Why nothing more is mailed to `email`. */
  mailProblem?: MailProblem;
}
/** Where an adviser is. */
export const adviserKey = (id: string): Key => ({ pk: `ADVISER#${id}`, sk: 'ADVISER' });
/** Keys by which the directory is sorted: by name. */
export const directoryKeys = (id: string, name: string) => ({ gpk: DIRECTORY, gsk: `${name.toLowerCase()}#${id}` });
/** A session that was signed out of before its end. */
export const signOutKey = (adviserId: string, sessionId: string): Key => ({
  pk: `ADVISER#${adviserId}`,
  sk: `SIGNOUT#${sessionId}`,
});
/** The firm's counters: `admins`, which never falls to 0. */
export const FIRM: Key = { pk: 'FIRM', sk: 'FIRM' };
/** A counter of attempts, whether or not there is what they are made on. `subject` is an id or a pseudonym, never an address. */
export const attemptsKey = (purpose: string, subject: string): Key => ({
  pk: `ATTEMPTS#${purpose}#${subject}`,
  sk: 'ATTEMPTS',
});

/** What everyone may know of an adviser. */
export const toAdviser = (item: Pick<AdviserItem, 'pk' | 'name' | 'email' | 'role'>): Adviser => ({
  id: idOf(item.pk),
  name: item.name,
  email: item.email,
  role: item.role,
});
/** Whether a stored role is one we know: anything else may do nothing. */
export const isKnownRole = (role: unknown): role is Role => ROLES.some((known) => known === role);

type TopCode = 'i' | 'c';
const TOP_STATUS: Record<TopCode, StageStatus> = { i: 'in_progress', c: 'completed' };

/** A client. The index carries what lists show. */
export interface ClientItem extends Key {
  gpk: string;
  gsk: string;
  name: string;
  email: string;
  phone?: string;
  description?: string;
  status: ClientStatus;
  /** Present where the client is completed. */
  completedAt?: string;
  links: Partial<Record<(typeof LINK_FIELDS)[number], string>>;
  lastUpdate?: string;
  /** Top-level stages in progress or completed, for lists: `{"1":"c","2":"i"}`. */
  top: Record<string, TopCode>;
  /** Touched stages by number. */
  stages: JourneyState;
  /** Documents by stage number. */
  documents: Record<string, number>;
  openAdviserTasks: number;
  openClientTasks: number;
  /** All documents and tasks, for their quotas. */
  totalDocuments?: number;
  totalTasks?: number;
  tokenVersion: number;
  signature?: { documentId: string | null; signedAt: string };
  /** The newest message that each side has read, as its key. */
  readByAdviser?: string;
  readByClient?: string;
  /** Set while the client is being deleted, so that nothing new hangs off it. */
  deleting?: boolean;
  /** Why nothing more is mailed to `email`. */
  mailProblem?: MailProblem;
}
/** The partition that holds all of a client. */
export const clientPartition = (clientId: string) => `CLIENT#${clientId}`;
/** Where a client is. */
export const clientKey = (clientId: string): Key => ({ pk: clientPartition(clientId), sk: 'CLIENT' });
/** The id in the partition key of a client or of what hangs off it. */
export const clientIdOf = (item: Key) => idOf(item.pk);
/** The adviser a client is assigned to. */
export const adviserIdOf = (item: { gpk: string }) => idOf(item.gpk);
/** Index keys of a client: static but for reassignment. */
export const clientIndexKeys = (clientId: string, adviserId: string, createdAt: string) => ({
  gpk: adviserPartition(adviserId),
  gsk: `${PREFIX.indexedClient}${createdAt}#${clientId}`,
});
/** How a stage's status stands in a client's list item; `undefined` for pending. */
export const topCode = (status: StageStatus): TopCode | undefined =>
  status === 'completed' ? 'c' : status === 'in_progress' ? 'i' : undefined;

const topJourney = (top: ClientItem['top']): JourneyState =>
  Object.fromEntries(Object.entries(top).map(([number, code]) => [number, { status: TOP_STATUS[code] }]));

/** A client as its list item tells it, from table or index, with the name that its adviser's account has. */
export function toClient(item: ClientItem, adviserName: string): Client {
  const journey = topJourney(item.top);
  return {
    id: clientIdOf(item),
    adviserId: adviserIdOf(item),
    adviserName,
    name: item.name,
    email: item.email,
    phone: item.phone ?? null,
    description: item.description ?? null,
    status: item.status,
    completed: item.completedAt !== undefined,
    completedAt: item.completedAt ?? null,
    createdAt: item.gsk.split('#')[1] ?? '',
    cashcalcLink: item.links.cashcalcLink ?? null,
    intellifloLink: item.links.intellifloLink ?? null,
    dynamicPlannerLink: item.links.dynamicPlannerLink ?? null,
    pipedriveLink: item.links.pipedriveLink ?? null,
    progress: progress(journey, item.completedAt !== undefined),
    currentStage: currentStage(journey),
    lastUpdate: item.lastUpdate ?? RECENTLY_ADDED,
  };
}

/** A client by itself, as its item in the table tells it. */
export const toFullClient = (item: ClientItem, adviserName: string): FullClient => ({
  ...toClient(item, adviserName),
  mailProblem: item.mailProblem ?? null,
});

/** What filters and counts look at. */
export const toFacts = (item: ClientItem): ClientFacts => ({
  status: item.status,
  completed: item.completedAt !== undefined,
  openAdviserTasks: item.openAdviserTasks,
  openClientTasks: item.openClientTasks,
});

/** The number in a stage's id. Throws 404 where the journey has no such stage. */
export function stageNumber(key: string): number {
  const template = stageTemplate(Number(key));
  if (!template || String(template.number) !== key) throw notFound('Stage not found');
  return template.number;
}

/** One stage of a client, without its sub-stages. */
function toStage(item: ClientItem, number: number, now: Date): Stage {
  const clientId = clientIdOf(item);
  const template = stageTemplate(number);
  const state = stageState(item.stages, number);
  return {
    id: childId(clientId, number),
    clientId,
    stageNumber: number,
    parentStageId: template?.parent ? childId(clientId, template.parent) : null,
    title: template?.title ?? '',
    status: state.status,
    notRequired: state.notRequired ?? false,
    completedAt: state.completedAt ?? null,
    inProgressAt: state.inProgressAt ?? null,
    documentCount: item.documents[String(number)] ?? 0,
    duration: duration(state, now),
    subStages: [],
  };
}

/** One stage with its sub-stages. */
export function toStageTree(item: ClientItem, number: number, now: Date): Stage {
  const subs = JOURNEY.filter((stage) => stage.parent === number);
  return { ...toStage(item, number, now), subStages: subs.map((sub) => toStage(item, sub.number, now)) };
}

/** The seven top-level stages in order, sub-stages nested. */
export const toStages = (item: ClientItem, now: Date): Stage[] =>
  JOURNEY.filter((stage) => stage.parent === null).map((stage) => toStageTree(item, stage.number, now));

/** The client engagement document's signature. */
export const toSignature = (item: ClientItem): CesdSignature => ({
  id: childId(clientIdOf(item), 'cesd'),
  clientId: clientIdOf(item),
  documentId: item.signature?.documentId ?? null,
  signed: item.signature !== undefined,
  signedAt: item.signature?.signedAt ?? null,
});

/** The last part of a child's sort key, which is the last part of its id too. */
export const childKeyOf = (item: Key) => item.sk.slice(item.sk.lastIndexOf('#') + 1);
const idOfChild = (item: Key) => childId(clientIdOf(item), childKeyOf(item));
/** Where a child of a client is. */
export const childItemKey = (prefix: string, clientId: string, key: string): Key => ({
  pk: clientPartition(clientId),
  sk: `${prefix}${key}`,
});

/** A stored document: what opens it is here, its ciphertext in the bucket. */
export interface DocumentItem extends Key {
  stage?: number | undefined;
  name: string;
  type: string;
  /** Whether a browser may show it; absent where the file came in before that was looked at. */
  preview?: boolean;
  fileSize: number;
  uploadedBy: 'adviser' | 'client';
  /** Object key in the bucket. */
  encryptedPath: string;
  /** The data key as KMS sealed it, base64. */
  encryptionKey: string;
  iv: string;
  authTag: string;
  /** Set while its object is on its way: it is not shown yet, and what else it will hold is missing. */
  uploading?: boolean;
  /** Set while it is being deleted: it is shown no more, and what was interrupted can be repeated. */
  deleting?: boolean;
}
/** Whether a stored item is there for people: neither being uploaded nor being deleted. */
export const isKept = (item: object) => !('uploading' in item || 'deleting' in item);
/** Conditions under which a document is there for people. */
export const KEPT = [
  ['pk', 'exists'],
  ['uploading', 'absent'],
  ['deleting', 'absent'],
] as const satisfies readonly Condition[];
/** Of what was not looked at, a PDF is not shown, as it may act. */
const mayPreview = ({ preview, type }: DocumentItem) =>
  preview ?? (type !== 'application/pdf' && PREVIEW_TYPES.some((shown) => shown === type));
/** A document for people. Those of stage 1.4 are to be signed (contract, Stages). */
export function toDocument(item: DocumentItem, signature: ClientItem['signature']): Document {
  const id = idOfChild(item);
  return {
    id,
    clientId: clientIdOf(item),
    stageId: item.stage === undefined ? null : childId(clientIdOf(item), item.stage),
    name: item.name,
    type: item.type,
    fileSize: item.fileSize,
    uploadedAt: timeOfKey(childKeyOf(item)),
    uploadedBy: item.uploadedBy,
    encrypted: true,
    requiresSignature: item.stage === SIGNATURE_STAGE,
    signatureStatus: signature?.documentId === id ? 'signed' : null,
    preview: mayPreview(item),
  };
}

/** A task. Only an open one has index keys, so that the index holds what is to be done. */
export interface TaskItem extends Key {
  gpk?: string;
  gsk?: string;
  stageId?: string;
  title: string;
  description?: string;
  assignedBy: string;
  status: TaskStatus;
  responsibility: Responsibility;
  dueDate?: string;
  adviserNotes?: string;
  clientNotes?: string;
  completedAt?: string;
}
/** Index keys of an open task: oldest due first, undated last; none for a completed one. */
export function taskIndexKeys(task: Pick<TaskItem, 'status' | 'dueDate'>, key: string, adviserId: string) {
  if (task.status === 'completed') return { gpk: undefined, gsk: undefined };
  return { gpk: adviserPartition(adviserId), gsk: `${PREFIX.indexedTask}${task.dueDate ?? '9999'}#${key}` };
}
/** A task as advisers see it. */
export const toTask = (item: TaskItem): Task => ({
  id: idOfChild(item),
  clientId: clientIdOf(item),
  stageId: item.stageId ?? null,
  title: item.title,
  description: item.description ?? null,
  assignedBy: item.assignedBy,
  status: item.status,
  responsibility: item.responsibility,
  dueDate: item.dueDate ?? null,
  adviserNotes: item.adviserNotes ?? null,
  clientNotes: item.clientNotes ?? null,
  completedAt: item.completedAt ?? null,
  createdAt: timeOfKey(childKeyOf(item)),
});
/** A task as its client sees it. */
export function toClientTask(item: TaskItem) {
  const { adviserNotes: _, ...visible } = toTask(item);
  return visible;
}

/** A plan under stage 2.2. */
export interface PlanItem extends Key {
  stage: number;
  provider: string;
  planType: Plan['planType'];
  planNumber: string;
  approxValuation?: number;
}
/** A plan for people. */
export const toPlan = (item: PlanItem): Plan => ({
  id: idOfChild(item),
  clientId: clientIdOf(item),
  stageId: childId(clientIdOf(item), item.stage),
  provider: item.provider,
  planType: item.planType,
  planNumber: item.planNumber,
  approxValuation: item.approxValuation ?? null,
  createdAt: timeOfKey(childKeyOf(item)),
});

/** A message. Whether it was read follows from how far the other side has read. */
export interface MessageItem extends Key {
  senderId: string;
  senderType: Message['senderType'];
  content: string;
}
/** A message for people; `readUpTo` is the key of the newest message that the other side has read. */
export const toMessage = (item: MessageItem, readUpTo: string | undefined): Message => ({
  id: idOfChild(item),
  clientId: clientIdOf(item),
  senderId: item.senderId,
  senderType: item.senderType,
  content: item.content,
  read: readUpTo !== undefined && childKeyOf(item) <= readUpTo,
  createdAt: timeOfKey(childKeyOf(item)),
});

/** One line of a client's record. */
export interface ActivityItem extends Key {
  actorType: Activity['actorType'];
  actorId: string;
  actorName: string;
  action: string;
  summary: string;
}
/** One line of a client's record, for people. */
export const toActivity = (item: ActivityItem): Activity => ({
  id: idOfChild(item),
  clientId: clientIdOf(item),
  at: timeOfKey(childKeyOf(item)),
  actorType: item.actorType,
  actorId: item.actorId,
  actorName: item.actorName,
  action: item.action,
  summary: item.summary,
});
