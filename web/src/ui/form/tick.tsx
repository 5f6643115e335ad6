import { chakra, type HTMLChakraProps } from '@chakra-ui/react/styled-system';

const Box = chakra('input', {
  base: { accentColor: 'brand.solid', boxSize: '5', flexShrink: 0, m: '0', verticalAlign: 'middle', cursor: 'pointer' },
});

interface Props extends Omit<HTMLChakraProps<'input'>, 'onChange'> {
  /** Some of what it stands for are ticked, not all. */
  mixed?: boolean;
  /** `upTo` where it is pressed with shift: everything up to here is meant. */
  onChange?: (checked: boolean, upTo: boolean) => void;
}

/** The browser's own tick box, by itself in a line; has to be named where no label is around it. */
export const Tick = ({ mixed = false, onChange, ...props }: Props) => (
  <Box
    {...props}
    type="checkbox"
    ref={(box: HTMLInputElement | null) => {
      if (box) box.indeterminate = mixed;
    }}
    onChange={({ target, nativeEvent }) =>
      onChange?.(target.checked, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
    }
  />
);
