import type { PendingTask } from '#shared/contract/tasks.ts';
import { searchable, searchFor } from '#shared/rules/search.ts';
import type { Responsibility } from '#shared/rules/tasks.ts';
import type { RowPage } from '../../aws/table.ts';
import { PREFIX } from '../../services/keys/keys.ts';
import type { Staff } from '../accounts/session.ts';
import { ownRowPage, type PageQuery, pageOfRows, type RowRange } from '../clients/row-pages.ts';
import { type TaskRow, toTask } from './task.ts';

interface PendingQuery extends PageQuery {
  responsibility?: Responsibility | undefined;
  q?: string | undefined;
}

const OPEN: RowRange = { prefix: PREFIX.indexedTask, most: 1000 };

/** Reads an adviser's open tasks during the identity check. */
export const ownPending = (adviserId: string | undefined, query: PendingQuery) =>
  ownRowPage<TaskRow>(adviserId, OPEN, query);

/** Returns a test for the tasks of a narrowed list. */
function isShown({ responsibility, q = '' }: PendingQuery): (row: TaskRow) => boolean {
  const isFound = searchFor(q);
  return ({ summary }) => {
    const { title, description = '', clientName = '' } = summary;
    if (responsibility && summary.responsibility !== responsibility) return false;
    return q === '' || isFound(searchable(title, description, clientName));
  };
}

/** Returns a page of the open tasks of an adviser's clients, oldest due first. Admins get those of all. */
export const pendingPage = (actor: Staff, own: RowPage<TaskRow> | undefined, query: PendingQuery) =>
  pageOfRows(actor, own, OPEN, query, {
    call: 'GET /api/tasks/pending',
    keep: isShown(query),
    show: (row, whose): PendingTask => ({ ...toTask(row), ...whose }),
  });
