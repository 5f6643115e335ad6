import { Box, type BoxProps } from '@chakra-ui/react/box';
import { Text } from '@chakra-ui/react/text';
import { ProgressBar } from '../../../ui/feedback/progress-bar.tsx';

/** "3 of 12 sections done", in words and as a bar. */
export function SectionsDone({ done, of, ...box }: BoxProps & { done: number; of: number }) {
  const words = `${done} of ${of} sections done`;
  return (
    <Box {...box}>
      <Text key={words} color="fg.muted" mb="2" fontVariantNumeric="tabular-nums">
        {words}
      </Text>
      <ProgressBar
        label={words}
        percent={Math.round((done / Math.max(of, 1)) * 100)}
        height="2"
        borderRadius="full"
        bg="bg.emphasized"
        overflow="hidden"
      />
    </Box>
  );
}
