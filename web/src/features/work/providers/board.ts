import type { LoaOnBoard, Provider } from '#shared/contract/loas.ts';
import type { BoardView } from '#shared/rules/loas.ts';

export const LETTER_VIEWS = [
  { id: 'today', label: 'Chase Today' },
  { id: 'waiting', label: 'Waiting' },
  { id: 'to-send', label: 'To Send' },
] as const satisfies readonly { id: BoardView; label: string }[];

export type Directory = ReadonlyMap<string, Provider>;

export const directoryOf = (providers: readonly Provider[]): Directory =>
  new Map(providers.map((provider) => [provider.key, provider]));

/** Returns the key under which a provider is listed in all of its spellings. */
export const mainKeyOf = ({ providerKey }: Pick<LoaOnBoard, 'providerKey'>, directory: Directory) =>
  directory.get(providerKey)?.sameAs ?? providerKey;

export interface ProviderLetters {
  key: string;
  name: string;
  /** Missing until the directory is read. */
  provider: Provider | undefined;
  /** Longest waiting first. */
  letters: readonly LoaOnBoard[];
}

const since = ({ sentOn, createdAt }: LoaOnBoard) => sentOn ?? createdAt;
const byWait = (a: LoaOnBoard, b: LoaOnBoard) => (since(a) < since(b) ? -1 : 1);

/** Groups letters by provider. The group with the longest wait is first. */
export function groupsOf(letters: readonly LoaOnBoard[], directory: Directory): ProviderLetters[] {
  const groups = Map.groupBy(letters.toSorted(byWait), (letter) => mainKeyOf(letter, directory));
  return [...groups].map(([key, own]) => {
    const provider = directory.get(key);
    return { key, name: provider?.name ?? own[0]?.provider ?? key, provider, letters: own };
  });
}
