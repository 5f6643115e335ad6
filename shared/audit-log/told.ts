import { countOf } from '../rules/counted-words.ts';
import type { ActorType } from '../rules/people.ts';
import type { DataIn, Kind } from './kind.ts';
import type { Subject } from './news.ts';
import type { NoticeKind } from './notices.ts';

// Notices tell staff of an entry, news tell its client. Tables of both are apart from the actions, because most
// functions only write entries.

/** Choices of email that advisers have. */
export type NoticeGroup = 'messages' | 'documents' | 'tasks' | 'clients' | 'providers' | 'security';

export type NoticeIcon =
  | 'message'
  | 'help'
  | 'mail off'
  | 'file'
  | 'provider'
  | 'done'
  | 'notes'
  | 'person added'
  | 'person removed'
  | 'mail failed'
  | 'phone'
  | 'device'
  | 'security';

export type NoticePlace = 'page' | 'messages' | 'tasks' | 'documents' | 'requests' | 'loas';

/** A kind of notice in the inbox and in the emails of advisers. */
export interface NoticeRules {
  group: NoticeGroup;
  /** Part of the client's page that it leads to; otherwise the page. */
  place?: NoticePlace;
  icon: NoticeIcon;
  /**
   * Subject of its email; otherwise its text. Input of clients, such as file names and titles, stays out of it, and so
   * do names that people chose for themselves.
   */
  subject?: (client: string) => string;
  /** Sentence in the email: the client "does" the text, or it is "about" the client, or "alone"; otherwise the subject. */
  says?: 'does' | 'about' | 'alone';
}

export type Notices = Readonly<Record<string, NoticeRules>>;

export interface NoticeContent {
  kind: NoticeKind;
  text: string;
  /** Id of the notice's subject, if it is not the entry's. */
  ref?: string;
}

/** Facts of an entry besides its data. */
interface By {
  actorType: ActorType;
  actorId: string;
  actorName: string;
  ref?: string | undefined;
}

/** Notice that an entry causes. Actors are never notified of what they did. */
export interface Cause<D> {
  /** To the adviser, of what the client did. */
  byClient?: (data: D) => NoticeContent | undefined;
  /** To the adviser, of what staff or the clock did. */
  byOthers?: (data: D, by: By) => NoticeContent | undefined;
  /** Returns true if an act of an admin or a colleague affects the client, so that the adviser is told (docs/decisions/013). */
  byAdmin?: (data: D) => boolean;
  /** To all admins, because it affects the firm's security. */
  toAdmins?: (data: D, by: By) => NoticeContent | undefined;
}

export type Causes<A extends Readonly<Record<string, Kind>>> = { readonly [K in keyof A]?: Cause<DataIn<A[K]>> };

/** A subject of emails to clients. The emails contain no details, because others may read the mailbox. */
export interface NewsRules {
  /** Name of its items in the map of keys. */
  noun: 'request' | 'loa' | 'message' | 'task' | 'document';
  /** Subject, if it comes first. */
  title(sender: string, count: number): string;
  sentence(adviser: string, count: number): string;
  /** Set if it waits for the end of a review, or for a slip to be corrected. */
  afterReview?: true;
}

export type NewsTable = Readonly<Record<string, NewsRules>>;

/** Subjects of what staff did. */
export type NewsCauses<A extends Readonly<Record<string, Kind>>> = {
  readonly [K in keyof A]?: (data: DataIn<A[K]>) => Subject | undefined;
};

/** Returns the title of things that staff added, such as "3 new tasks from Sam". */
export const titleOfNew = (noun: string, sender: string, count: number) =>
  `${count === 1 ? `A new ${noun}` : countOf(count, `new ${noun}`)} from ${sender}`;

export const some = (count: number, noun: string) => (count === 1 ? `a ${noun}` : countOf(count, noun));
