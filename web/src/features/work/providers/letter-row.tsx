import { Button } from '@chakra-ui/react/button';
import { Flex } from '@chakra-ui/react/flex';
import { chakra } from '@chakra-ui/react/styled-system';
import { memo, type ReactNode } from 'react';
import { Link } from 'react-router';
import type { LoaOnBoard } from '#shared/contract/loas.ts';
import { anchorOf } from '#shared/rules/anchors.ts';
import { countOf } from '#shared/rules/counted-words.ts';
import { paceOf, STEP_LABELS } from '#shared/rules/loas.ts';
import { sayDay } from '#shared/rules/say-date.ts';
import { clientPath } from '../../../lib/navigation/paths.ts';
import { useFocusFallback } from '../../../lib/screen/use-focus-fallback.ts';
import { dotted } from '../../../lib/text/format.ts';
import { AdviserLine } from '../../../parts/client/adviser-line.tsx';
import { WAY_LABELS } from '../../../parts/loa/loa-line.ts';
import { LoaStateLine, OldSignature } from '../../../parts/loa/loa-state.tsx';
import { RoomyTickBox } from '../../../parts/selection/tick-box.tsx';
import { Badge } from '../../../ui/feedback/badge.tsx';
import { Td } from '../../../ui/layout/table.tsx';
import { MenuButton } from '../../../ui/overlay/menu.tsx';
import { Words } from '../../../ui/text/words.tsx';
import { type LetterActs, letterMenu } from './letter-menu.ts';

/** Width in rem below which the columns do not fit. */
export const LETTER_ROW_WIDTH = 56;

/** Stacks a row: the first and last cells beside the client, the others below as labelled lines. */
const NARROW = {
  [`@container (max-width: ${LETTER_ROW_WIDTH}rem)`]: {
    '&&': {
      display: 'grid',
      gridTemplateColumns: 'auto minmax(0, 1fr) auto',
      columnGap: '0.5rem',
      paddingBlock: '0.625rem',
      paddingInline: '0.5rem',
    },
    '&& > td': { gridColumn: '2 / -1', gridTemplateColumns: 'min(6.5rem, 40%) minmax(0, 1fr)', padding: '0.125rem 0' },
    '&& > td:is([data-cell=tick], [data-cell=client], [data-cell=menu])': { display: 'block', gridRow: '1' },
    // Aligns checkbox and menu with the name.
    '&& > td:is([data-cell=tick], [data-cell=menu])': { marginBlockStart: '-0.4rem' },
    '&& > td[data-cell=tick]': { gridColumn: '1' },
    '&& > td[data-cell=client]': { gridColumn: '2' },
    '&& > td[data-cell=menu]': { gridColumn: '3' },
    '&& > td[data-cell] > span': { display: 'none' },
  },
};

const Row = ({ children }: { children: ReactNode }) => (
  <chakra.tr css={NARROW} _hover={{ bg: 'bg.subtle' }}>
    {children}
  </chakra.tr>
);

const RowLink = chakra(Link, {
  base: { fontWeight: 'semibold', borderRadius: 'l1', _hover: { textDecoration: 'underline' } },
});

/** Client, which leads to the letter on its page. */
const ClientCell = ({ id, clientId, clientName, adviserName }: LoaOnBoard) => (
  <Td label="Client" data-cell="client">
    <RowLink data-row-link to={`${clientPath(clientId)}#${anchorOf.loas(id)}`}>
      <Words>{clientName}</Words>
    </RowLink>
    <AdviserLine name={adviserName} />
  </Td>
);

const PlansCell = ({ plans }: LoaOnBoard) => <Td label="Plans">{countOf(plans, 'plan')}</Td>;

const PACES = {
  'in time': ['In time', 'green'],
  slow: ['Slow', 'orange'],
  'very slow': ['Very slow', 'red'],
} as const;

interface Usual {
  /** Working days in which the provider usually answers; null with too few answers. */
  p50: number | null;
  p90: number | null;
}

/** Working days of the wait and its pace. “In time” beside a due chase would read as if there was nothing to do. */
function Wait({ days, p50, p90, isDue }: Usual & { days: number; isDue: boolean }) {
  const [label, tone] = PACES[paceOf(days, p50 === null || p90 === null ? undefined : { from: p50, to: p90 })];
  return (
    <Flex as="span" columnGap="2" wrap="wrap" align="center">
      <span>{days}</span>
      {!(isDue && tone === 'green') && <Badge tone={tone}>{label}</Badge>}
    </Flex>
  );
}

/** Last step in words, with the facts that the next caller needs. */
function LastStep({ lastStep: last, createdAt }: LoaOnBoard) {
  if (!last) return <span>{`Noted on ${sayDay(createdAt)}`}</span>;
  const { step, on, how, whom, ref, promisedOn, note } = last;
  const facts = dotted([
    how && WAY_LABELS[how],
    whom,
    ref && `ref. ${ref}`,
    promisedOn && `promised by ${sayDay(promisedOn)}`,
  ]);
  return (
    <>
      <span>{`${STEP_LABELS[step]} on ${sayDay(on)}`}</span>
      {facts && (
        <Words display="block" color="fg.muted" textStyle="xs">
          {facts}
        </Words>
      )}
      {note && (
        <Words lineClamp={2} color="fg.muted" textStyle="xs" title={note}>
          {note}
        </Words>
      )}
    </>
  );
}

/** Button of the step that is due. */
function ChasedButton({ name, onClick }: { name: string; onClick: () => void }) {
  const label = STEP_LABELS.chased;
  return (
    <Button ref={useFocusFallback()} size="2xs" variant="outline" aria-label={`${label}: ${name}`} onClick={onClick}>
      {label}
    </Button>
  );
}

function MenuCell({ letter, acts, isDue }: { letter: LoaOnBoard; acts: LetterActs; isDue?: boolean }) {
  const name = `${letter.clientName}, ${letter.provider}`;
  return (
    <Td label="More" data-cell="menu">
      <Flex align="center" justify="end" gap="1">
        {isDue && <ChasedButton name={name} onClick={() => acts.onStep('chased', letter)} />}
        <MenuButton
          ref={useFocusFallback()}
          label={`More for ${name}`}
          color="fg.muted"
          groups={letterMenu(letter, acts)}
        />
      </Flex>
    </Td>
  );
}

interface Props extends Usual {
  letter: LoaOnBoard;
  acts: LetterActs;
  today: string;
}

const dayOrToday = (day: string | null, today: string): ReactNode => {
  if (day === null) return 'None';
  return day === today ? 'Today' : sayDay(day);
};

/** Letter that a provider has. Its box ticks it for one call. */
export const WaitingRow = memo(function WaitingRow({ letter, acts, today, p50, p90 }: Props) {
  const { id, clientName, provider, sentOn, workingDays, nextChase } = letter;
  const isDue = nextChase !== null && nextChase <= today;
  return (
    <Row>
      <Td label="Select" data-cell="tick">
        <RoomyTickBox id={id} name={`${clientName}, ${provider}`} />
      </Td>
      <ClientCell {...letter} />
      <PlansCell {...letter} />
      <Td label="Sent">{sentOn && sayDay(sentOn)}</Td>
      <Td label="Working days">
        <Wait days={workingDays ?? 0} p50={p50} p90={p90} isDue={isDue} />
      </Td>
      <Td label="Next chase">{dayOrToday(nextChase, today)}</Td>
      <Td label="Last step">
        <LastStep {...letter} />
      </Td>
      <MenuCell letter={letter} acts={acts} isDue={isDue} />
    </Row>
  );
});

/** Letter that is to be sent, perhaps again. */
export const ToSendRow = memo(function ToSendRow({ letter, acts }: Omit<Props, 'today' | keyof Usual>) {
  return (
    <Row>
      <ClientCell {...letter} />
      <PlansCell {...letter} />
      <Td label="State">
        <LoaStateLine loa={letter} />
        <OldSignature loa={letter} />
      </Td>
      <Td label="Last step">
        <LastStep {...letter} />
      </Td>
      <MenuCell letter={letter} acts={acts} />
    </Row>
  );
});
