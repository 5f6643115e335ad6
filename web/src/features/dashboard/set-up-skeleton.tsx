import { chakra } from '@chakra-ui/react/styled-system';
import { Skeletons } from '../../ui/eager/state.tsx';

/** Grid of the steps. Its rows have a fixed height, so that nothing moves when the skeleton becomes steps. */
export const StepList = chakra('ul', {
  base: {
    display: 'grid',
    gridTemplateColumns: { base: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))', xl: 'repeat(3, minmax(0, 1fr))' },
    gridAutoRows: 'minmax({sizes.9}, auto)',
    columnGap: '6',
  },
});

const STEPS = 6;

export const SetUpSkeleton = () => (
  <StepList as="div" role="status" aria-label="Loading the steps...">
    <Skeletons count={STEPS} height="6" alignSelf="center" />
  </StepList>
);
