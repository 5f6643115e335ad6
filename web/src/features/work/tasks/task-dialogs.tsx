import { Button } from '@chakra-ui/react/button';
import { DialogBody, DialogFooter } from '@chakra-ui/react/dialog';
import { Flex } from '@chakra-ui/react/flex';
import { chakra } from '@chakra-ui/react/styled-system';
import { useMutation } from '@tanstack/react-query';
import { type MouseEvent, type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import * as z from 'zod/mini';
import { type PendingTask, taskChange } from '#shared/contract/tasks.ts';
import { likelyDates } from '#shared/rules/due.ts';
import { sayDay } from '#shared/rules/say-date.ts';
import { TASK_STATUSES, type TaskStatus } from '#shared/rules/tasks.ts';
import { formatDateTime, humanise } from '../../../lib/text/format.ts';
import { DueBadge } from '../../../parts/status/status-badges.tsx';
import { Select } from '../../../ui/eager/controls.tsx';
import type { DialogState } from '../../../ui/eager/lazy-dialog.tsx';
import { DateField } from '../../../ui/form/date-field.tsx';
import { FormDialog } from '../../../ui/overlay/form-dialog.tsx';
import { Modal } from '../../../ui/overlay/modal.tsx';
import { Words } from '../../../ui/text/words.tsx';
import { setTaskDate, setTaskStatus } from './queries.ts';
import { taskPath } from './task-item.tsx';

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <chakra.dt textStyle="sm" color="fg.muted">
      {label}
    </chakra.dt>
    <chakra.dd whiteSpace="pre-line" overflowWrap="anywhere">
      {children}
    </chakra.dd>
  </div>
);

/** Shows a chosen status immediately, and the previous one again if saving fails. */
function useStatus(task: PendingTask) {
  const [status, setStatus] = useState(task.status);
  const { mutate } = useMutation(setTaskStatus);
  const choose = (next: TaskStatus) => {
    setStatus(next);
    mutate({ params: { id: task.id }, body: { status: next } }, { onError: () => setStatus(status) });
  };
  return [status, choose] as const;
}

function StatusSelect({ task }: { task: PendingTask }) {
  const [status, choose] = useStatus(task);
  const change = (value: string) => {
    const known = TASK_STATUSES.find((option) => option === value);
    if (known && known !== status) choose(known);
  };
  return (
    <Select aria-label="Status" width="12rem" value={status} onChange={(event) => change(event.target.value)}>
      {TASK_STATUSES.map((value) => (
        <option key={value} value={value}>
          {humanise(value)}
        </option>
      ))}
    </Select>
  );
}

export function TaskDialog({ task, ...dialog }: DialogState & { task: PendingTask }) {
  return (
    <Modal {...dialog} title={task.title} width="600px">
      <DialogBody>
        <chakra.dl display="grid" gap="4">
          <Fact label="Client">
            <Flex as="span" gap="3" align="baseline" wrap="wrap">
              <Words>{task.clientName}</Words>
              <chakra.span textStyle="sm" color="brand.fg" textDecoration="underline">
                <Link to={taskPath(task)}>View Client</Link>
              </chakra.span>
            </Flex>
          </Fact>
          <Fact label="Description">
            <Words as="p">{task.description ?? 'No description provided'}</Words>
          </Fact>
          <Fact label="Assigned To">{humanise(task.responsibility)}</Fact>
          <Fact label="Status">
            <StatusSelect task={task} />
          </Fact>
          <Fact label="Due Date">
            {task.dueDate ? (
              <Flex as="span" gap="3" align="center" wrap="wrap">
                <span>{sayDay(task.dueDate)}</span> <DueBadge due={task.dueDate} />
              </Flex>
            ) : (
              'No due date'
            )}
          </Fact>
          <Fact label="Created">{formatDateTime(task.createdAt)}</Fact>
        </chakra.dl>
      </DialogBody>
      <DialogFooter>
        <Button variant="outline" colorPalette="gray" onClick={dialog.onClose}>
          Close
        </Button>
      </DialogFooter>
    </Modal>
  );
}

const dateOnly = z.pick(taskChange, { dueDate: true });

function choose({ currentTarget: { form } }: MouseEvent<HTMLButtonElement>, date: string) {
  const field = form?.elements.namedItem('dueDate');
  if (!(field instanceof HTMLInputElement)) return;
  field.value = date;
  form?.requestSubmit();
}

const Choice = ({ label, date }: { label: string; date: string }) => (
  <Button size="sm" variant="outline" colorPalette="gray" onClick={(event) => choose(event, date)}>
    {label}
  </Button>
);

/** Changes a task's due date; suggested dates are saved with one click. An unchanged date is not sent. */
export function DateDialog({ task, ...dialog }: DialogState & { task: PendingTask }) {
  const { mutateAsync } = useMutation(setTaskDate);
  const save = async ({ dueDate }: z.infer<typeof dateOnly>) =>
    dueDate === task.dueDate ? undefined : mutateAsync({ params: { id: task.id }, body: { dueDate } });
  return (
    <FormDialog
      {...dialog}
      size="sm"
      title="Change Date"
      description={task.title}
      schema={dateOnly}
      onSubmit={save}
      submitLabel="Save"
      busyLabel="Saving..."
    >
      <Flex gap="2" wrap="wrap">
        {likelyDates(new Date()).map(([label, date]) => (
          <Choice key={label} label={label} date={date} />
        ))}
        <Choice label="No Date" date="" />
      </Flex>
      <DateField name="dueDate" label="Due Date" defaultValue={task.dueDate ?? undefined} />
    </FormDialog>
  );
}
