import { useCallback, useState } from 'react';
import type { Adviser } from '#shared/contract/advisers.ts';
import type { Client } from '#shared/contract/clients.ts';
import { type ItemState, oneOfMany, readAfterMany, runEach } from '../../../parts/client/bulk.ts';
import { execute } from '../../../parts/refreshes.ts';

/** A colleague, as a row names it. */
export type Colleague = Pick<Adviser, 'id' | 'name'>;

/** A client on its way from one adviser to another. */
export interface Move {
  client: Client;
  from: Colleague;
  to: Colleague;
  state: ItemState;
}

/** Several clients that are given away together. */
export interface Run {
  moves: readonly Omit<Move, 'state'>[];
  renewLink: boolean;
  /** Set where it takes another run back. */
  isUndo: boolean;
  /** How many are through; some of them may have failed. */
  done: number;
  failed: readonly string[];
  isRunning: boolean;
}

/** Two at once: each counts in the same two accounts, where writes that meet have to be made again. */
const AT_ONCE = 2;
const CALL = 'PATCH /api/clients/{id}';
const patchClient = oneOfMany(CALL);

const give = (id: string, adviserId: string, renewLink: boolean) =>
  execute(patchClient, { params: { id }, body: { adviserId, renewLink } });

/** Who looks after a client now. */
export const adviserOf = ({ adviserId, adviserName }: Client): Colleague => ({ id: adviserId, name: adviserName });

/** Gives clients to other advisers, a few at a time, and keeps what became of each for as long as it is on the screen. */
export function useMoves() {
  const [moves, setMoves] = useState<ReadonlyMap<string, Move>>(new Map());
  const [moved, setMoved] = useState<ReadonlySet<string>>(new Set());
  const [run, setRun] = useState<Run>();
  const note = useCallback((move: Move) => setMoves((before) => new Map(before).set(move.client.id, move)), []);
  const list = useCallback((ids: readonly string[]) => setMoved((before) => new Set([...before, ...ids])), []);
  /** Notes a client that was given away by itself. */
  const noteOne = useCallback(
    (move: Move) => {
      list([move.client.id]);
      note(move);
    },
    [list, note],
  );

  /** Makes the moves of a run, or those of them that are left. Gives whether all went well. */
  const start = async (asked: Pick<Run, 'moves' | 'renewLink' | 'isUndo'>, left = asked.moves) => {
    list(left.map(({ client }) => client.id));
    setRun({ ...asked, done: asked.moves.length - left.length, failed: [], isRunning: true });
    const failed = await runEach(left, ({ client, to }) => give(client.id, to.id, asked.renewLink), {
      atOnce: AT_ONCE,
      onState: (move, state) => {
        note({ ...move, state });
        if (state.is !== 'waiting' && state.is !== 'running')
          setRun((before) => before && { ...before, done: before.done + 1 });
      },
    });
    setRun((before) => before && { ...before, failed: failed.map(({ client }) => client.id), isRunning: false });
    await readAfterMany(CALL);
    return failed.length === 0;
  };
  const hasFailed = ({ failed }: Run) => {
    const ids = new Set(failed);
    return ({ client }: Pick<Move, 'client'>) => ids.has(client.id);
  };

  return {
    moves,
    /** The clients that it is about, which changes less often than what became of them. */
    moved,
    run,
    noteOne,
    give: (clients: readonly Client[], to: Colleague, renewLink: boolean) =>
      start({ moves: clients.map((client) => ({ client, from: adviserOf(client), to })), renewLink, isUndo: false }),
    /** Tries those again that failed. */
    repeat: (last: Run) => start(last, last.moves.filter(hasFailed(last))),
    /** Gives those that went well back to whom they came from; a link that was mailed stays. */
    undo: (last: Run) => {
      const isFailed = hasFailed(last);
      const back = last.moves.filter((move) => !isFailed(move));
      const moves = back.map(({ client, from, to }) => ({ client, from: to, to: from }));
      return start({ moves, renewLink: false, isUndo: true });
    },
  };
}
