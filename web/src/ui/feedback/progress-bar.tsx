import { Box, type BoxProps } from '@chakra-ui/react/box';

interface Props extends BoxProps {
  label: string;
  percent: number;
}

/** Progress bar; `transition` applies to the bar, other properties to its box. */
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
