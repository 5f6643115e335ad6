import { chakra } from '@chakra-ui/react/styled-system';
import type { Stage } from '#shared/contract/journey.ts';
import { stageDisplay } from '#shared/rules/journey.ts';
import { STAGE_LOOK } from '../../../parts/client/status-badge.tsx';
import { useClient } from '../client-context.ts';

// A row needs the width of the page; beside the notes on a small laptop it is a list, as on a phone.
const AS_LIST_OR_ROW = {
  flexDirection: { base: 'row', md: 'column', lg: 'row', xl: 'column' },
  alignItems: { base: 'center', md: 'start', lg: 'center', xl: 'start' },
  gap: { base: '2', md: '1', lg: '2', xl: '1' },
} as const;

const TileButton = chakra('button', {
  base: {
    width: 'full',
    height: 'full',
    display: 'flex',
    ...AS_LIST_OR_ROW,
    textAlign: 'start',
    py: '1.5',
    borderRadius: 'l2',
    textStyle: 'xs',
    cursor: 'pointer',
    _hover: { '& > b': { textDecoration: 'underline' } },
    focusVisibleRing: 'outside',
    '& > b': { flex: '1', fontWeight: 'semibold', lineHeight: 'short' },
    '& > span': { display: 'flex', alignItems: 'center', gap: '1', color: 'colorPalette.fg', whiteSpace: 'nowrap' },
    // Red for what is locked, although the words are neutral (product 4).
    '& > span > svg': { color: 'colorPalette.solid' },
  },
});

/** A stage in short, and the way to it in the list of stages (product 2). */
export function Tile({ stage }: { stage: Stage }) {
  const { client, revealStage } = useClient();
  const [label, tone, Icon] = STAGE_LOOK[stageDisplay(stage, client.completed)];
  return (
    <TileButton type="button" colorPalette={tone} onClick={() => revealStage(stage.id)}>
      <b>
        {stage.stageNumber}. {stage.title}
      </b>
      <span>
        <Icon size={13} aria-hidden />
        {label}
      </span>
    </TileButton>
  );
}
