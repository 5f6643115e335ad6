import { Box } from '@chakra-ui/react/box';
import { Flex } from '@chakra-ui/react/flex';

const MARKS = [1, 2, 3, 4, 5, 6, 7];

/** The seven stages as seven marks on a rule, filled as far as the journey has come; `percent` from 0 to 100. */
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
          // Backgrounds are not drawn in forced colours: a border for each mark, a thick one for those that are filled.
          css={{
            '@media (forced-colors: active)': { border: '1px solid', borderWidth: isFilled(mark) ? '3px' : '1px' },
          }}
        />
      ))}
    </Flex>
  );
}
