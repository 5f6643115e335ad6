import type { Portal } from '#shared/contract/portal.ts';

/** Tasks and requests of this visit by id: the titles of all, and those that were open. */
export interface SeenWork {
  titles: ReadonlyMap<string, string>;
  open: ReadonlySet<string>;
}

/** Text of a client about a task or request that takes none any more. */
export interface StrandedText {
  /** Name of its draft. */
  name: string;
  /** Id of the task or request. */
  id: string;
  text: string;
  kind: 'note' | 'question' | 'answer';
  /** Title of the task or request; undefined if it was deleted before this visit. */
  title: string | undefined;
  /** Reason why it takes no text any more. */
  fate: 'deleted' | 'completed' | 'settled' | 'submitted';
}

const KINDS: Readonly<Record<string, StrandedText['kind']>> = { notes: 'note', help: 'question', answer: 'answer' };

/** Returns what became of a task or request; undefined if it is open. */
export function fateOf(
  id: string,
  { tasks, requests }: Pick<Portal, 'tasks' | 'requests'>,
): StrandedText['fate'] | undefined {
  const [task, request] = [tasks.find((one) => one.id === id), requests.find((one) => one.id === id)];
  if (task) return task.status === 'completed' ? 'completed' : undefined;
  if (!request) return 'deleted';
  if (request.state === 'open') return;
  return request.state === 'submitted' ? 'submitted' : 'settled';
}

/** Finds drafts that no form of the page shows. `titles` also has those of tasks and requests that are gone. */
export const strandedTexts = (
  drafts: ReadonlyMap<string, string>,
  portal: Pick<Portal, 'tasks' | 'requests'>,
  titles: ReadonlyMap<string, string>,
): StrandedText[] =>
  [...drafts].flatMap(([name, text]) => {
    const [what = '', id] = name.split('/');
    const kind = KINDS[what];
    const fate = id && fateOf(id, portal);
    return kind && fate ? [{ name, id, text, kind, title: titles.get(id), fate }] : [];
  });
