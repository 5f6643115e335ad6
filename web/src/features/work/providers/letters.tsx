import { Grid } from '@chakra-ui/react/grid';
import { useCallback, useDeferredValue, useLayoutEffect, useMemo, useState } from 'react';
import type { LoaOnBoard } from '#shared/contract/loas.ts';
import type { BoardView, LoaStep } from '#shared/rules/loas.ts';
import { addLoaStep, undoLoaStep } from '../../../parts/loa/loas.ts';
import { runChange } from '../../../parts/refreshes.ts';
import { Selection, SelectionContext } from '../../../parts/selection/selection-store.ts';
import { lazyDialog } from '../../../ui/eager/lazy-dialog.tsx';
import { type Directory, groupsOf } from './board.ts';
import { CallBar, callTitle } from './call-bar.tsx';
import type { LetterActs } from './letter-menu.ts';
import { ProviderGroup } from './provider-group.tsx';
import { copyChaseText } from './queries.ts';
import { useProviderDialog } from './use-provider-dialog.tsx';

const StepDialog = lazyDialog(() => import('../../../parts/loa/step-dialog.tsx'));

const noteStep = addLoaStep();

/** Step that is being noted, or was the last: of one letter, or of all ticked ones. */
interface Noting {
  step: LoaStep;
  letters: readonly LoaOnBoard[];
  isCall: boolean;
  open: boolean;
}

/** Opens the dialog of a step. Afterwards unticks the letters that changed: refused ones stay ticked. */
function useNoting(selection: Selection, known: readonly LoaOnBoard[]) {
  const [noting, setNoting] = useState<Noting>();
  const begin = useCallback(
    (step: LoaStep, letters: readonly LoaOnBoard[], isCall = false) => setNoting({ step, letters, isCall, open: true }),
    [],
  );
  const current = new Map(known.map((letter) => [letter.id, letter]));
  const close = () => {
    if (!noting) return;
    setNoting({ ...noting, open: false });
    const changed = noting.letters.filter(({ id, version }) => current.get(id)?.version !== version);
    selection.tickEach(
      changed.map(({ id }) => id),
      false,
    );
  };
  const dialog = noting && (
    <StepDialog
      key={`${noting.step} ${noting.letters.map(({ id }) => id).join()}`}
      step={noting.step}
      // With the current versions, so that a refused step can be repeated.
      loas={noting.letters.map((letter) => current.get(letter.id) ?? letter)}
      {...(noting.isCall && { title: callTitle(noting.letters.length) })}
      open={noting.open}
      onClose={close}
    />
  );
  return { begin, dialog };
}

const undoStep = ({ id, version }: LoaOnBoard) =>
  void runChange(undoLoaStep, { params: { id }, body: { version, step: 'undo' } });

/** Providers that fill the first screen; the rest is rendered deferred. */
const FIRST = 4;

interface Props {
  letters: readonly LoaOnBoard[];
  /** Also those of other views, to which a step may move a letter. */
  known: readonly LoaOnBoard[];
  view: BoardView;
  directory: Directory;
  today: string;
}

/** Letters by provider, with the bar of the ticked ones and the dialogs. */
export function Letters({ letters, known, view, directory, today }: Props) {
  const [selection] = useState(() => new Selection());
  const { openProvider, providerDialog } = useProviderDialog(directory);
  const { begin, dialog } = useNoting(selection, known);
  const groups = useMemo(() => groupsOf(letters, directory), [letters, directory]);
  const drawn = useDeferredValue(groups, groups.slice(0, FIRST));
  const order = useMemo(() => groups.flatMap((group) => group.letters.map(({ id }) => id)), [groups]);
  useLayoutEffect(() => selection.list(order), [selection, order]);
  const [acts] = useState(
    (): LetterActs => ({
      onStep: (step, letter) =>
        step === 'closed'
          ? void runChange(noteStep, { params: { id: letter.id }, body: { version: letter.version, step } })
          : begin(step, [letter]),
      onUndo: undoStep,
      onCopy: (letter) => void copyChaseText(letter),
    }),
  );
  return (
    <SelectionContext value={selection}>
      <CallBar letters={letters} onCall={(ticked) => begin('chased', ticked, true)} />
      <Grid gap="5" templateColumns="minmax(0, 1fr)">
        {drawn.map((group) => (
          <ProviderGroup
            key={group.key}
            group={group}
            view={view}
            acts={acts}
            today={today}
            onProvider={openProvider}
          />
        ))}
      </Grid>
      {dialog}
      {providerDialog}
    </SelectionContext>
  );
}
