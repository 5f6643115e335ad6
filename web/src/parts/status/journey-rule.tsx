import { Box } from '@chakra-ui/react/box';
import { Flex } from '@chakra-ui/react/flex';

const MARKS = [1, 2, 3, 4, 5, 6, 7];

/** Progress bar of seven marks, one per stage; `percent` is from 0 to 100. */
export function JourneyRule({ percent, label, thick }: { percent: number; label: string; thick?: boolean }) {
  const value = Math.min(100, percent);
  const isFilled = (mark: number) => (mark / 7) * 100 <= value + 1;
  return (
    <Flex
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={value}
      gap={thick ? '1.5' : '1'}
    >
      {MARKS.map((mark) => (
        <Box
          key={mark}
          flex="1"
          height={thick ? '2.5' : '1.5'}
          borderRadius="full"
          bg={isFilled(mark) ? 'brand.solid' : 'bg.emphasized'}
          transition="background-color 0.3s"
          // Forced colours remove backgrounds, so marks get a border, thick if filled.
          css={{
            '@media (forced-colors: active)': { border: '1px solid', borderWidth: isFilled(mark) ? '3px' : '1px' },
          }}
        />
      ))}
    </Flex>
  );
}
