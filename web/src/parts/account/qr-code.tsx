import { chakra } from '@chakra-ui/react/styled-system';
import { encode } from 'uqr';

interface Props {
  /** What a camera reads in it. */
  text: string;
  /** What it is, for who does not see it. */
  label: string;
}

/** Modules around the code that stay empty, as its standard asks for. */
const QUIET = 4;

/** A text as a QR code, in one path. Black on white in either theme, as cameras want it. */
export function QrCode({ text, label }: Props) {
  const { size, data } = encode(text, { border: QUIET });
  const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return (
    <chakra.svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      width="full"
      maxWidth="48"
      borderRadius="md"
    >
      <rect width={size} height={size} fill="white" />
      <path d={dark.join('')} fill="black" />
    </chakra.svg>
  );
}
