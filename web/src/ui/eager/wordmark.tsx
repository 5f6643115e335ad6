import { Flex, type FlexProps } from '@chakra-ui/react/flex';
import { Text } from '@chakra-ui/react/text';
import { useFirm } from './title.tsx';

const TICKS = [3, 5, 7, 9, 11, 13, 15];

/** Logo: the journey's seven stages as rising bars; `size` in pixels. */
const Mark = ({ size = 28 }: { size?: number }) => (
  <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" style={{ flexShrink: 0 }}>
    <rect width="32" height="32" rx="7" fill="var(--c-colors-brand-solid)" />
    {TICKS.map((height, i) => (
      <path
        key={height}
        d={`M${7 + i * 3} 23v-${height}`}
        stroke="var(--c-colors-brand-contrast)"
        strokeWidth="1.8"
        strokeLinecap="round"
      />
    ))}
  </svg>
);

/** Logo with the firm's name, which wraps between words only: `anywhere` would break large text into letters. */
export const Wordmark = (props: FlexProps) => (
  <Flex as="span" align="center" gap="2.5" maxW="full" {...props}>
    <Mark />
    <Text
      as="span"
      className="notranslate"
      fontFamily="heading"
      fontWeight="semibold"
      letterSpacing="tight"
      textStyle={{ base: 'sm', sm: 'md' }}
      lineHeight="shorter"
      maxW={{ base: '10rem', sm: 'none' }}
      minW="0"
      overflowWrap="break-word"
    >
      {useFirm()}
    </Text>
  </Flex>
);
