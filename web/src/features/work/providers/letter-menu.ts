import { ClipboardCopy } from 'lucide-react';
import type { LoaOnBoard } from '#shared/contract/loas.ts';
import { allowedSteps, isWithProvider, type LoaStep } from '#shared/rules/loas.ts';
import { stepMenu } from '../../../parts/loa/step-menu.ts';

/** Actions of the menu of a letter. Stable, so that rows are not rendered again. */
export interface LetterActs {
  onStep: (step: LoaStep, letter: LoaOnBoard) => void;
  onUndo: (letter: LoaOnBoard) => void;
  onCopy: (letter: LoaOnBoard) => void;
}

/** Returns the menu of a letter on the board: the steps that its state allows, the text of a chase, and Undo. */
export const letterMenu = (letter: LoaOnBoard, { onStep, onUndo, onCopy }: LetterActs) =>
  stepMenu({
    steps: allowedSteps(letter.state),
    onStep: (step) => onStep(step, letter),
    last: letter.lastStep?.step,
    onUndo: () => onUndo(letter),
    before: isWithProvider(letter.state)
      ? [{ label: 'Copy Text', icon: ClipboardCopy, onSelect: () => onCopy(letter) }]
      : [],
  });
