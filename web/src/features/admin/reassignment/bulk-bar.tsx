import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { Flex } from '@chakra-ui/react/flex';
import { Text } from '@chakra-ui/react/text';
import { type ReactNode, useState } from 'react';
import type { Client } from '#shared/contract/clients.ts';
import { countOf } from '#shared/rules/counted-words.ts';
import { useFocusFallback } from '../../../lib/screen/use-focus-fallback.ts';
import { NewLinkChoice } from '../../../parts/link/new-link-choice.tsx';
import type { useSelection } from '../../../parts/selection/use-selection.ts';
import { Select } from '../../../ui/eager/controls.tsx';
import { ProgressBar } from '../../../ui/feedback/progress-bar.tsx';
import { Tick } from '../../../ui/form/tick.tsx';
import type { Colleague, Run, useMoves } from './moves.ts';

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
  advisers: readonly Colleague[];
  options: ReactNode;
  selection: ReturnType<typeof useSelection>;
  count: number;
  moving: ReturnType<typeof useMoves>;
}

function SelectAll({ selection: { selected, tickAll }, count }: Pick<Props, 'selection' | 'count'>) {
  const isAll = count > 0 && selected.length === count;
  return (
    <Flex gap="3" align="center" textStyle="sm" minW="14rem">
      <Flex as="label" gap="2.5" align="center" cursor="pointer">
        <Tick checked={isAll} mixed={selected.length > 0 && !isAll} disabled={count === 0} onChange={tickAll} />
        <span>{`Select all ${countOf(count, 'client')}`}</span>
      </Flex>
      <Text as="span" role="status" color="fg.muted">
        {selected.length > 0 && `${selected.length} selected`}
      </Text>
    </Flex>
  );
}

export function BulkBar({ clients, advisers, options, selection, count, moving }: Props) {
  const [chosen, choose] = useState('');
  const [renewLink, setRenewLink] = useState(true);
  const { selected } = selection;
  const to = advisers.find(({ id }) => id === chosen);
  const ids = new Set(selected);
  const going = clients.filter(({ id, adviserId }) => ids.has(id) && adviserId !== chosen);
  const isRunning = moving.run?.isRunning === true;
  const start = () => {
    if (!to || going.length === 0 || isRunning) return;
    selection.clear();
    choose('');
    void moving.reassign(going, to, renewLink);
  };
  return (
    <Box
      position={{ md: 'sticky' }}
      top="0"
      zIndex="docked"
      bg="bg.subtle"
      mx={{ base: '-4', md: '-5' }}
      px={{ base: '4', md: '5' }}
      py="2.5"
      borderTopWidth="1px"
    >
      <Flex columnGap="5" rowGap="2.5" wrap="wrap" align="center">
        <SelectAll selection={selection} count={count} />
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
            size="sm"
            flexShrink="0"
            disabled={!to || going.length === 0}
            aria-disabled={isRunning || undefined}
            onClick={start}
          >
            {going.length > 0 ? `Reassign ${going.length}` : 'Reassign Selected'}
          </Button>
        </Flex>
        {going.length > 0 && to && (
          <Box textStyle="sm">
            <NewLinkChoice count={going.length} checked={renewLink} onChange={setRenewLink} />
          </Box>
        )}
      </Flex>
      <Text as="div" role="status">
        {moving.run && <RunResult run={moving.run} onRepeat={moving.repeat} onUndo={moving.undo} />}
      </Text>
    </Box>
  );
}
