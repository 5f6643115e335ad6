import { CalendarDays, Circle, CircleCheck } from 'lucide-react';
import type { KeyboardEvent, MouseEvent } from 'react';
import type { PendingTask } from '#shared/contract/tasks.ts';
import { focusHost, useFocusFallback } from '../../../lib/screen/use-focus-fallback.ts';

const TICK = 'data-tick';

/** Returns the complete buttons of the list's open tasks, in page order. */
const ticksAround = (tick: Element) =>
  [...(focusHost(tick)?.querySelectorAll<HTMLElement>(`[${TICK}]`) ?? [])].filter(
    (other) => other === tick || !other.closest('[inert]'),
  );

/** Focuses the next task, else the previous one, else the list, as this task disappears. */
function focusNext(tick: HTMLElement) {
  const ticks = ticksAround(tick);
  const at = ticks.indexOf(tick);
  const next = ticks[at + 1] ?? ticks[at - 1] ?? focusHost(tick);
  next?.focus({ preventScroll: ticks[at + 1] === undefined });
}

interface TickProps {
  task: PendingTask;
  onComplete: (task: PendingTask) => void;
}

/**
 * Completes a task and focuses the next one. Ignores double clicks and held keys, which would complete that one too.
 */
export function CompleteButton({ task, onComplete }: TickProps) {
  const complete = (event: MouseEvent<HTMLButtonElement>) => {
    event.stopPropagation();
    if (event.detail > 1) return;
    focusNext(event.currentTarget);
    onComplete(task);
  };
  const ignoreRepeat = (event: KeyboardEvent) => event.repeat && event.preventDefault();
  return (
    <button
      ref={useFocusFallback()}
      type="button"
      className="button tick"
      {...{ [TICK]: '' }}
      aria-label={`Mark Complete: ${task.title}`}
      title="Mark Complete"
      onClick={complete}
      onKeyDown={ignoreRepeat}
    >
      <Circle className="off" size={20} aria-hidden />
      <CircleCheck className="on" size={20} aria-hidden />
    </button>
  );
}

/** Finds the same button in the task's new group; the list if the task is gone. */
function movedButton(button: HTMLElement) {
  const list = focusHost(button);
  const isByKeyboard = button.matches(':focus-visible');
  return () => {
    const moved = list?.querySelector<HTMLElement>(`[id="${button.id}"]`) ?? list;
    // Scrolls for the keyboard only: a click should not move the page.
    if (isByKeyboard) moved?.scrollIntoView({ block: 'nearest' });
    return moved;
  };
}

interface DateProps {
  task: PendingTask;
  onDate: (task: PendingTask) => void;
}

export const DateButton = ({ task, onDate }: DateProps) => (
  <button
    ref={useFocusFallback<HTMLButtonElement>(movedButton)}
    id={`date-${task.id}`}
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
