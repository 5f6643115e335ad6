import { Button } from '@chakra-ui/react/button';
import { chakra } from '@chakra-ui/react/styled-system';
import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';
import SignaturePad from 'signature_pad';
import { CANVAS, linesIn, textOf } from './drawing.ts';
import { Paper } from './paper.tsx';

const Canvas = chakra('canvas', {
  base: { display: 'block', width: 'full', aspectRatio: '2 / 1', cursor: 'crosshair' },
});

/** Radius of the pen in dots. It is the same at each speed. */
const PEN = 5;

interface Props {
  canvas: RefObject<HTMLCanvasElement | null>;
  drawing: string;
  onDraw: (drawing: string) => void;
}

/** Canvas to draw a name with a finger, pen or mouse. */
export default function DrawPad({ canvas, drawing, onDraw }: Props) {
  const pad = useRef<SignaturePad>(undefined);
  /** Drawing that the canvas shows. */
  const shown = useRef('');
  const scaleOf = () => CANVAS.width / (canvas.current?.clientWidth || CANVAS.width);
  const drawn = useEffectEvent(() => {
    shown.current = textOf(pad.current?.toData() ?? [], scaleOf());
    onDraw(shown.current);
  });
  const show = useEffectEvent(() => {
    const scale = scaleOf();
    const width = PEN / scale;
    canvas.current?.getContext('2d')?.setTransform(scale, 0, 0, scale, 0, 0);
    if (!pad.current) return;
    Object.assign(pad.current, { minWidth: width, maxWidth: width });
    const look = { penColor: 'black', dotSize: width, minWidth: width, maxWidth: width } as const;
    const more = { velocityFilterWeight: 1, compositeOperation: 'source-over' } as const;
    pad.current.fromData(
      linesIn(drawing, scale).map((line) => ({
        ...look,
        ...more,
        points: line.map((point) => ({ ...point, pressure: 0, time: 0 })),
      })),
    );
    shown.current = drawing;
  });
  useEffect(() => {
    const element = canvas.current;
    if (!element) return;
    // Browsers send one move a frame by themselves. The canvas is read at each try to sign.
    const made = new SignaturePad(element, { throttle: 0, canvasContextOptions: { willReadFrequently: true } });
    pad.current = made;
    made.addEventListener('endStroke', () => drawn());
    const resized = new ResizeObserver(() => show());
    resized.observe(element);
    return () => {
      resized.disconnect();
      made.off();
    };
  }, [canvas]);
  useEffect(() => {
    if (drawing !== shown.current) show();
  }, [drawing]);
  return (
    <>
      <Paper>
        <Canvas
          ref={canvas}
          role="img"
          aria-label="Draw your name here"
          htmlWidth={CANVAS.width}
          htmlHeight={CANVAS.height}
        />
      </Paper>
      <Button variant="outline" size="lg" mt="2" onClick={() => onDraw('')}>
        Clear
      </Button>
    </>
  );
}
