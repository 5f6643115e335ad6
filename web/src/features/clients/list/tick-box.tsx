import { Tick } from '../../../ui/tick.tsx';
import { useTick } from './selection.ts';

/** Ticks a client; with shift, by pointer or by the space bar, all from the last tick on. */
export function TickBox({ id, name, isLarge }: { id: string; name: string; isLarge?: boolean }) {
  const [on, tick] = useTick(id);
  return <Tick boxSize={isLarge ? '6' : '4'} aria-label={`Select ${name}`} checked={on} onChange={tick} />;
}
