import { chakra } from '@chakra-ui/react/styled-system';
import { Text } from '@chakra-ui/react/text';
import type { Activity, FieldChange } from '#shared/contract/messages.ts';
import { stageTemplate } from '#shared/rules/journey.ts';
import { formatDate, humanise } from '../../../lib/text/format.ts';
import { RESPONSIBILITY_LABEL, TASK_STATUS_LABEL } from '../../../parts/task/task-labels.ts';
import { Words } from '../../../ui/text/words.tsx';

type Field = FieldChange['field'];

const LABELS: Record<Field, string> = {
  name: 'Name',
  email: 'Email',
  phone: 'Phone',
  status: 'Status',
  title: 'Title',
  stage: 'Stage',
  responsibility: 'For',
  dueDate: 'Due',
};

/** What the record keeps in words of its own, as the page says it. */
const IN_WORDS: Partial<Record<Field, (value: string) => string>> = {
  status: humanise,
  stage: (number) => `${number} ${stageTemplate(Number(number))?.title ?? ''}`,
  responsibility: (who) => new Map(Object.entries(RESPONSIBILITY_LABEL)).get(who) ?? who,
  dueDate: formatDate,
};

const taskStatus = (status: string) => new Map(Object.entries(TASK_STATUS_LABEL)).get(status) ?? status;

const wordsOf = (action: string, field: Field, value: string | null): string => {
  if (value === null) return 'none';
  if (field === 'status' && action.startsWith('task-')) return taskStatus(value);
  return IN_WORDS[field]?.(value) ?? value;
};

/** What short fields were before, and are since: a line each. */
export const FieldChanges = ({ entry: { action, changes } }: { entry: Activity }) =>
  changes.map(({ field, was, is }) => (
    <Text key={field} textStyle="xs" color="fg.muted">
      {LABELS[field]}: <Words>{wordsOf(action, field, was)}</Words>
      <chakra.span aria-hidden> → </chakra.span>
      <chakra.span srOnly> to </chakra.span>
      <Words color="fg">{wordsOf(action, field, is)}</Words>
    </Text>
  ));
