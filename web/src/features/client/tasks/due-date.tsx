import { chakra } from '@chakra-ui/react/styled-system';
import { useMutation } from '@tanstack/react-query';
import { CalendarDays } from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';
import type { Task } from '#shared/contract/tasks.ts';
import { formatDate } from '../../../lib/text/format.ts';
import { Input } from '../../../ui/form/controls.tsx';
import { patchTask } from './queries.ts';
import { dueDay } from './task-fields.tsx';

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

/** A task's due date; a press on it lets one set another where it stands: Enter or leaving the field saves, Escape does not. */
export function DueDate({ task }: { task: Task }) {
  const [isEdited, setEdited] = useState(false);
  const [comesBack, setComesBack] = useState(false);
  const { mutate } = useMutation(patchTask(task.clientId));
  const day = dueDay(task) ?? '';
  const save = (field: HTMLInputElement) => {
    setEdited(false);
    if (field.value !== day && field.validity.valid)
      mutate({ params: { id: task.id }, body: { dueDate: field.value || null } });
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== 'Enter' && event.key !== 'Escape') return;
    // Else the button that takes the focus over would be pressed by the same key.
    event.preventDefault();
    setComesBack(true);
    if (event.key === 'Enter') save(event.currentTarget);
    else setEdited(false);
  };
  if (isEdited)
    return (
      <Input
        type="date"
        size="2xs"
        width="8.5rem"
        autoFocus
        aria-label={`Due date of ${task.title}`}
        defaultValue={day}
        onKeyDown={onKeyDown}
        onBlur={(event) => save(event.currentTarget)}
      />
    );
  return (
    <DateButton
      type="button"
      autoFocus={comesBack}
      aria-label={`Change the due date of ${task.title}${task.dueDate ? `, ${formatDate(task.dueDate)}` : ''}`}
      onClick={() => {
        setComesBack(false);
        setEdited(true);
      }}
    >
      <CalendarDays size={13} aria-hidden />
      {task.dueDate ? `Due: ${formatDate(task.dueDate)}` : 'Set a Due Date'}
    </DateButton>
  );
}
