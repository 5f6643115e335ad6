import { Button } from '@chakra-ui/react/button';
import { Flex } from '@chakra-ui/react/flex';
import { Grid } from '@chakra-ui/react/grid';
import { chakra } from '@chakra-ui/react/styled-system';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Pencil } from 'lucide-react';
import type { Plan } from '#shared/contract/journey.ts';
import type { Loa } from '#shared/contract/loas.ts';
import { anchorOf } from '#shared/rules/anchors.ts';
import {
  allowedSteps,
  isUnderWay,
  LOA_TEXTS,
  type LoaStep,
  STEP_LABELS,
  type LoaState as State,
} from '#shared/rules/loas.ts';
import { londonParts } from '#shared/rules/london.ts';
import { sayDay } from '#shared/rules/say-date.ts';
import { useCurrent } from '../../../lib/query/use-current.ts';
import { useFocusFallback } from '../../../lib/screen/use-focus-fallback.ts';
import { SCOPE_LABELS } from '../../../parts/loa/loa-line.ts';
import { LoaStateLine, OldSignature } from '../../../parts/loa/loa-state.tsx';
import { addLoaStep, loasQuery, undoLoaStep } from '../../../parts/loa/loas.ts';
import { stepMenu } from '../../../parts/loa/step-menu.ts';
import { type DialogState, lazyDialog } from '../../../ui/eager/lazy-dialog.tsx';
import { useRowDialog } from '../../../ui/overlay/dialog-host.tsx';
import { MenuButton } from '../../../ui/overlay/menu.tsx';
import { finalNotice } from '../../../ui/overlay/notice.ts';
import { Words } from '../../../ui/text/words.tsx';
import { useTarget } from '../navigation.ts';
import { documentsQuery } from '../queries.ts';
import { History } from './history.tsx';
import { offerAfterStep } from './offers.ts';

const StepDialog = lazyDialog(() => import('../../../parts/loa/step-dialog.tsx'));
const EditDialog = lazyDialog(async () => ({ default: (await import('./letter-dialog.tsx')).EditLetterDialog }));

/** Steps that follow most often are buttons of the row. The menu has the others. */
const IN_ROW: Readonly<Partial<Record<State, readonly LoaStep[]>>> = {
  to_send: ['sent'],
  sent: ['acknowledged', 'chased'],
  acknowledged: ['chased', 'received'],
  part: ['chased', 'received'],
  rejected: ['sent'],
};

const Facts = chakra('span', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    columnGap: '3',
    textStyle: 'xs',
    color: 'fg.muted',
  },
});

/** Returns the next control of the row, else the section. It takes the focus when a step removes the button. */
const nextControl = (button: HTMLElement) =>
  [...(button.closest('[id^=loa-]')?.querySelectorAll('button') ?? [])].find((other) => other !== button) ??
  button.closest<HTMLElement>('section');

interface Props {
  loa: Loa;
  plans: readonly Plan[];
}

/** Returns the notice of a dialog once the letter has moved on, so that its act is refused. */
function noticeOf(act: LoaStep | 'edit', { state }: Loa) {
  if (act === 'edit') return isUnderWay(state) ? undefined : finalNotice(`${LOA_TEXTS.ended}.`);
  if (allowedSteps(state).includes(act)) return;
  return finalNotice(`A colleague has noted another step, so “${STEP_LABELS[act]}” no longer fits.`);
}

/** Shows the letter as it is now, so that a refused act can be repeated. */
function ActDialog({ act, loa, ...state }: DialogState & { act: LoaStep | 'edit'; loa: Loa }) {
  const { current } = useCurrent(loasQuery(loa.clientId), loa);
  const notice = noticeOf(act, current);
  if (act === 'edit') return <EditDialog loa={current} notice={notice} {...state} />;
  return <StepDialog step={act} loas={[current]} offer={offerAfterStep} notice={notice} {...state} />;
}

const nameOf = ({ loa, plans }: Props) =>
  [loa.provider, plans.find(({ loaId }) => loaId === loa.id)?.planNumber].filter(Boolean).join(' ');

function StepButton({ step, name, onClick }: { step: LoaStep; name: string; onClick: () => void }) {
  return (
    <Button
      ref={useFocusFallback<HTMLButtonElement>(nextControl)}
      size="2xs"
      variant="outline"
      aria-label={`${STEP_LABELS[step]}: ${name}`}
      onClick={onClick}
    >
      {STEP_LABELS[step]}
    </Button>
  );
}

/** Steps and changes of a letter: the likely steps as buttons, all others in the menu. */
function useActions({ loa, plans }: Props) {
  const { id, state, version } = loa;
  const show = useRowDialog();
  const close = useMutation(addLoaStep());
  const undo = useMutation(undoLoaStep);
  const name = nameOf({ loa, plans });
  const change = { params: { id } };
  const open = (act: LoaStep | 'edit') => show((state) => <ActDialog act={act} loa={loa} {...state} />);
  const note = (step: LoaStep) =>
    step === 'closed' ? close.mutate({ ...change, body: { version, step } }) : open(step);
  const takeBack = () => undo.mutate({ ...change, body: { version, step: 'undo' } });
  const inRow = IN_ROW[state] ?? [];
  return {
    groups: stepMenu({
      steps: allowedSteps(state).filter((step) => !inRow.includes(step)),
      onStep: note,
      last: loa.steps.at(-1)?.step,
      onUndo: takeBack,
      after: isUnderWay(state) ? [{ label: 'Edit', icon: Pencil, onSelect: () => open('edit') }] : [],
    }),
    buttons: inRow.map((step) => <StepButton key={step} step={step} name={name} onClick={() => note(step)} />),
    menuLabel: `More for ${name}`,
  };
}

/** Returns the day of the next chase in words, such as "Chase due since 16 Nov 2026". */
function chaseDayText(day: string): string {
  const today = londonParts(new Date()).date;
  if (day === today) return 'Chase today';
  return day < today ? `Chase due since ${sayDay(day)}` : `Next chase: ${sayDay(day)}`;
}

function LetterFacts({ loa }: Pick<Props, 'loa'>) {
  const { clientId, scope, signedOn, documentId, nextChase } = loa;
  // Only the section that reports a failed request retries it on mount.
  const { data: documents } = useQuery({ ...documentsQuery(clientId), retryOnMount: false });
  const signed = documents?.find(({ id }) => id === documentId);
  return (
    <Facts>
      <LoaStateLine loa={loa} />
      {nextChase && <span key={nextChase}>{chaseDayText(nextChase)}</span>}
      <span key={scope}>{SCOPE_LABELS[scope]}</span>
      {signedOn && <span key={signedOn}>{`Signed: ${sayDay(signedOn)}`}</span>}
      {signed && <Words key={signed.id}>{signed.name}</Words>}
    </Facts>
  );
}

/** Letter of authority under its plan: state, facts, actions and history. Target of links to it. */
export function Letter({ loa, plans }: Props) {
  const { groups, buttons, menuLabel } = useActions({ loa, plans });
  return (
    <Flex {...useTarget(anchorOf.loas(loa.id))} gap="3" align="start" borderRadius="l1">
      <Grid flex="1" minW="0" gap="1">
        <LetterFacts loa={loa} />
        <OldSignature loa={loa} />
        <Flex columnGap="1.5" rowGap="1" wrap="wrap" align="center">
          {buttons}
          <History steps={loa.steps} />
        </Flex>
      </Grid>
      <MenuButton
        ref={useFocusFallback<HTMLButtonElement>(nextControl)}
        label={menuLabel}
        groups={groups}
        color="fg.muted"
      />
    </Flex>
  );
}
