import { Checkbox } from '../ui/checkbox.tsx';
import { useSingleKeys } from './single-keys.ts';

/** Switches single keys on or off. */
export function SingleKeysChoice() {
  const [on, set] = useSingleKeys();
  return (
    <Checkbox
      label="Single keys do something"
      hint="Switch them off if you speak to your computer, or press keys by accident. Ctrl K works all the same."
      checked={on}
      onChange={set}
    />
  );
}
