import { chakra } from '@chakra-ui/react/styled-system';

const Box = chakra('input', {
  base: { accentColor: 'brand.solid', boxSize: '5', flexShrink: 0, m: '0', verticalAlign: 'middle', cursor: 'pointer' },
});

interface Props {
  /** What it is called, where no label is around it. */
  label?: string;
  checked: boolean;
  /** Some of what it stands for are ticked, not all. */
  mixed?: boolean;
  disabled?: boolean;
  /** 5 where none is given, in the theme's sizes. */
  size?: '4' | '6';
  /** `upTo` where it is pressed with shift: everything up to here is meant. */
  onChange: (checked: boolean, upTo: boolean) => void;
}

/** The browser's own tick box, by itself in a line. */
export const Tick = ({ label, checked, mixed = false, disabled, size, onChange }: Props) => (
  <Box
    type="checkbox"
    boxSize={size}
    aria-label={label}
    checked={checked}
    disabled={disabled}
    ref={(box: HTMLInputElement | null) => {
      if (box) box.indeterminate = mixed;
    }}
    onChange={({ target, nativeEvent }) =>
      onChange(target.checked, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
    }
  />
);
