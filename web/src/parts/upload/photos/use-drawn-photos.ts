import { useEffect, useEffectEvent, useState } from 'react';
import { type DrawnPhoto, drawNext } from './draw-photo.ts';

export interface Photo {
  id: number;
  file: File;
  /** Quarter turns to the right. */
  turns: number;
}

const keyOf = ({ id }: Photo, isFull: boolean) => `${id} ${isFull}`;

/** Draws photos one by one. The result is undefined for a photo that is still waiting, and null for an unreadable one. */
export function useDrawnPhotos(photos: readonly Photo[], isFull: boolean) {
  const [all, setAll] = useState<ReadonlyMap<string, DrawnPhoto | null>>(new Map());
  const start = useEffectEvent((signal: AbortSignal) => {
    for (const photo of photos) {
      const key = keyOf(photo, isFull);
      if (all.has(key)) continue;
      drawNext(photo.file, isFull, signal)
        .catch(() => null)
        .then((drawn) => signal.aborted || setAll((others) => new Map(others).set(key, drawn)));
    }
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: starts again with another size
  useEffect(() => {
    const stop = new AbortController();
    start(stop.signal);
    return () => stop.abort();
  }, [isFull]);
  const small = (photo: Photo) => all.get(keyOf(photo, false));
  const drawn = (photo: Photo) => {
    const own = all.get(keyOf(photo, isFull));
    // A phone may lack the memory for the full size.
    return own === null ? small(photo) : own;
  };
  return { small, drawn };
}
