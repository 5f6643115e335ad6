import { Flex } from '@chakra-ui/react/flex';
import { chakra, type HTMLChakraProps } from '@chakra-ui/react/styled-system';
import type { ComponentProps, ReactNode } from 'react';

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

interface PillProps extends ComponentProps<typeof Radio> {
  look?: HTMLChakraProps<'label'>;
  children: ReactNode;
}

/** Radio button with its label. */
export const RadioPill = ({ look, children, ...radio }: PillProps) => (
  <Pill {...look}>
    <Radio type="radio" {...radio} />
    {children}
  </Pill>
);

interface Props<T extends string> {
  name: string;
  label: string;
  /** Label of each option. */
  options: Readonly<Record<T, string>>;
  defaultValue: T;
}

/** Radio buttons for a few options, which the form reads by name. */
export const RadioField = <T extends string>({ name, label, options, defaultValue }: Props<T>) => (
  <chakra.fieldset minW="0">
    <chakra.legend textStyle="sm" fontWeight="medium" mb="1.5">
      {label}
    </chakra.legend>
    <Flex gap="1.5" wrap="wrap">
      {Object.entries<string>(options).map(([value, text]) => (
        <RadioPill key={value} name={name} value={value} defaultChecked={value === defaultValue}>
          {text}
        </RadioPill>
      ))}
    </Flex>
  </chakra.fieldset>
);
