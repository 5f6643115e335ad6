import { clientKey } from '#functions/domain/clients/client.ts';
import { toStages } from '#functions/domain/journey/stage.ts';
import type { Adviser } from '#shared/contract/advisers.ts';
import type { FullClient } from '#shared/contract/clients.ts';
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
} from '#shared/rules/journey.ts';
import { aClient, aDocument, anAdviser, someSettings, stageIdOf } from './builders.ts';

/** A call that the stub refuses as the server would. */
export class Refusal extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

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

  /** Signs someone in, whose account is listed. */
  enter(account: Adviser): Adviser {
    this.advisers = [...this.advisers.filter(({ id }) => id !== account.id), account];
    this.signedIn = account;
    return account;
  }

  /** The token of a client's portal link. */
  tokenOf({ id }: { id: string }): string {
    return `token-${this.replaced.get(id) ?? 0}-of-${id}`;
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
    };
  }

  client(id: string): FullClient {
    return this.clients.find((client) => client.id === id) ?? refuse(404, 'Client not found');
  }

  clientOfToken(token: string): FullClient {
    return this.clients.find((client) => this.tokenOf(client) === token) ?? refuse(401, 'Please sign in');
  }

  /** The seven stages of a client, sub-stages nested. */
  stagesOf(clientId: string): Stage[] {
    const countOn = (stage: string) => this.documents.filter(({ stageId }) => stageId === stage).length;
    const documents = Object.fromEntries(JOURNEY.map(({ number }) => [number, countOn(stageIdOf(clientId, number))]));
    return toStages({ ...clientKey(clientId), stages: this.journeyOf(clientId), documents }, new Date());
  }

  /** What filters and the dashboard count of a client. */
  factsOf({ id, status, completed }: FullClient): ClientFacts {
    const open = this.tasks.filter((task) => task.clientId === id && task.status !== 'completed');
    const of = (side: Task['responsibility']) => open.filter(({ responsibility }) => responsibility === side).length;
    return { status, completed, openAdviserTasks: of('adviser'), openClientTasks: of('client') };
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

/** Refuses a call with the contract's sentence. */
export function refuse(status: number, message: string): never {
  throw new Refusal(status, message);
}
