import { clientKey } from '#functions/domain/clients/client.ts';
import { checkFile } from '#functions/domain/documents/files/check.ts';
import { toStages } from '#functions/domain/journey/journey.ts';
import { HttpError, notFound, unauthorised } from '#functions/services/errors.ts';
import type { Account, SessionLine } from '#shared/contract/account.ts';
import type { Adviser, HalfSignedIn, ListedAdviser } from '#shared/contract/advisers.ts';
import type { FullClient } from '#shared/contract/clients.ts';
import type { OwnDevice } from '#shared/contract/devices.ts';
import type { Document } from '#shared/contract/documents.ts';
import type { FirmAuditEntry } from '#shared/contract/firm.ts';
import type { Plan, Stage } from '#shared/contract/journey.ts';
import type { ClientAuditEntry, Message } from '#shared/contract/messages.ts';
import type { MailPreferences, Notice } from '#shared/contract/notifications.ts';
import type { Task } from '#shared/contract/tasks.ts';
import {
  currentStage,
  JOURNEY,
  type JourneyState,
  progress,
  SIGNATURE_STAGE,
  type StageStatus,
  stageSince,
} from '#shared/rules/journey.ts';
import { aClient, aDocument, anAdviser, aSession, someSettings, stageIdOf } from './builders.ts';

/** Refuses a call; `more` is what the answer says besides. */
export function refuse(status: number, message: string, more?: Record<string, unknown>): never {
  throw new HttpError(status, message, { more });
}

/** The item of a list with an id. Throws 404. */
export function found<T extends { id: string }>(items: readonly T[], id: string | undefined): T {
  const item = items.find((one) => one.id === id);
  if (!item) throw notFound();
  return item;
}

const ID_LENGTH = 22;

/** The stub's data: plain lists, oldest first, for a test to fill and to read. Ruth Amari is signed in and has the client Mia Wood. */
export class Firm {
  signedIn: Adviser | undefined = anAdviser();
  advisers: (Adviser & Partial<ListedAdviser>)[] = [anAdviser()];
  clients: FullClient[] = [aClient()];
  tasks: Task[] = [];
  documents: Document[] = [];
  messages: Message[] = [];
  plans: Plan[] = [];
  activity: ClientAuditEntry[] = [];
  notices: Notice[] = [];
  auditLog: FirmAuditEntry[] = [];
  settings = someSettings();
  account: Omit<Account, 'id' | 'name' | 'email'> = {
    passkeys: [],
    totp: false,
    recoveryCodes: 0,
    policy: { secondFactor: 'encouraged', closesAt: null },
  };
  sessions: SessionLine[] = [aSession({ current: true })];
  /** Next step after a correct password, if any. */
  owed: HalfSignedIn | undefined;
  /** The person whose password was correct while more is needed. */
  halfSignedIn: Adviser | undefined;
  readonly password = 'correct horse battery';
  /** True if the signed-in person has re-authenticated recently. */
  isFresh = true;
  /** True if the signed-in person must set up a second factor first. */
  mustEnrol = false;
  /** Devices that open Mia Wood's page. */
  devices: OwnDevice[] = [];
  /** Clients whose page this browser may not open before it is confirmed. */
  readonly unconfirmed = new Set<string>();
  readonly code = '246810';
  readonly expired = new Set<string>();
  preferences: MailPreferences = { messages: 'now', documents: 'now', tasks: 'now', clients: 'now', security: 'now' };
  /** Version of a client's own page, by client. */
  readonly news = new Map<string, string>();
  /** Bytes by document. */
  readonly files = new Map<string, Buffer>();
  /** Journeys that have begun, by client. */
  readonly journeys = new Map<string, JourneyState>();
  /** How often each client's portal link was replaced. */
  readonly replaced = new Map<string, number>();
  pages = { clients: 1000, messages: 200, activity: 100, notices: 50 };

  /** Signs someone in, whose account is listed from then on. */
  enter(account: Adviser): Adviser {
    this.advisers = [...this.advisers.filter(({ id }) => id !== account.id), account];
    this.signedIn = account;
    this.halfSignedIn = undefined;
    return account;
  }

  /** The token of a client's portal link: begins with its id, padded to the server's length. */
  tokenOf({ id }: { id: string }): string {
    return `${id.padEnd(ID_LENGTH, '-')}token-${this.replaced.get(id) ?? 0}`;
  }

  replaceLink(client: FullClient): void {
    this.replaced.set(client.id, (this.replaced.get(client.id) ?? 0) + 1);
    client.link.issuedAt = new Date().toISOString();
  }

  /** Sets stages of a client by number, as if they had been set just now. */
  setStages({ id }: { id: string }, stages: Record<string, StageStatus | 'not_required'>): void {
    const now = new Date().toISOString();
    const states = {
      pending: { status: 'pending' },
      in_progress: { status: 'in_progress', inProgressAt: now },
      completed: { status: 'completed', inProgressAt: now, completedAt: now },
      not_required: { status: 'pending', notRequired: true },
    } as const;
    const set = Object.entries(stages).map(([number, status]) => [number, states[status]]);
    this.journeys.set(id, { ...this.journeyOf(id), ...Object.fromEntries(set) });
  }

  journeyOf = (clientId: string): JourneyState => this.journeys.get(clientId) ?? {};

  /** A client with what follows from its journey, its tasks and its adviser's account. */
  shown(client: FullClient): FullClient {
    const journey = this.journeyOf(client.id);
    const open = this.tasks.filter(({ clientId, status }) => clientId === client.id && status !== 'completed');
    const openClientTasks = open.filter(({ responsibility }) => responsibility === 'client').length;
    return {
      ...client,
      adviserName: this.advisers.find(({ id }) => id === client.adviserId)?.name ?? client.adviserName,
      progress: progress(journey, client.completed),
      currentStage: currentStage(journey),
      stageSince: stageSince(journey),
      openClientTasks,
      openAdviserTasks: open.length - openClientTasks,
    };
  }

  client = (id: string): FullClient => found(this.clients, id);

  clientOfToken(token = ''): FullClient {
    const client = this.clients.find((one) => this.tokenOf(one) === token);
    if (!client) throw unauthorised();
    return client;
  }

  /** The client of a token that opens its page in this browser. Throws 401 if it does not. */
  opened(token: string): FullClient {
    const client = this.clientOfToken(token);
    if (this.expired.has(client.id)) refuse(401, 'This link has expired', { expired: true });
    if (client.portalSuspended) throw unauthorised();
    const to = client.email.replace(/(?<=^.).*(?=@)/, '•••');
    if (this.unconfirmed.has(client.id)) refuse(401, 'Please confirm this device', { stepUp: { to } });
    return client;
  }

  stagesOf(clientId: string): Stage[] {
    const countOn = (stage: string) => this.documents.filter(({ stageId }) => stageId === stage).length;
    const documents = Object.fromEntries(JOURNEY.map(({ number }) => [number, countOn(stageIdOf(clientId, number))]));
    return toStages({ ...clientKey(clientId), stages: this.journeyOf(clientId), documents }, new Date());
  }

  async keep(clientId: string, name: string, bytes: Buffer, given: Partial<Document> = {}): Promise<Document> {
    const document = aDocument({
      clientId,
      name,
      ...(await checkFile(name, bytes)),
      fileSize: bytes.length,
      requiresSignature: given.stageId === stageIdOf(clientId, SIGNATURE_STAGE),
      ...given,
    });
    this.documents.push(document);
    this.files.set(document.id, bytes);
    return document;
  }
}
