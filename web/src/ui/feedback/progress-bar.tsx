import { Box, type BoxProps } from '@chakra-ui/react/box';

interface Props extends BoxProps {
  /** What is under way. */
  label: string;
  percent: number;
}

/** How far something is, as a bar within the box that the other properties describe; `transition` is the bar's. */
export const ProgressBar = ({ label, percent, transition, ...box }: Props) => (
  <Box role="progressbar" aria-label={label} aria-valuemin={0} aria-valuemax={100} aria-valuenow={percent} {...box}>
    <Box
      height="full"
      bg="brand.solid"
      borderRadius="inherit"
      transition={transition}
      css={{ '@media (forced-colors: active)': { bg: 'Highlight', forcedColorAdjust: 'none' } }}
      style={{ width: `${percent}%` }}
    />
  </Box>
);
