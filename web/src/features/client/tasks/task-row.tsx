import { chakra } from '@chakra-ui/react/styled-system';
import { useMutation } from '@tanstack/react-query';
import { CalendarDays, Flag, User, UserRoundCog } from 'lucide-react';
import { type KeyboardEvent, memo, useId, useState } from 'react';
import type { Task } from '#shared/contract/tasks.ts';
import { anchorOf } from '#shared/rules/anchors.ts';
import { countOf } from '#shared/rules/counted-words.ts';
import { typedDays } from '#shared/rules/dates.ts';
import { flatStages } from '#shared/rules/journey.ts';
import { sayDay } from '#shared/rules/say-date.ts';
import { useFocusFallback } from '../../../lib/screen/use-focus-fallback.ts';
import { DueBadge, TaskStatusBadge } from '../../../parts/status/status-badges.tsx';
import { RESPONSIBILITY_LABEL, TASK_STATUS_LABEL } from '../../../parts/task/task-labels.ts';
import { Input } from '../../../ui/eager/controls.tsx';
import { dateRefusal } from '../../../ui/form/date-field.tsx';
import { useClient } from '../client-context.ts';
import { ItemRow } from '../item-row.tsx';
import { stageLabel } from '../journey-facts.ts';
import { useTarget } from '../navigation.ts';
import { patchTask } from './queries.ts';
import { CompleteTask, type OnTask } from './task-actions.tsx';
import { TaskFiles } from './task-files.tsx';

const DateButton = chakra('button', {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '1',
    minH: '6',
    px: '1',
    mx: '-1',
    borderRadius: 'l1',
    cursor: 'pointer',
    textDecoration: 'underline dotted',
    textUnderlineOffset: '3px',
    _hover: { bg: 'bg.muted', color: 'fg' },
    focusVisibleRing: 'outside',
  },
});

interface DateInputProps {
  task: Task;
  /** `byKey` is true for Enter and Escape, which return the focus to the button. */
  onLeave: (byKey: boolean) => void;
}

/** Saves on Enter and on blur, discards on Escape. An invalid date stays in the field with the reason. */
function DateInput({ task, onLeave }: DateInputProps) {
  const id = useId();
  const [refusal, setRefusal] = useState<string>();
  const { mutate } = useMutation(patchTask(task.clientId));
  const day = task.dueDate ?? '';
  const save = (field: HTMLInputElement, byKey: boolean) => {
    const isChanged = field.value !== day || field.validity.badInput;
    const refused = isChanged ? dateRefusal(field) : undefined;
    setRefusal(refused);
    if (refused) return;
    onLeave(byKey);
    if (isChanged) mutate({ params: { id: task.id }, body: { dueDate: field.value || null } });
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== 'Enter' && event.key !== 'Escape') return;
    // Otherwise the same key would press the button that receives the focus.
    event.preventDefault();
    if (event.key === 'Enter') save(event.currentTarget, true);
    else onLeave(true);
  };
  return (
    <span>
      <Input
        type="date"
        size="2xs"
        width="8.5rem"
        autoFocus
        aria-label={`Due date of ${task.title}`}
        aria-invalid={refusal !== undefined || undefined}
        aria-describedby={id}
        defaultValue={day}
        onKeyDown={onKeyDown}
        onBlur={(event) => save(event.currentTarget, false)}
        {...typedDays(new Date())}
      />
      <chakra.span id={id} role="status" color="fg.error">
        {refusal}
      </chakra.span>
    </span>
  );
}

/** Due date of a task, as a button that opens a field to change it. */
function DueDate({ task }: { task: Task }) {
  const [isEdited, setEdited] = useState(false);
  const [takesFocus, setTakesFocus] = useState(false);
  const leave = (byKey: boolean) => {
    setTakesFocus(byKey);
    setEdited(false);
  };
  if (isEdited) return <DateInput task={task} onLeave={leave} />;
  return (
    <DateButton
      type="button"
      autoFocus={takesFocus}
      aria-label={`Change the due date of ${task.title}${task.dueDate ? `, ${sayDay(task.dueDate)}` : ''}`}
      onClick={() => {
        setTakesFocus(false);
        setEdited(true);
      }}
    >
      <CalendarDays size={13} aria-hidden />
      <span>{task.dueDate ? `Due: ${sayDay(task.dueDate)}` : 'Set a Due Date'}</span>
    </DateButton>
  );
}

function Facts({ task }: { task: Task }) {
  const { stages } = useClient();
  const stage = flatStages(stages).find(({ id }) => id === task.stageId);
  const Who = task.responsibility === 'client' ? User : UserRoundCog;
  const done = task.status === 'completed';
  return (
    <div className="facts">
      <TaskStatusBadge status={task.status} label={TASK_STATUS_LABEL[task.status]} />
      {!done && <DueBadge due={task.dueDate} />}
      <span key={task.responsibility}>
        <Who size={13} aria-hidden />
        {RESPONSIBILITY_LABEL[task.responsibility]}
      </span>
      {!done && <DueDate task={task} />}
      {done && task.completedAt && <span>{`Completed ${sayDay(task.completedAt)}`}</span>}
      {stage && (
        <span key={stage.id}>
          <Flag size={13} aria-hidden />
          {stageLabel(stage)}
        </span>
      )}
    </div>
  );
}

/** Notes of the client and the adviser, folded. Opens when a link leads to the task. */
function Notes({ task: { clientNotes, adviserNotes }, isTarget }: { task: Task; isTarget: boolean }) {
  const [open, setOpen] = useState(isTarget);
  const [wasTarget, setWasTarget] = useState(isTarget);
  if (isTarget !== wasTarget) {
    setWasTarget(isTarget);
    setOpen(open || isTarget);
  }
  const notes = [
    ['Client notes', clientNotes],
    ['Adviser notes', adviserNotes],
  ].filter(([, text]) => text);
  if (notes.length === 0) return null;
  return (
    <details open={open} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{countOf(notes.length, 'note')}</summary>
      <dl>
        {notes.map(([title, text]) => (
          <div key={title}>
            <dt>{title}</dt>
            <dd dir="auto">{text}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

interface Props extends OnTask {
  task: Task;
}

/** Content of a row, memoised so that only its frame renders when the address changes. */
const Content = memo(function Content({ task, isTarget, onComplete, onEdit }: Props & { isTarget: boolean }) {
  return (
    <>
      <div>
        <button
          ref={useFocusFallback()}
          type="button"
          className="title"
          dir="auto"
          aria-label={`Edit task ${task.title}`}
          onClick={() => onEdit(task)}
        >
          {task.title}
        </button>
        {task.description && (
          <p className="description" dir="auto">
            {task.description}
          </p>
        )}
        <div className="line">
          <Facts task={task} />
          <Notes task={task} isTarget={isTarget} />
        </div>
        <TaskFiles task={task} />
      </div>
      <div className="acts">
        <CompleteTask task={task} onComplete={onComplete} />
      </div>
    </>
  );
});

export function TaskRow(props: Props) {
  const target = useTarget(anchorOf.tasks(props.task.id));
  return (
    <ItemRow {...target} data-done={props.task.status === 'completed' || undefined}>
      <Content {...props} isTarget={target['aria-current'] !== undefined} />
    </ItemRow>
  );
}
