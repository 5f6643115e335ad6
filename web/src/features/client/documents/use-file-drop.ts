import { useEffect, useEffectEvent, useState } from 'react';
import { carriesFiles } from '../../../lib/files/dropped-files.ts';
import { notify } from '../../../lib/screen/notify.ts';

/** Attribute of drop targets. Its value is the stage id, blank for unassigned. */
export const DROP_STAGE = 'data-drop-stage';

const stageAt = ({ target }: DragEvent) =>
  target instanceof Element ? target.closest(`[${DROP_STAGE}]`)?.getAttribute(DROP_STAGE) : undefined;

/** Returns the stage of the open dialog, for files that are dropped beside a drop target. */
const stageOfDialog = () => document.querySelector(`[role="dialog"] [${DROP_STAGE}]`)?.getAttribute(DROP_STAGE);

const FOLDER = 'Folders cannot be uploaded. Please choose the files inside them.';

function filesOf({ dataTransfer }: DragEvent): File[] {
  const items = [...(dataTransfer?.items ?? [])].filter(({ kind }) => kind === 'file');
  const kept = items.filter((item) => item.webkitGetAsEntry()?.isDirectory !== true);
  if (kept.length < items.length) notify({ title: 'Upload Failed', description: FOLDER }, 'error');
  return kept.flatMap((item) => item.getAsFile() ?? []);
}

/**
 * Accepts files dropped anywhere on the page, and returns the stage under them while they are dragged. The drop target
 * under the pointer wins, then an open dialog, then `usual`.
 */
export function useFileDrop(usual: string, onDrop: (files: File[], stageId: string) => void): string | undefined {
  const [over, setOver] = useState<string>();
  const targetOf = useEffectEvent((event: DragEvent) => stageAt(event) ?? stageOfDialog() ?? usual);
  const drop = useEffectEvent((event: DragEvent) => onDrop(filesOf(event), targetOf(event)));
  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    window.addEventListener(
      'dragover',
      (event) => {
        if (!event.dataTransfer || !carriesFiles(event)) return;
        event.preventDefault();
        event.dataTransfer.dropEffect = 'copy';
        setOver(targetOf(event));
      },
      { signal },
    );
    window.addEventListener(
      'drop',
      (event) => {
        setOver(undefined);
        if (carriesFiles(event)) drop(event);
      },
      { signal },
    );
    // No related target: the pointer left the window, or the drag was cancelled.
    window.addEventListener('dragleave', ({ relatedTarget }) => relatedTarget === null && setOver(undefined), {
      signal,
    });
    return () => stop.abort();
  }, []);
  return over;
}
