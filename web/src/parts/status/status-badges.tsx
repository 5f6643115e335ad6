import {
  AlarmClock,
  CalendarClock,
  CalendarOff,
  CircleAlert,
  CircleCheck,
  CircleDashed,
  CircleDot,
  CircleSlash,
  Clock,
  Lock,
  type LucideIcon,
  TriangleAlert,
} from 'lucide-react';
import { CLIENT_STATUS_LABELS, type ClientStatus } from '#shared/rules/clients.ts';
import { type DueState, dueBadge } from '#shared/rules/due.ts';
import type { StageDisplay } from '#shared/rules/journey.ts';
import type { TaskStatus } from '#shared/rules/tasks.ts';
import { Badge, type Tone } from '../../ui/feedback/badge.tsx';

type Look = readonly [label: string, tone: Tone, icon: LucideIcon];

export const CLIENT_STATUS: Record<ClientStatus, Look> = {
  on_target: [CLIENT_STATUS_LABELS.on_target, 'green', CircleCheck],
  overdue: [CLIENT_STATUS_LABELS.overdue, 'orange', Clock],
  urgent: [CLIENT_STATUS_LABELS.urgent, 'red', TriangleAlert],
};

const TASK_STATUS: Record<TaskStatus, Look> = {
  pending: ['Pending', 'yellow', CircleDashed],
  in_progress: ['In Progress', 'blue', CircleDot],
  completed: ['Completed', 'green', CircleCheck],
};

const DUE: Record<DueState, Look> = {
  'No Due Date': ['No Due Date', 'gray', CalendarOff],
  Overdue: ['Overdue', 'red', CircleAlert],
  Urgent: ['Urgent', 'orange', AlarmClock],
  'Due Soon': ['Due Soon', 'yellow', Clock],
  'On Track': ['On Track', 'green', CalendarClock],
};

export const STAGE_LOOK: Record<StageDisplay, Look> = {
  complete: ['Completed', 'green', CircleCheck],
  'in-progress': ['In Progress', 'yellow', CircleDot],
  'not-required': ['Not Required', 'gray', CircleSlash],
  locked: ['Pending', 'notStarted', Lock],
};

const badge = ([label, tone, icon]: Look, text = label) => (
  <Badge tone={tone} icon={icon}>
    {text}
  </Badge>
);

export const ClientStatusBadge = ({ status }: { status: ClientStatus }) => badge(CLIENT_STATUS[status]);
/** Badge of a task's status. `label` overrides the text, such as "Outstanding". */
export const TaskStatusBadge = ({ status, label }: { status: TaskStatus; label?: string }) =>
  badge(TASK_STATUS[status], label);
export const DueBadge = ({ due }: { due: string | null }) => badge(DUE[dueBadge(due, new Date())]);
export const StageBadge = ({ display }: { display: StageDisplay }) => badge(STAGE_LOOK[display]);
export const CompletedBadge = () => badge(['Completed', 'brand', CircleCheck]);
