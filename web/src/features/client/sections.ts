import { useEffect, useRef } from 'react';
import { type SectionId, watchSection } from './reading.ts';
import { useTarget } from './use-target.ts';

/** Makes an element a part of the page that the bar and addresses lead to. Spread the result on it. */
export function useSection(id: SectionId) {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => (ref.current ? watchSection(id, ref.current) : undefined), [id]);
  return { ref, ...useTarget(id, 'start') };
}
