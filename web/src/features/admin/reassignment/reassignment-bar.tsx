import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { Flex } from '@chakra-ui/react/flex';
import { chakra } from '@chakra-ui/react/styled-system';
import { Text } from '@chakra-ui/react/text';
import { X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { Client } from '#shared/contract/clients.ts';
import { countOf } from '#shared/rules/counted-words.ts';
import { useFocusFallback } from '../../../lib/screen/use-focus-fallback.ts';
import { NewLinkChoice } from '../../../parts/link/new-link-choice.tsx';
import { SelectionBar } from '../../../parts/selection/selection-bar.tsx';
import type { useSelection } from '../../../parts/selection/use-selection.ts';
import { Select } from '../../../ui/eager/controls.tsx';
import { ProgressBar } from '../../../ui/feedback/progress-bar.tsx';
import { Tick } from '../../../ui/form/tick.tsx';
import { EDGE, OVER_EDGE } from '../../../ui/layout/edge.ts';
import type { NamedAdviser, Run, useMoves } from './moves.ts';

interface RunResultProps {
  run: Run;
  onRepeat: (run: Run) => void;
  onUndo: (run: Run) => void;
}

const Running = ({ run: { moves, done, isUndo } }: Pick<RunResultProps, 'run'>) => (
  <>
    <ProgressBar
      label={isUndo ? 'Undoing' : 'Reassigning'}
      percent={Math.round((100 * done) / moves.length)}
      flex="0 1 12rem"
      height="1.5"
      bg="bg.emphasized"
      borderRadius="full"
    />
    <span aria-hidden>{`${done} of ${moves.length}`}</span>
  </>
);

function resultText({ moves, failed, isUndo }: Run): string {
  const went = moves.length - failed.length;
  const what = isUndo ? 'moved back' : `reassigned to ${moves[0]?.to.name ?? ''}`;
  const well = `${countOf(went, 'client')} ${what}.`;
  return failed.length === 0 ? well : `${well} ${failed.length} failed: see each row.`;
}

function RunResult({ run, onRepeat, onUndo }: RunResultProps) {
  const { isRunning, failed, moves, isUndo } = run;
  const undo = useFocusFallback();
  return (
    <Flex gap="3" mt="2.5" align="center" wrap="wrap" textStyle="sm">
      {isRunning ? <Running run={run} /> : <span>{resultText(run)}</span>}
      {!isRunning && failed.length > 0 && (
        <Button size="xs" variant="outline" onClick={() => onRepeat(run)}>
          {`Try ${failed.length} Again`}
        </Button>
      )}
      {!isRunning && !isUndo && failed.length < moves.length && (
        <Button ref={undo} size="xs" variant="outline" colorPalette="gray" onClick={() => onUndo(run)}>
          Undo
        </Button>
      )}
    </Flex>
  );
}

interface Props {
  clients: readonly Client[];
  advisers: readonly NamedAdviser[];
  options: ReactNode;
  selection: ReturnType<typeof useSelection>;
  count: number;
  /** False if there are more clients than are loaded. */
  isWhole: boolean;
  moving: ReturnType<typeof useMoves>;
}

function SelectAll({
  selection: { selected, tickAll },
  count,
  isWhole,
}: Pick<Props, 'selection' | 'count' | 'isWhole'>) {
  const isAll = count > 0 && selected.length === count;
  return (
    <Flex as="label" width="fit-content" gap="2.5" align="center" cursor="pointer" textStyle="sm">
      <Tick checked={isAll} mixed={selected.length > 0 && !isAll} disabled={count === 0} onChange={tickAll} />
      <span>
        {isWhole ? `Select all ${countOf(count, 'client')}` : `Select the ${countOf(count, 'client')} loaded`}
      </span>
    </Flex>
  );
}

/** Three rows on a phone, with the choice about links. */
const CHOSEN_ROOM = '10rem';

interface TickedProps extends Pick<Props, 'clients' | 'advisers' | 'options' | 'selection'> {
  isRunning: boolean;
  onReassign: (going: readonly Client[], to: NamedAdviser, renewLink: boolean) => void;
}

/** Bar that reassigns the ticked clients. */
function Ticked({ clients, advisers, options, selection: { selected, clear }, isRunning, onReassign }: TickedProps) {
  const [chosen, choose] = useState('');
  const [renewLink, setRenewLink] = useState(true);
  const button = useFocusFallback();
  const to = advisers.find(({ id }) => id === chosen);
  const ids = new Set(selected);
  const going = clients.filter(({ id, adviserId }) => ids.has(id) && adviserId !== chosen);
  const isChosen = to !== undefined && going.length > 0;
  const start = () => {
    if (!to || going.length === 0 || isRunning) return;
    clear();
    onReassign(going, to, renewLink);
  };
  return (
    <SelectionBar label="Selected clients" room={isChosen ? CHOSEN_ROOM : undefined}>
      <Flex gap="2" wrap="wrap" align="center">
        <chakra.p role="status" fontWeight="medium" textStyle="sm" whiteSpace="nowrap" me="2">
          {`${selected.length} selected`}
        </chakra.p>
        <Button size="xs" variant="ghost" colorPalette="gray" onClick={clear} ms={{ base: 'auto', sm: '0' }}>
          <X aria-hidden />
          Clear
        </Button>
        <Flex gap="2" align="center" flex={{ base: '1 1 100%', sm: '0 0 auto' }}>
          <Select
            size="sm"
            width={{ base: 'full', sm: '13rem' }}
            aria-label="Reassign selected clients to"
            value={chosen}
            onChange={({ target }) => choose(target.value)}
          >
            <option value="">Reassign to...</option>
            {options}
          </Select>
          <Button
            ref={button}
            size="sm"
            flexShrink="0"
            disabled={!isChosen}
            aria-disabled={isRunning || undefined}
            onClick={start}
          >
            {`Reassign ${going.length}`}
          </Button>
        </Flex>
      </Flex>
      {isChosen && (
        <Box mt="2" textStyle="sm">
          <NewLinkChoice count={going.length} checked={renewLink} onChange={setRenewLink} />
        </Box>
      )}
    </SelectionBar>
  );
}

/** Selects all clients and shows what became of the last reassignment. The choice of adviser is in view once needed. */
export function ReassignmentBar({ count, isWhole, moving: { run, reassign, repeat, undo }, ...ticked }: Props) {
  const { selection } = ticked;
  return (
    <Box
      position={{ md: 'sticky' }}
      top="0"
      zIndex="docked"
      bg="bg.subtle"
      mx={{ base: OVER_EDGE, md: '-5' }}
      px={{ base: EDGE, md: '5' }}
      py="2.5"
      borderTopWidth="1px"
    >
      <SelectAll selection={selection} count={count} isWhole={isWhole} />
      <Text as="div" role="status">
        {run && <RunResult run={run} onRepeat={repeat} onUndo={undo} />}
      </Text>
      {selection.selected.length > 0 && (
        <Ticked {...ticked} isRunning={run?.isRunning === true} onReassign={(...move) => void reassign(...move)} />
      )}
    </Box>
  );
}
