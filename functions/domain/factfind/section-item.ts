import type { FactfindAnswer } from '#shared/contract/factfind.ts';
import type { Given } from '#shared/rules/factfind-answers.ts';
import { type Key, query } from '../../aws/table.ts';
import * as KEYS from '../../services/keys/item-kinds.ts';
import { childKeyOf, clientPartition, itemKey } from '../../services/keys/keys.ts';

export interface FormerAnswer extends Given {
  /** Number of the client's person who gave it; null for staff. */
  by: number | null;
  name: string;
  /** ISO time. */
  at: string;
  /** Why staff corrected the value before. */
  reason?: string;
}

export interface StoredAnswer extends FormerAnswer {
  /** Number of its changes. */
  n: number;
  /** Former values since the fact-find was first sent, oldest first. */
  was?: readonly FormerAnswer[];
}

/** Question of staff at an answer. */
export interface Ask {
  text: string;
  name: string;
  /** ISO time. */
  at: string;
}

/** Answers of one section of a client, also to questions that are no longer asked. */
export interface SectionItem extends Key {
  v: 1;
  answers: Record<string, StoredAnswer>;
  /** By question; absent without any. */
  asks?: Record<string, Ask> | undefined;
  /** London's day of the last entries about answers, with the people in them: numbers of clients, ids of accounts. */
  logged?: { day: string; people: readonly (number | string)[] };
}

/** Returns the key of a section: of "family", or of "you.2" for the second person's "you". */
export const sectionKey = (clientId: string, section: string): Key => itemKey(KEYS.facts, clientId, section);

export const readSections = (clientId: string) => query<SectionItem>(clientPartition(clientId), KEYS.facts.sk);

export const toAnswer = ({ was = [], ...answer }: StoredAnswer): FactfindAnswer => ({ ...answer, was: [...was] });

/** Returns answers by section and question. */
export const answersIn = (sections: readonly SectionItem[]): Record<string, Record<string, StoredAnswer>> =>
  Object.fromEntries(sections.map((item) => [childKeyOf(item), item.answers]));

export const toAnswers = (answers: SectionItem['answers']): Record<string, FactfindAnswer> =>
  Object.fromEntries(Object.entries(answers).map(([key, answer]) => [key, toAnswer(answer)]));

/** Returns the section of a key; undefined before its first answer. */
export const sectionIn = (stored: readonly SectionItem[], key: string): SectionItem | undefined =>
  stored.find((item) => childKeyOf(item) === key);

export const emptySection = (clientId: string, key: string): SectionItem => ({
  ...sectionKey(clientId, key),
  v: 1,
  answers: {},
});
