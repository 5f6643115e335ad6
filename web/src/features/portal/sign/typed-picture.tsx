import { chakra } from '@chakra-ui/react/styled-system';
import { useDeferredValue, useEffect, useMemo, useRef } from 'react';
import type { SentMark } from '#shared/contract/signing.ts';
import { pixelsOf } from './bits.ts';
import { Paper } from './paper.tsx';
import { typedMark } from './pictures.ts';

const Canvas = chakra('canvas', { base: { display: 'block', maxW: 'full', maxH: '24', objectFit: 'contain' } });

function Dots({ mark, label }: { mark: SentMark; label: string }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const { width, height } = mark;
  useEffect(() => {
    canvas.current?.getContext('2d')?.putImageData(new ImageData(pixelsOf(mark), width, height), 0, 0);
  }, [mark, width, height]);
  return <Canvas ref={canvas} role="img" aria-label={label} htmlWidth={width} htmlHeight={height} />;
}

/** Typed name as it is sent. */
export function TypedPicture({ name }: { name: string }) {
  const shown = useDeferredValue(name.trim());
  const mark = useMemo(() => typedMark(shown), [shown]);
  return <Paper minH="24">{mark && <Dots mark={mark} label={`Your signature: ${shown}`} />}</Paper>;
}
