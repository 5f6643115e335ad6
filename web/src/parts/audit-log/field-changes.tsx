import { chakra } from '@chakra-ui/react/styled-system';
import { Text } from '@chakra-ui/react/text';
import type { FieldChange } from '#shared/contract/field-change.ts';
import type { ClientAuditEntry } from '#shared/contract/messages.ts';
import { ADVICE_FIELDS, CLIENT_FIELDS } from '#shared/nouns/client.ts';
import { labelsOf } from '#shared/nouns/field.ts';
import { PLAN_FIELDS } from '#shared/nouns/plan.ts';
import { PROVIDER_FIELDS } from '#shared/nouns/provider.ts';
import { TASK_FIELDS } from '#shared/nouns/task.ts';
import { stageTemplate } from '#shared/rules/journey.ts';
import { sayDay } from '#shared/rules/say-date.ts';
import { formatPounds, humanise } from '../../lib/text/format.ts';
import { Words } from '../../ui/text/words.tsx';
import { RESPONSIBILITY_LABEL, TASK_STATUS_LABEL } from '../task/task-labels.ts';

type Field = FieldChange['field'];

const LABELS: Record<Field, string> = {
  ...labelsOf(CLIENT_FIELDS),
  status: 'Status',
  ...labelsOf(TASK_FIELDS),
  ...labelsOf(PLAN_FIELDS),
  ...labelsOf(PROVIDER_FIELDS),
  document: 'Document',
  section: 'Section',
  question: 'Question',
  ...labelsOf(ADVICE_FIELDS),
};

const poundsOf = (pounds: string) => formatPounds(Number(pounds));

/** Display texts of stored values, by field. */
const IN_WORDS: Partial<Record<Field, (value: string) => string>> = {
  status: humanise,
  stage: (number) => `${number} ${stageTemplate(Number(number))?.title ?? ''}`,
  responsibility: (who) => new Map(Object.entries(RESPONSIBILITY_LABEL)).get(who) ?? who,
  dueDate: sayDay,
  planType: humanise,
  approxValuation: poundsOf,
  'advice.initial': poundsOf,
  'advice.ongoing': (pounds) => `${poundsOf(pounds)} a year`,
  'advice.agreedOn': sayDay,
  'advice.givenOn': sayDay,
};

const taskStatus = (status: string) => new Map(Object.entries(TASK_STATUS_LABEL)).get(status) ?? status;

const wordsOf = (action: string, field: Field, value: string | null): string => {
  if (value === null) return 'none';
  if (field === 'status' && action.startsWith('task-')) return taskStatus(value);
  return IN_WORDS[field]?.(value) ?? value;
};

/** Old and new values of an audit entry. Each field is listed once, except documents of a list. */
export const FieldChanges = ({ entry: { action, changes } }: { entry: Pick<ClientAuditEntry, 'action' | 'changes'> }) =>
  changes.map(({ field, was, is }) => (
    <Text key={`${field} ${was} ${is}`} textStyle="xs" color="fg.muted">
      <span>{`${LABELS[field]}:`}</span> <Words>{wordsOf(action, field, was)}</Words>
      <chakra.span aria-hidden> → </chakra.span>
      <chakra.span srOnly> to </chakra.span>
      <Words color="fg">{wordsOf(action, field, is)}</Words>
    </Text>
  ));
