import { useCallback, useState } from 'react';
import type { Adviser } from '#shared/contract/advisers.ts';
import type { Client } from '#shared/contract/clients.ts';
import { queryClient } from '../../../lib/query/query.ts';
import { advisersQuery } from '../../../parts/account/advisers.ts';
import { type ItemState, oneOfMany, readAfterMany, runEach } from '../../../parts/client/bulk.ts';
import { execute } from '../../../parts/refreshes.ts';

export type NamedAdviser = Pick<Adviser, 'id' | 'name'>;

export interface Move {
  client: Client;
  from: NamedAdviser;
  to: NamedAdviser;
  state: ItemState;
}

export interface Run {
  moves: readonly Omit<Move, 'state'>[];
  renewLink: boolean;
  /** Set if it reverts another run. */
  isUndo: boolean;
  /** Number of finished moves, including failed ones. */
  done: number;
  failed: readonly string[];
  isRunning: boolean;
}

const CALL = 'PATCH /api/clients/{id}';
const patchClient = oneOfMany(CALL);

const reassign = (id: string, adviserId: string, renewLink: boolean) =>
  execute(patchClient, { params: { id }, body: { adviserId, renewLink } });

export const adviserOf = ({ adviserId, adviserName }: Client): NamedAdviser => ({ id: adviserId, name: adviserName });

type Moved = Pick<Move, 'client' | 'to'>;

/** Refetches the number of clients of each adviser. */
const recount = () => queryClient.invalidateQueries({ queryKey: advisersQuery.queryKey });

/** Reassigns clients, and keeps each result while the list is on screen. */
export function useMoves() {
  const [moves, setMoves] = useState<ReadonlyMap<string, Move>>(new Map());
  const [moved, setMoved] = useState<ReadonlyMap<string, Moved>>(new Map());
  const [run, setRun] = useState<Run>();
  const note = useCallback((move: Move) => setMoves((before) => new Map(before).set(move.client.id, move)), []);
  const list = useCallback(
    (added: readonly Moved[]) =>
      setMoved((before) => new Map([...before, ...added.map((move) => [move.client.id, move] as const)])),
    [],
  );
  /** Remembers a client who was reassigned outside a run. */
  const noteOne = useCallback(
    (move: Move) => {
      list([move]);
      note(move);
      void recount();
    },
    [list, note],
  );

  /** Runs all moves, or only `left`. Returns true if none failed. */
  const start = async (request: Pick<Run, 'moves' | 'renewLink' | 'isUndo'>, left = request.moves) => {
    list(left);
    setRun({ ...request, done: request.moves.length - left.length, failed: [], isRunning: true });
    const failed = await runEach(left, ({ client, to }) => reassign(client.id, to.id, request.renewLink), {
      onState: (move, state) => {
        note({ ...move, state });
        if (state.status !== 'waiting' && state.status !== 'running')
          setRun((before) => before && { ...before, done: before.done + 1 });
      },
    });
    setRun((before) => before && { ...before, failed: failed.map(({ client }) => client.id), isRunning: false });
    await Promise.all([readAfterMany(CALL), recount()]);
    return failed.length === 0;
  };
  const hasFailed = ({ failed }: Run) => {
    const ids = new Set(failed);
    return ({ client }: Pick<Move, 'client'>) => ids.has(client.id);
  };

  return {
    moves,
    /** The moved clients by id. Changes less often than `moves`, which saves rendering. */
    moved,
    run,
    noteOne,
    reassign: (clients: readonly Client[], to: NamedAdviser, renewLink: boolean) =>
      start({ moves: clients.map((client) => ({ client, from: adviserOf(client), to })), renewLink, isUndo: false }),
    repeat: (last: Run) => start(last, last.moves.filter(hasFailed(last))),
    /** Reverts the moves that succeeded. Keeps the links that they renewed. */
    undo: (last: Run) => {
      const isFailed = hasFailed(last);
      const back = last.moves.filter((move) => !isFailed(move));
      const moves = back.map(({ client, from, to }) => ({ client, from: to, to: from }));
      return start({ moves, renewLink: false, isUndo: true });
    },
  };
}
