import { useEffect, useEffectEvent, useState } from 'react';
import { carriesFiles } from '../../../lib/files/dropped-files.ts';
import { notify } from '../../../lib/screen/notify.ts';

/** What of the page stands for a stage on which files can be dropped; blank for none. */
export const DROP_STAGE = 'data-drop-stage';

const stageAt = ({ target }: DragEvent) =>
  target instanceof Element ? target.closest(`[${DROP_STAGE}]`)?.getAttribute(DROP_STAGE) : undefined;

/** The stage of an open dialog, wherever files are dropped beside it. */
const stageOfDialog = () => document.querySelector(`[role="dialog"] [${DROP_STAGE}]`)?.getAttribute(DROP_STAGE);

const FOLDER = 'Folders cannot be uploaded. Please open them, and choose the files in them.';

function filesOf({ dataTransfer }: DragEvent): File[] {
  const items = [...(dataTransfer?.items ?? [])].filter(({ kind }) => kind === 'file');
  const kept = items.filter((item) => item.webkitGetAsEntry()?.isDirectory !== true);
  if (kept.length < items.length) notify({ title: 'Upload Failed', description: FOLDER }, 'error');
  return kept.flatMap((item) => item.getAsFile() ?? []);
}

/**
 * Takes files that are dropped anywhere on the page. Gives the stage that they are over while they are dragged, blank for
 * none: what is under the pointer says it, else an open dialog, else `usual`.
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
    // Left the window, or given up.
    window.addEventListener('dragleave', ({ relatedTarget }) => relatedTarget === null && setOver(undefined), {
      signal,
    });
    return () => stop.abort();
  }, []);
  return over;
}
