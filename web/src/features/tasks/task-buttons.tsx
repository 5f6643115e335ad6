import { CalendarDays, Circle, CircleCheck } from 'lucide-react';
import type { KeyboardEvent, MouseEvent } from 'react';
import type { PendingTask } from '#shared/contract/tasks.ts';

const TICK = 'data-tick';

/** The buttons that complete a task, of those that are still to be done, in the order of the page. */
const ticksAround = (tick: Element) =>
  [...(tick.closest('[data-tasks]')?.querySelectorAll<HTMLElement>(`[${TICK}]`) ?? [])].filter(
    (one) => one === tick || !one.closest('[inert]'),
  );

/** Takes the focus to the next task, or else to the one before, or to the list: this one goes. */
function goOn(tick: HTMLElement) {
  const ticks = ticksAround(tick);
  const at = ticks.indexOf(tick);
  const next = ticks[at + 1] ?? ticks[at - 1] ?? tick.closest<HTMLElement>('[data-tasks]');
  next?.focus({ preventScroll: ticks[at + 1] === undefined });
}

interface TickProps {
  task: PendingTask;
  onComplete: (task: PendingTask) => void;
}

/** Completes a task at one press, and has the next one under the finger: neither a double click nor a held key does another. */
export function CompleteButton({ task, onComplete }: TickProps) {
  const complete = (event: MouseEvent<HTMLButtonElement>) => {
    event.stopPropagation();
    if (event.detail > 1) return;
    goOn(event.currentTarget);
    onComplete(task);
  };
  const keepOne = (event: KeyboardEvent) => event.repeat && event.preventDefault();
  return (
    <button
      type="button"
      className="button tick"
      {...{ [TICK]: '' }}
      aria-label={`Mark Complete: ${task.title}`}
      title="Mark Complete"
      onClick={complete}
      onKeyDown={keepOne}
    >
      <Circle className="off" size={20} aria-hidden />
      <CircleCheck className="on" size={20} aria-hidden />
    </button>
  );
}

interface DateProps {
  task: PendingTask;
  onDate: (task: PendingTask) => void;
}

/** Gives a task another date, in a dialog. */
export const DateButton = ({ task, onDate }: DateProps) => (
  <button
    type="button"
    className="button"
    aria-haspopup="dialog"
    aria-label={`Change date: ${task.title}`}
    title="Change date"
    onClick={(event) => {
      event.stopPropagation();
      onDate(task);
    }}
  >
    <CalendarDays size={18} aria-hidden />
  </button>
);
