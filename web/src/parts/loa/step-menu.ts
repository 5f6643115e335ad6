import { Undo2 } from 'lucide-react';
import { type LoaStep, STEP_LABELS } from '#shared/rules/loas.ts';
import type { MenuEntry, MenuGroups } from '../../ui/overlay/menu-keys.ts';

interface StepMenu {
  /** Steps on offer. */
  steps: readonly LoaStep[];
  onStep: (step: LoaStep) => void;
  /** Newest step, which Undo takes back. */
  last: LoaStep | undefined;
  onUndo: () => void;
  /** Further actions, before and after Undo. */
  before?: readonly MenuEntry[];
  after?: readonly MenuEntry[];
}

/** Returns the menu of a letter: steps to note, then Undo among further actions. */
export function stepMenu({ steps, onStep, last, onUndo, before = [], after = [] }: StepMenu): MenuGroups {
  const noted = steps.map((step): MenuEntry => ({ label: STEP_LABELS[step], onSelect: () => onStep(step) }));
  const undo = last ? [{ label: `Undo ${STEP_LABELS[last]}`, icon: Undo2, onSelect: onUndo }] : [];
  return [noted, [...before, ...undo, ...after]].filter(({ length }) => length > 0);
}
