import { Center } from '@chakra-ui/react/center';
import { initials } from '../../lib/text/format.ts';

const hueOf = (text: string) => [...text].reduce((hash, letter) => (hash * 31 + (letter.codePointAt(0) ?? 0)) % 360, 7);

/** A person's initials on a hue derived from their name; contrast above 4.5:1. */
export function Avatar({ name, size = '10' }: { name: string; size?: '8' | '10' | '12' | '14' }) {
  const hue = hueOf(name);
  return (
    <Center
      aria-hidden
      boxSize={size}
      flexShrink="0"
      borderRadius="full"
      fontWeight="semibold"
      textStyle={size === '14' ? 'lg' : 'sm'}
      bg={{ _light: `hsl(${hue} 38% 88%)`, _dark: `hsl(${hue} 28% 26%)` }}
      color={{ _light: `hsl(${hue} 60% 20%)`, _dark: `hsl(${hue} 60% 90%)` }}
    >
      {initials(name)}
    </Center>
  );
}
