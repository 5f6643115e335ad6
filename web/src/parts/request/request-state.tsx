import { CircleCheck, CircleDashed, CircleSlash, ClipboardCheck, type LucideIcon, Undo2 } from 'lucide-react';
import type { RequestState as State } from '#shared/rules/requests.ts';
import { Badge, type Tone } from '../../ui/feedback/badge.tsx';
import { type FactfindStatus, sayFactfind } from './factfind.tsx';

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

const FACTFIND_LOOKS: Readonly<Record<State, readonly [tone: Tone, icon: LucideIcon]>> = {
  open: ['gray', CircleDashed],
  submitted: ['brand', ClipboardCheck],
  approved: ['green', CircleCheck],
  waived: ['gray', CircleSlash],
};

/** Badge of a fact-find, with its progress or date. */
export function FactfindBadge({ request }: { request: FactfindStatus }) {
  const [tone, icon] = FACTFIND_LOOKS[request.state];
  return (
    <Badge tone={tone} icon={icon} wraps>
      {sayFactfind(request)}
    </Badge>
  );
}
