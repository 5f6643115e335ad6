import { CircleCheck, CircleDashed, CircleSlash, type LucideIcon, Undo2 } from 'lucide-react';
import type { RequestState as State } from '#shared/rules/requests.ts';
import { Badge, type Tone } from '../../ui/feedback/badge.tsx';

/** Requests to review have no badge, because the heading above them says so. */
type Shown = Exclude<State, 'submitted'>;

type Look = readonly [label: string, tone: Tone, icon: LucideIcon];

const LOOKS: Readonly<Record<Shown, Look>> = {
  open: ['To send', 'gray', CircleDashed],
  approved: ['Accepted', 'green', CircleCheck],
  waived: ['Waived', 'gray', CircleSlash],
};
const SENT_BACK: Look = ['Sent back', 'yellow', Undo2];

interface Props {
  state: Shown;
  /** An open request with a reason was sent back. */
  reason?: string | null;
}

/** Badge of a request's state, as staff see it. */
export function RequestStateBadge({ state, reason }: Props) {
  const [label, tone, icon] = state === 'open' && reason ? SENT_BACK : LOOKS[state];
  return (
    <Badge tone={tone} icon={icon}>
      {label}
    </Badge>
  );
}
