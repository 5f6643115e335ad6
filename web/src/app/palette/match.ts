import type { Client } from '#shared/contract/clients.ts';
import { fold } from '../../lib/text/fold.ts';
import { searchClients } from '../../parts/client/clients.ts';

const LEAST = 3;

/** How well a name fits a folded text: 0 begins with it, 1 a word of it does, 2 holds it; undefined where it does not. */
function rankOf(name: string, wanted: string): number | undefined {
  const at = name.indexOf(wanted);
  if (at <= 0) return at === 0 ? 0 : undefined;
  return name.includes(` ${wanted}`) ? 1 : 2;
}

/** Clients whose name holds the text, those first that begin with it. */
export function byName(clients: readonly Client[], text: string): Client[] {
  const wanted = fold(text);
  return clients
    .map((client) => ({ client, rank: rankOf(fold(client.name), wanted) }))
    .filter(({ rank }) => rank !== undefined)
    .sort((a, b) => (a.rank ?? 0) - (b.rank ?? 0))
    .map(({ client }) => client);
}

/** Clients in whose e-mail address or phone number the text is, however the number is written; those by name are among them. */
export const byContact = (clients: readonly Client[], text: string): readonly Client[] =>
  fold(text).length < LEAST ? [] : searchClients(clients, text);

const wordsOf = (text: string) => fold(text).split(/\s+/);

/** Targets whose label holds each typed word, or who have another word that begins with it; whole matches of a label come first. */
export function byWords<T extends { label: string; words?: string }>(targets: readonly T[], text: string): T[] {
  const wanted = wordsOf(text);
  const isLabelled = ({ label }: T) => fold(label).includes(fold(text));
  const fits = ({ label, words = '' }: T) =>
    wanted.every((word) => fold(label).includes(word) || words.split(' ').some((other) => other.startsWith(word)));
  return targets.filter(fits).toSorted((a, b) => Number(isLabelled(b)) - Number(isLabelled(a)));
}

/** Returns what follows the words of an action that a text begins with; undefined if it begins with none. */
export function afterWords(words: string, text: string): string | undefined {
  const known = words.split(' ');
  const typed = wordsOf(text);
  const end = typed.findIndex((part) => !known.some((word) => word.startsWith(part)));
  if (end === 0 || (typed[0] ?? '').length < LEAST) return undefined;
  return end < 0 ? '' : typed.slice(end).join(' ');
}
