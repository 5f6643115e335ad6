import { Flex } from '@chakra-ui/react/flex';
import { chakra, type HTMLChakraProps } from '@chakra-ui/react/styled-system';
import { Text } from '@chakra-ui/react/text';
import { type ReactNode, useId } from 'react';

const Box = chakra('input', {
  base: { accentColor: 'brand.solid', boxSize: '5', flexShrink: 0, m: '0', verticalAlign: 'middle', cursor: 'pointer' },
});

interface Props extends Omit<HTMLChakraProps<'input'>, 'onChange'> {
  /** Some of the items it controls are selected, but not all. */
  mixed?: boolean;
  /** `upTo` if Shift is held: includes all rows up to here. */
  onChange?: (checked: boolean, upTo: boolean) => void;
}

/** Native checkbox without a label; needs an accessible name. */
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

/** Controlled checkbox, or an uncontrolled one that the form reads by name. */
export type Choice =
  | { checked: boolean; onChange: (checked: boolean) => void }
  | { name: string; defaultChecked: boolean };

type CheckboxProps = Choice & {
  label: string;
  hint: ReactNode;
  role?: 'switch';
};

export function Checkbox({ label, hint, ...choice }: CheckboxProps) {
  const id = useId();
  return (
    <Flex as="label" gap="2.5" cursor="pointer">
      <Tick {...choice} mt="0.5" aria-labelledby={`${id}-label`} aria-describedby={`${id}-hint`} />
      <Text as="span" minW="0" overflowWrap="anywhere">
        <span id={`${id}-label`}>{label}</span>
        <Text as="span" id={`${id}-hint`} display="block" color="fg.muted" textStyle="sm">
          {hint}
        </Text>
      </Text>
    </Flex>
  );
}
