import { useEffect, useRef, useState } from 'react';
import type { DownloadOptions } from '../../lib/files/download.ts';

type Tracked = Pick<DownloadOptions, 'signal' | 'onProgress'>;

export const openingLabel = (fraction: number) => `Opening... ${Math.floor(fraction * 100)}%`;

/** Shows the progress of large downloads, as "Opening... 40%", and cancels them on Esc. */
export function useDownload() {
  const [busyLabel, setBusyLabel] = useState<string>();
  const controller = useRef<AbortController>(undefined);
  const isLarge = busyLabel !== undefined;
  const cancel = () => controller.current?.abort();
  useEffect(() => {
    if (!isLarge) return;
    const ended = new AbortController();
    const press = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.stopPropagation();
      controller.current?.abort();
    };
    // Captures the key, as a dialog would close.
    window.addEventListener('keydown', press, { capture: true, signal: ended.signal });
    return () => ended.abort();
  }, [isLarge]);
  const track = async <T>(run: (options: Tracked) => Promise<T>): Promise<T> => {
    controller.current = new AbortController();
    const onProgress = (fraction: number) => setBusyLabel(openingLabel(fraction));
    try {
      return await run({ signal: controller.current.signal, onProgress });
    } finally {
      setBusyLabel(undefined);
    }
  };
  return { busyLabel, cancel, track };
}
