import { Button } from '@chakra-ui/react/button';
import { Flex } from '@chakra-ui/react/flex';
import { useMutation } from '@tanstack/react-query';
import type { MouseEvent } from 'react';
import * as z from 'zod/mini';
import { type PendingTask, taskChange } from '#shared/contract/tasks.ts';
import { likelyDates } from '#shared/rules/due-groups.ts';
import { TextField } from '../../ui/form/fields.tsx';
import { FormDialog } from '../../ui/overlay/form-dialog.tsx';
import type { DialogState } from '../../ui/overlay/lazy-dialog.tsx';
import { setTaskDate } from './queries.ts';

const SHORT_DATE = 'YYYY-MM-DD'.length;
const dateOnly = z.pick(taskChange, { dueDate: true });

/** Fills in a date and saves it. */
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

/** Gives a task another date: a likely one at one press, any other, or none. A day that is left as it is keeps its time. */
export default function DateDialog({ task, ...dialog }: DialogState & { task: PendingTask }) {
  const { mutateAsync } = useMutation(setTaskDate);
  const day = task.dueDate?.slice(0, SHORT_DATE) ?? null;
  const save = async ({ dueDate }: z.infer<typeof dateOnly>) =>
    dueDate === day ? undefined : mutateAsync({ params: { id: task.id }, body: { dueDate } });
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
        <Choice label="No date" date="" />
      </Flex>
      <TextField name="dueDate" label="Due Date" type="date" defaultValue={day ?? undefined} />
    </FormDialog>
  );
}
