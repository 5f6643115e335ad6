import { Box } from '@chakra-ui/react/box';
import { Flex } from '@chakra-ui/react/flex';
import { chakra } from '@chakra-ui/react/styled-system';
import { Text } from '@chakra-ui/react/text';
import { ShieldCheck } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { Badge } from '../../ui/feedback/badge.tsx';
import type { OptionText } from './texts.ts';

interface Props {
  /** Name of the setting on the server: "portal.stepUp". */
  name: string;
  label: string;
  /** Value that somebody else saved meanwhile. */
  hint: string | undefined;
  /** Label of each option. */
  options: Readonly<Record<string, string>>;
  texts: Readonly<Record<string, OptionText>>;
  /** Extra content of the chosen option. */
  more: ReactNode;
  value: string;
  onChoose: (value: string) => void;
}

const Card = chakra('div', {
  base: {
    borderWidth: '1px',
    borderRadius: 'l2',
    px: { base: '2.5', sm: '3' },
    py: '2.5',
    '&:has([type=radio]:checked)': { borderColor: 'brand.border', boxShadow: 'inset 0 0 0 1px {colors.brand.border}' },
    '&:has([type=radio]:focus-visible)': {
      outline: '2px solid',
      outlineColor: 'brand.focusRing',
      outlineOffset: '2px',
    },
  },
});
const Radio = chakra('input', { base: { accentColor: 'brand.solid', boxSize: '4', flexShrink: 0, mt: '0.5' } });

interface OptionProps extends OptionText {
  label: string;
  name: string;
  value: string;
  more: ReactNode;
  isChosen: boolean;
  onChoose: () => void;
}

function OptionCard({ name, value, label, about, why, more, isChosen, onChoose }: OptionProps) {
  const id = useId();
  const text = [about, why && `Recommended: ${why}`].filter(Boolean).join(' ');
  return (
    <Card>
      <chakra.label htmlFor={id} display="flex" flexWrap="wrap" columnGap="2.5" cursor="pointer">
        <Radio
          id={id}
          type="radio"
          name={name}
          value={value}
          checked={isChosen}
          onChange={onChoose}
          aria-labelledby={`${id}-label`}
          aria-describedby={text && `${id}-about`}
        />
        {/* With large text on a phone it goes below the radio. */}
        <Box flex="1 1 8rem" minW="0">
          <Flex columnGap="2" rowGap="1" align="center" wrap="wrap">
            <Text as="span" id={`${id}-label`} textStyle="sm" fontWeight="medium">
              {label}
            </Text>
            {why && (
              <Badge tone="green" icon={ShieldCheck}>
                Recommended
              </Badge>
            )}
          </Flex>
          {text && (
            <Text as="span" display="block" id={`${id}-about`} textStyle="sm" color="fg.muted">
              {text}
            </Text>
          )}
        </Box>
      </chakra.label>
      {isChosen && more && (
        <Box ps="7" pt="3" display="grid" gap="3">
          {more}
        </Box>
      )}
    </Card>
  );
}

/** Radio cards for a firm-wide setting, each with its effect; the recommended one is marked. */
export function Policy({ name, label, hint, options, texts, more, value, onChoose }: Props) {
  return (
    <chakra.fieldset minW="0" display="grid" gridTemplateColumns="minmax(0, 1fr)" gap="2">
      <chakra.legend textStyle="sm" fontWeight="medium" float="left" width="full">
        {label}
      </chakra.legend>
      {Object.entries(options).map(([option, optionLabel]) => (
        <OptionCard
          key={option}
          {...texts[option]}
          label={optionLabel}
          name={name}
          value={option}
          more={more}
          isChosen={option === value}
          onChoose={() => onChoose(option)}
        />
      ))}
      {hint && (
        <Text textStyle="xs" color="fg.muted">
          {hint}
        </Text>
      )}
    </chakra.fieldset>
  );
}
