import { Grid } from '@chakra-ui/react/grid';
import { chakra } from '@chakra-ui/react/styled-system';
import type { Options } from '#shared/rules/factfind-shape.ts';

const Mark = chakra('input', {
  base: { accentColor: 'brand.solid', boxSize: '5', flexShrink: 0, m: '0', cursor: 'inherit' },
});

const Line = chakra('label', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '3',
    minH: '11',
    px: '3',
    py: '2',
    borderWidth: '1px',
    borderColor: 'border.emphasized',
    borderRadius: 'l2',
    bg: 'bg.surface',
    overflowWrap: 'anywhere',
    cursor: 'pointer',
    '&:has(:disabled)': { cursor: 'default' },
    '&:has(:checked)': { bg: 'brand.subtle', color: 'brand.fg', borderColor: 'brand.border', fontWeight: 'medium' },
    '&:has(:focus-visible)': { outline: '2px solid', outlineColor: 'brand.focusRing', outlineOffset: '2px' },
  },
});

interface Props {
  type: 'radio' | 'checkbox';
  /** Name that the radio buttons of a question share. */
  name: string;
  options: Options;
  chosen: readonly string[];
  onChoose: (option: string, isChosen: boolean) => void;
}

/** Radio buttons or checkboxes, one below the other. */
export const Choices = ({ type, name, options, chosen, onChoose }: Props) => (
  <Grid gap="2" templateColumns="minmax(0, 1fr)" maxW="lg">
    {Object.entries(options).map(([option, words]) => (
      <Line key={option}>
        <Mark
          type={type}
          name={name}
          value={option}
          checked={chosen.includes(option)}
          onChange={({ target }) => onChoose(option, target.checked)}
        />
        <span>{words}</span>
      </Line>
    ))}
  </Grid>
);
