import { Tick } from '../../../ui/tick.tsx';
import { useTick } from './selection.ts';

/** Ticks a client; with shift, by pointer or by the space bar, all from the last tick on. */
export function TickBox({ id, name, isLarge }: { id: string; name: string; isLarge?: boolean }) {
  const [on, tick] = useTick(id);
  return <Tick size={isLarge ? '6' : '4'} label={`Select ${name}`} checked={on} onChange={tick} />;
}
