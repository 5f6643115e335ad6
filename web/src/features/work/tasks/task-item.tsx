import { memo } from 'react';
import { Link } from 'react-router';
import type { PendingTask } from '#shared/contract/tasks.ts';
import { anchorOf } from '#shared/rules/anchors.ts';
import { sayDueDay } from '#shared/rules/say-date.ts';
import { clientPath } from '../../../lib/navigation/paths.ts';
import { useFocusFallback } from '../../../lib/screen/use-focus-fallback.ts';
import { humanise } from '../../../lib/text/format.ts';
import { DueBadge, TaskStatusBadge } from '../../../parts/status/status-badges.tsx';
import { CompleteButton, DateButton } from './task-buttons.tsx';

export const taskPath = ({ id, clientId }: { id: string; clientId: string }) =>
  `${clientPath(clientId)}#${anchorOf.tasks(id)}`;

/** Actions on the tasks of a list. Without `onOpen`, a task links to its client's page. */
export interface TaskHandlers {
  onComplete: (task: PendingTask) => void;
  onDate: (task: PendingTask) => void;
  onOpen?: (task: PendingTask) => void;
}

interface Props extends TaskHandlers {
  task: PendingTask;
  isDone: boolean;
  namesAdviser: boolean;
}

function Title({ task, onOpen }: Pick<Props, 'task' | 'onOpen'>) {
  const ref = useFocusFallback<HTMLButtonElement & HTMLAnchorElement>();
  const look = { ref, className: 'title', 'data-row-link': true };
  const title = <bdi dir="auto">{task.title}</bdi>;
  if (!onOpen)
    return (
      <Link {...look} to={taskPath(task)}>
        {title}
      </Link>
    );
  return (
    <button {...look} type="button" aria-haspopup="dialog" onClick={() => onOpen(task)}>
      {title}
    </button>
  );
}

/** Row of a {@link TaskList}: a click opens the task, its buttons complete it or change the date. */
export const TaskItem = memo(function TaskItem({ task, isDone, namesAdviser, onOpen, ...actions }: Props) {
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
          {task.dueDate && <span>{`Due: ${sayDueDay(task.dueDate)}`}</span>}
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
