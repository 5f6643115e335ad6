import { Flex } from '@chakra-ui/react/flex';
import { chakra } from '@chakra-ui/react/styled-system';
import { Text } from '@chakra-ui/react/text';
import { useId } from 'react';

const Radio = chakra('input', { base: { accentColor: 'brand.solid', boxSize: '4', flexShrink: 0, m: '0' } });

const Pill = chakra('label', {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: { base: '1.5', sm: '2' },
    px: { base: '2.5', sm: '3' },
    py: '1.5',
    borderWidth: '1px',
    borderColor: 'border',
    borderRadius: 'full',
    textStyle: { base: 'xs', sm: 'sm' },
    whiteSpace: 'nowrap',
    cursor: 'pointer',
    _hover: { borderColor: 'border.emphasized' },
    '&:has(:checked)': { bg: 'brand.subtle', color: 'brand.fg', borderColor: 'brand.border', fontWeight: 'medium' },
    '&:has(:focus-visible)': { outline: '2px solid', outlineColor: 'brand.focusRing', outlineOffset: '2px' },
  },
});

interface Props<T extends string> {
  /** What is chosen. */
  label: string;
  about: string;
  options: readonly { value: T; label: string }[];
  value: T;
  onChoose: (value: T) => void;
}

/** A choice of one of a few, all of which one sees; it counts as soon as it is made. */
export function Choices<T extends string>({ label, about, options, value, onChoose }: Props<T>) {
  const id = useId();
  return (
    <Flex
      role="group"
      aria-labelledby={`${id}-name`}
      aria-describedby={`${id}-about`}
      direction={{ base: 'column', md: 'row' }}
      align={{ md: 'center' }}
      justify="space-between"
      columnGap="6"
      rowGap="2.5"
    >
      <div>
        <Text id={`${id}-name`} fontWeight="medium">
          {label}
        </Text>
        <Text id={`${id}-about`} textStyle="sm" color="fg.muted">
          {about}
        </Text>
      </div>
      <Flex gap={{ base: '1', sm: '1.5' }} wrap={{ base: 'wrap', sm: 'nowrap' }} flexShrink="0">
        {options.map((option) => (
          <Pill key={option.value}>
            <Radio
              type="radio"
              name={id}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChoose(option.value)}
            />
            {option.label}
          </Pill>
        ))}
      </Flex>
    </Flex>
  );
}
