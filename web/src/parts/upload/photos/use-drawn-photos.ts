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
  const draw = (photo: Photo, full: boolean, signal: AbortSignal) => {
    const key = keyOf(photo, full);
    if (all.has(key)) return;
    drawNext(photo.file, full, signal)
      .catch(() => null)
      .then((drawn) => signal.aborted || setAll((others) => new Map(others).set(key, drawn)));
  };
  const start = useEffectEvent((signal: AbortSignal) => {
    // The small ones come first, as they show which photos are readable.
    for (const full of isFull ? [false, true] : [false]) for (const photo of photos) draw(photo, full, signal);
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
