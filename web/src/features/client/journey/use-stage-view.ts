import { useState } from 'react';
import { flushSync } from 'react-dom';
import { useLocation } from 'react-router';
import type { FullClient } from '#shared/contract/clients.ts';
import type { Stage } from '#shared/contract/journey.ts';
import { anchorOf } from '#shared/rules/anchors.ts';
import { useMe } from '../../../parts/account/me.ts';
import { useStoredChoice } from '../../../parts/stored-choice.ts';
import { stageAtWork } from '../journey-facts.ts';
import { scrollToElement } from '../navigation.ts';

const idsOf = (stage: Stage | undefined): readonly string[] => (stage ? [stage.id] : []);

const SHOWN = 'shown';

/** Calls `onArrival` with a stage for each link to one of its sub-stages. */
function useArrival(stages: readonly Stage[], onArrival: (id: string) => void) {
  const { hash, key } = useLocation();
  const [last, setLast] = useState<string>();
  const stage = stages.find(({ subStages }) => subStages.some((step) => hash === `#${anchorOf.stages(step.id)}`));
  const arrival = stage && key;
  if (arrival === last) return;
  setLast(arrival);
  if (stage) onArrival(stage.id);
}

/** Holds the expanded stages, the stage in the dialog, and the diagram's visibility. Only the last one is stored. */
export function useStageView(stages: readonly Stage[], client: FullClient) {
  const [shown, show] = useState<{ id: string; open: boolean }>();
  const [open, setOpen] = useState(() => idsOf(stageAtWork(stages, client)));
  const unfold = (id: string) => setOpen((before) => (before.includes(id) ? before : [...before, id]));
  useArrival(stages, unfold);
  const [stored, store] = useStoredChoice(`diagram/${useMe().id}`);
  const isDiagramShown = stored === SHOWN;
  const toggleDiagram = () => store(isDiagramShown ? 'hidden' : SHOWN);
  const isOpen = (id: string) => open.includes(id);
  const toggleStage = (id: string) => setOpen(isOpen(id) ? open.filter((other) => other !== id) : [...open, id]);
  const revealStage = (id: string) => {
    if (!isOpen(id)) flushSync(() => toggleStage(id));
    scrollToElement(anchorOf.stages(id));
  };
  const showStage = (id: string) => show({ id, open: true });
  const hideStage = () => show((last) => last && { ...last, open: false });
  return { shown, showStage, hideStage, isOpen, toggleStage, revealStage, isDiagramShown, toggleDiagram };
}
