import { Checkbox } from '../../ui/form/tick.tsx';
import { useSingleKeys } from './single-keys.ts';

export function SingleKeysChoice() {
  const [on, set] = useSingleKeys();
  return (
    <Checkbox
      label="Single-key shortcuts"
      hint="Turn off if you use voice control or keep pressing keys by accident. Ctrl K still works."
      checked={on}
      onChange={set}
    />
  );
}
