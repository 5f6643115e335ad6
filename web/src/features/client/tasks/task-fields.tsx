import { Grid } from '@chakra-ui/react/grid';
import { useQuery } from '@tanstack/react-query';
import type { Task } from '#shared/contract/tasks.ts';
import { flatStages } from '#shared/rules/journey.ts';
import { RESPONSIBILITY_OPTIONS } from '../../../parts/task/task-labels.ts';
import { DateField } from '../../../ui/form/date-field.tsx';
import { SelectField, TextAreaField, TextField } from '../../../ui/form/fields.tsx';
import { stageLabel } from '../journey-facts.ts';
import { stagesQuery } from '../queries.ts';

const GENERAL = { value: 'none', label: 'General task' };

/** Fields of a task, filled from `task` if it exists. Without a client id, only "General task" can be chosen. */
export function TaskFields({ clientId, task }: { clientId: string; task?: Task }) {
  const { data = [] } = useQuery({ ...stagesQuery(clientId), enabled: clientId !== '' });
  const stages = flatStages(data).map((stage) => ({ value: stage.id, label: stageLabel(stage) }));
  return (
    <>
      <TextField name="title" label="Title" defaultValue={task?.title} required />
      <TextAreaField name="description" label="Description" rows={3} defaultValue={task?.description ?? ''} />
      <Grid templateColumns={{ base: '1fr', sm: '1fr 1fr' }} gap="4">
        <SelectField
          name="responsibility"
          label="Responsibility"
          options={RESPONSIBILITY_OPTIONS}
          defaultValue={task?.responsibility ?? 'client'}
        />
        <DateField name="dueDate" label="Due Date" defaultValue={task?.dueDate ?? undefined} />
      </Grid>
      <SelectField
        key={clientId}
        name="stageId"
        label="Stage"
        options={[GENERAL, ...stages]}
        defaultValue={task?.stageId ?? 'none'}
      />
    </>
  );
}
