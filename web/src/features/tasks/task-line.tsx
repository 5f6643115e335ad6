import { memo } from 'react';
import { Link } from 'react-router';
import type { PendingTask } from '#shared/contract/tasks.ts';
import { anchorOf } from '#shared/rules/notices.ts';
import { clientPath } from '../../lib/navigation/paths.ts';
import { humanise, once, toDate } from '../../lib/text/format.ts';
import { DueBadge, TaskStatusBadge } from '../../parts/client/status-badge.tsx';
import { CompleteButton, DateButton } from './task-buttons.tsx';

const cardDay = once(() => new Intl.DateTimeFormat('en-US', { year: 'numeric', month: 'short', day: 'numeric' }));

/** "Nov 21, 2025" from an ISO time or a date, as on the cards of /tasks (product 2: MMM d, yyyy). */
export const formatCardDate = (value: string) => cardDay().format(toDate(value));

/** The address of a task, on its client's page. */
export const taskPath = ({ id, clientId }: { id: string; clientId: string }) =>
  `${clientPath(clientId)}#${anchorOf.tasks(id)}`;

/** What one can do about the tasks of a list; a task opens its client's page where the list does not open it itself. */
export interface TaskActions {
  onComplete: (task: PendingTask) => void;
  onDate: (task: PendingTask) => void;
  onOpen?: (task: PendingTask) => void;
}

interface Props extends TaskActions {
  task: PendingTask;
  /** Whether it was completed a moment ago. */
  isDone: boolean;
  /** Whether to say whose client it is about. */
  namesAdviser: boolean;
}

const Title = ({ task, onOpen }: Pick<Props, 'task' | 'onOpen'>) =>
  onOpen ? (
    <button type="button" className="title" data-row-link aria-haspopup="dialog" onClick={() => onOpen(task)}>
      <bdi dir="auto">{task.title}</bdi>
    </button>
  ) : (
    <Link className="title" data-row-link to={taskPath(task)}>
      <bdi dir="auto">{task.title}</bdi>
    </Link>
  );

/** One task in a {@link TaskList}: a click anywhere opens it, its buttons complete it and give it another date. */
export const TaskLine = memo(function TaskLine({ task, isDone, namesAdviser, onOpen, ...actions }: Props) {
  return (
    <li inert={isDone}>
      <div>
        <CompleteButton task={task} onComplete={actions.onComplete} />
        <div className="what">
          <Title task={task} onOpen={onOpen} />
          {task.description && (
            <p className="about">
              <bdi dir="auto">{task.description}</bdi>
            </p>
          )}
          {onOpen && (
            <div className="how">
              <TaskStatusBadge status={task.status} /> <span>{humanise(task.responsibility)}</span>
            </div>
          )}
        </div>
        <div className="when">
          <DueBadge due={task.dueDate} />
          {task.dueDate && <span>{`Due: ${formatCardDate(task.dueDate)}`}</span>}
        </div>
        <div className="who">
          <bdi dir="auto">{task.clientName}</bdi>
          {namesAdviser && (
            <div>
              Adviser: <bdi dir="auto">{task.adviserName}</bdi>
            </div>
          )}
        </div>
        <div className="act">
          <DateButton task={task} onDate={actions.onDate} />
        </div>
      </div>
    </li>
  );
});
