import { Flex } from '@chakra-ui/react/flex';
import { chakra } from '@chakra-ui/react/styled-system';
import { Text } from '@chakra-ui/react/text';
import { type ReactNode, useId } from 'react';

const Tick = chakra('input', { base: { accentColor: 'brand.solid', boxSize: '5', flexShrink: 0, m: '0', mt: '0.5' } });

interface Props {
  label: string;
  /** What it means, below. */
  hint: ReactNode;
  checked: boolean;
  onChange: (checked: boolean) => void;
}

/** The browser's own tick box with what it is for; all of it can be pressed. */
export function Checkbox({ label, hint, checked, onChange }: Props) {
  const id = useId();
  return (
    <Flex as="label" gap="2.5" cursor="pointer">
      <Tick
        type="checkbox"
        checked={checked}
        aria-labelledby={`${id}-label`}
        aria-describedby={`${id}-hint`}
        onChange={(event) => onChange(event.target.checked)}
      />
      <span>
        <span id={`${id}-label`}>{label}</span>
        <Text as="span" id={`${id}-hint`} display="block" color="fg.muted" textStyle="sm">
          {hint}
        </Text>
      </span>
    </Flex>
  );
}
