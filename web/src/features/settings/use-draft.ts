import { useState } from 'react';

/** A section as it is shown and will be saved: what was chosen or typed, over what is saved. */
export interface Draft<T> {
  shown: T;
  set: (change: Partial<T>) => void;
  reset: () => void;
}

/** Changes to a section that is saved elsewhere: what nobody touched follows it. */
export function useDraft<T>(saved: T): Draft<T> {
  const [changed, change] = useState<Partial<T>>({});
  return {
    shown: { ...saved, ...changed },
    set: (more) => change((before) => ({ ...before, ...more })),
    reset: () => change({}),
  };
}
