import { clientKey } from '#functions/domain/clients/client.ts';
import { toStages } from '#functions/domain/journey/journey.ts';
import type { Account, SessionLine } from '#shared/contract/account.ts';
import type { Adviser, HalfSignedIn } from '#shared/contract/advisers.ts';
import type { FullClient } from '#shared/contract/clients.ts';
import type { OwnDevice } from '#shared/contract/devices.ts';
import type { Document } from '#shared/contract/documents.ts';
import type { RecordLine } from '#shared/contract/firm.ts';
import type { Plan, Stage } from '#shared/contract/journey.ts';
import type { Activity, Message } from '#shared/contract/messages.ts';
import type { MailPreferences, Notice } from '#shared/contract/notifications.ts';
import type { Task } from '#shared/contract/tasks.ts';
import type { ClientFacts } from '#shared/rules/clients.ts';
import { PREVIEW_TYPES } from '#shared/rules/documents.ts';
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

/** A call that the stub refuses as the server would. */
export class Refusal extends Error {
  readonly status: number;
  /** What the answer says besides. */
  readonly more: object;
  constructor(status: number, message: string, more: object = {}) {
    super(message);
    this.status = status;
    this.more = more;
  }
}

const ID_LENGTH = 22;

/** What the stub knows: plain lists, oldest first, for a test to fill and to look at. Ruth Amari is signed in and has the client Mia Wood. */
export class Firm {
  signedIn: Adviser | undefined = anAdviser();
  advisers: Adviser[] = [anAdviser()];
  clients: FullClient[] = [aClient()];
  tasks: Task[] = [];
  documents: Document[] = [];
  messages: Message[] = [];
  plans: Plan[] = [];
  activity: Activity[] = [];
  notices: Notice[] = [];
  record: RecordLine[] = [];
  settings = someSettings();
  /** What who is signed in signs in by. */
  account: Omit<Account, 'id' | 'name' | 'email'> = {
    passkeys: [],
    totp: false,
    recoveryCodes: 0,
    policy: { secondFactor: 'encouraged', closesAt: null },
  };
  sessions: SessionLine[] = [aSession({ current: true })];
  /** What a right password leads to, where that is not enough. */
  owed: HalfSignedIn | undefined;
  /** Whose password was right, while more is owed. */
  halfSignedIn: Adviser | undefined;
  /** The password of who is signed in. */
  readonly password = 'correct horse battery';
  /** Whether who is signed in has just proved who it is, so that it may change what it signs in by. */
  isFresh = true;
  /** The ids of accounts with a second factor, as admins see them. */
  readonly withFactor = new Set<string>();
  /** The ids of accounts whose holders were invited and have chosen no password yet. */
  readonly invited = new Set<string>();
  /** When somebody last signed in to accounts, ISO, by id. */
  readonly signIns = new Map<string, string>();
  /** Whether who is signed in has to set up a second factor first. */
  mustEnrol = false;
  /** Devices that open a client's page, by client. */
  readonly devices = new Map<string, OwnDevice[]>();
  /** Clients whose page this browser may not open before it is confirmed. */
  readonly unconfirmed = new Set<string>();
  /** The code that confirms a device. */
  readonly code = '246810';
  /** Clients whose link has expired. */
  readonly expired = new Set<string>();
  preferences: MailPreferences = { messages: 'now', documents: 'now', tasks: 'now', clients: 'now', security: 'now' };
  /** What changes where there is something new on a client's own page, by client. */
  readonly news = new Map<string, string>();
  /** Bytes of documents by id. */
  readonly files = new Map<string, Buffer>();
  /** The journeys that were begun, by client. */
  readonly journeys = new Map<string, JourneyState>();
  /** How often each client's portal link was replaced. */
  readonly replaced = new Map<string, number>();
  /** Most items of a page. */
  pages = { clients: 1000, messages: 200, activity: 100, notices: 50 };

  /** How the server refuses what wants a proof of who asks. */
  unproved = () => new Refusal(403, 'Please confirm that it is you', { confirm: true });

  /** Signs someone in, whose account is listed. */
  enter(account: Adviser): Adviser {
    this.advisers = [...this.advisers.filter(({ id }) => id !== account.id), account];
    this.signedIn = account;
    this.halfSignedIn = undefined;
    return account;
  }

  /** The token of a client's portal link: its id, as long as the server's, and what makes it secret. */
  tokenOf({ id }: { id: string }): string {
    return `${id.padEnd(ID_LENGTH, '-')}token-${this.replaced.get(id) ?? 0}`;
  }

  /** Makes a client's portal link anew. */
  replaceLink({ id }: { id: string }): void {
    this.replaced.set(id, (this.replaced.get(id) ?? 0) + 1);
    this.client(id).link.issuedAt = new Date().toISOString();
  }

  /** Sets stages of a client, by number, as if they had been set one after the other just now. */
  setStages({ id }: { id: string }, stages: Record<string, StageStatus | 'not_required'>): void {
    const now = new Date().toISOString();
    const states = Object.entries(stages).map(([number, status]) => [
      number,
      status === 'not_required'
        ? { status: 'pending' as const, notRequired: true }
        : {
            status,
            ...(status !== 'pending' && { inProgressAt: now }),
            ...(status === 'completed' && { completedAt: now }),
          },
    ]);
    this.journeys.set(id, { ...this.journeyOf(id), ...Object.fromEntries(states) });
  }

  journeyOf = (clientId: string): JourneyState => this.journeys.get(clientId) ?? {};

  /** A client with what follows from its journey and its adviser's account. */
  shown(client: FullClient): FullClient {
    const journey = this.journeyOf(client.id);
    const adviser = this.advisers.find(({ id }) => id === client.adviserId);
    return {
      ...client,
      adviserName: adviser?.name ?? client.adviserName,
      progress: progress(journey, client.completed),
      currentStage: currentStage(journey),
      stageSince: stageSince(journey),
      ...this.openTasksOf(client.id),
    };
  }

  client(id: string): FullClient {
    return this.clients.find((client) => client.id === id) ?? refuse(404, 'Client not found');
  }

  clientOfToken(token: string): FullClient {
    return this.clients.find((client) => this.tokenOf(client) === token) ?? refuse(401, 'Please sign in');
  }

  /** A client by an id that a page took from the token. */
  clientOfTokensId(id: string): FullClient {
    return this.clients.find((client) => this.tokenOf(client).startsWith(id)) ?? refuse(404, 'Client not found');
  }

  /** The client of a token that opens its page in this browser; refuses as the server does where it does not. */
  opened(token: string): FullClient {
    const client = this.clientOfToken(token);
    if (this.expired.has(client.id)) refuse(401, 'This link has expired', { expired: true });
    if (client.portalSuspended) refuse(401, 'Please sign in');
    const to = client.email.replace(/(?<=^.).*(?=@)/, '•••');
    if (this.unconfirmed.has(client.id)) refuse(401, 'Please confirm this device', { stepUp: { to } });
    return client;
  }

  /** The seven stages of a client, sub-stages nested. */
  stagesOf(clientId: string): Stage[] {
    const countOn = (stage: string) => this.documents.filter(({ stageId }) => stageId === stage).length;
    const documents = Object.fromEntries(JOURNEY.map(({ number }) => [number, countOn(stageIdOf(clientId, number))]));
    return toStages({ ...clientKey(clientId), stages: this.journeyOf(clientId), documents }, new Date());
  }

  /** What filters and the dashboard count of a client. */
  factsOf = ({ id, status, completed }: FullClient): ClientFacts => ({ status, completed, ...this.openTasksOf(id) });

  private openTasksOf(id: string) {
    const open = this.tasks.filter((task) => task.clientId === id && task.status !== 'completed');
    const of = (side: Task['responsibility']) => open.filter(({ responsibility }) => responsibility === side).length;
    return { openAdviserTasks: of('adviser'), openClientTasks: of('client') };
  }

  /** Keeps an uploaded file; a name says its type, as far as screens tell types apart. */
  keep(clientId: string, name: string, bytes: Buffer, given: Partial<Document> = {}): Document {
    const type = TYPES[name.split('.').at(-1)?.toLowerCase() ?? ''] ?? 'application/octet-stream';
    const document = aDocument({
      clientId,
      name,
      type,
      fileSize: bytes.length,
      preview: PREVIEW_TYPES.some((shown) => shown === type),
      requiresSignature: given.stageId === stageIdOf(clientId, SIGNATURE_STAGE),
      ...given,
    });
    this.documents.push(document);
    this.files.set(document.id, bytes);
    return document;
  }
}

const TYPES: Record<string, string> = {
  txt: 'text/plain',
  pdf: 'application/pdf',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
};

/** Refuses a call with the contract's sentence, and what the answer says besides. */
export function refuse(status: number, message: string, more?: object): never {
  throw new Refusal(status, message, more);
}
