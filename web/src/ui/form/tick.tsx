import { Flex } from '@chakra-ui/react/flex';
import { chakra, type HTMLChakraProps } from '@chakra-ui/react/styled-system';
import { Text } from '@chakra-ui/react/text';
import { type ReactNode, useId } from 'react';

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

/** A tick that is kept where it is used or, by its name, in the form around. */
export type Choice =
  | { checked: boolean; onChange: (checked: boolean) => void }
  | { name: string; defaultChecked: boolean };

type CheckboxProps = Choice & {
  label: string;
  /** What it means, below. */
  hint: ReactNode;
};

/** The browser's own tick box with what it is for; all of it can be pressed. */
export function Checkbox({ label, hint, ...choice }: CheckboxProps) {
  const id = useId();
  return (
    <Flex as="label" gap="2.5" cursor="pointer">
      <Tick {...choice} mt="0.5" aria-labelledby={`${id}-label`} aria-describedby={`${id}-hint`} />
      <span>
        <span id={`${id}-label`}>{label}</span>
        <Text as="span" id={`${id}-hint`} display="block" color="fg.muted" textStyle="sm">
          {hint}
        </Text>
      </span>
    </Flex>
  );
}
