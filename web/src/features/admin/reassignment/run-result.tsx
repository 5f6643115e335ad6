import { Button } from '@chakra-ui/react/button';
import { Flex } from '@chakra-ui/react/flex';
import { countOf } from '#shared/rules/words.ts';
import { useFocusFallback } from '../../../lib/screen/use-focus-fallback.ts';
import { ProgressBar } from '../../../ui/feedback/progress-bar.tsx';
import type { Run } from './moves.ts';

interface Props {
  run: Run;
  onRepeat: (run: Run) => void;
  onUndo: (run: Run) => void;
}

const Running = ({ run: { moves, done, isUndo } }: Pick<Props, 'run'>) => (
  <>
    <ProgressBar
      label={isUndo ? 'Undoing' : 'Reassigning'}
      percent={Math.round((100 * done) / moves.length)}
      flex="0 1 12rem"
      height="1.5"
      bg="bg.emphasized"
      borderRadius="full"
    />
    <span aria-hidden>
      {done} of {moves.length}
    </span>
  </>
);

/** How it went, in a sentence. */
function told({ moves, failed, isUndo }: Run): string {
  const went = moves.length - failed.length;
  const what = isUndo ? 'given back' : `reassigned to ${moves[0]?.to.name ?? ''}`;
  const well = `${countOf(went, 'client')} ${what}.`;
  return failed.length === 0 ? well : `${well} ${failed.length} could not be: their rows say why.`;
}

/** How far a run is and, when it is over, how it went, with what one can do then. */
export function RunResult({ run, onRepeat, onUndo }: Props) {
  const { isRunning, failed, moves, isUndo } = run;
  const undo = useFocusFallback();
  return (
    <Flex gap="3" mt="2.5" align="center" wrap="wrap" textStyle="sm">
      {isRunning ? <Running run={run} /> : <span>{told(run)}</span>}
      {!isRunning && failed.length > 0 && (
        <Button size="xs" variant="outline" onClick={() => onRepeat(run)}>
          Try {failed.length} again
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
