import { ClipboardCopy, Undo2 } from 'lucide-react';
import type { LoaOnBoard } from '#shared/contract/loas.ts';
import { allowedSteps, isWithProvider, type LoaStep, STEP_LABELS } from '#shared/rules/loas.ts';
import type { MenuEntry, MenuGroups } from '../../../ui/overlay/menu-keys.ts';

/** Actions of the menu of a letter. Stable, so that rows are not rendered again. */
export interface Acts {
  onStep: (step: LoaStep, letter: LoaOnBoard) => void;
  onUndo: (letter: LoaOnBoard) => void;
  onCopy: (letter: LoaOnBoard) => void;
}

/** Returns the menu of a letter: the steps that its state allows, then the text of a chase and Undo. */
export function entriesFor(letter: LoaOnBoard, { onStep, onUndo, onCopy }: Acts): MenuGroups {
  const { state, lastStep: last } = letter;
  const noted = allowedSteps(state).map(
    (step): MenuEntry => ({ label: STEP_LABELS[step], onSelect: () => onStep(step, letter) }),
  );
  const others: MenuEntry[] = [
    ...(isWithProvider(state) ? [{ label: 'Copy Text', icon: ClipboardCopy, onSelect: () => onCopy(letter) }] : []),
    ...(last ? [{ label: `Undo ${STEP_LABELS[last.step]}`, icon: Undo2, onSelect: () => onUndo(letter) }] : []),
  ];
  return [noted, others].filter(({ length }) => length > 0);
}
