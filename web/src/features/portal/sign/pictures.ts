import type { SentMark } from '#shared/contract/signing.ts';
import { SIGNING_LIMITS } from '#shared/rules/limits.ts';
import { bitsOf, inkIn } from './bits.ts';

const { markWidth, markHeight } = SIGNING_LIMITS;
/** Dots around the ink. Without them a straight line would be all ink, which is refused. */
const MARGIN = 24;
/** A picture that is smaller in both directions comes from a tap. */
const SMALLEST = 40;
const LETTERS = 180;
/** Letters of these typefaces reach beyond their own width. */
const OVERHANG = 0.9;
const TYPEFACES = "'Segoe Script', 'Snell Roundhand', 'Apple Chancery', 'Bradley Hand', 'Dancing Script', cursive";

/** Returns the context of a new canvas. Throws if the browser has none. */
function contextOf(width: number, height: number): CanvasRenderingContext2D {
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('This browser cannot draw');
  return context;
}

/** Returns the ink of a canvas as it is sent, not larger than is allowed; undefined if there is none. */
function markIn(context: CanvasRenderingContext2D): SentMark | undefined {
  const { canvas } = context;
  const ink = inkIn(context.getImageData(0, 0, canvas.width, canvas.height));
  if (!ink || Math.max(ink.width, ink.height) < SMALLEST) return;
  const scale = Math.min(1, (markWidth - 2 * MARGIN) / ink.width, (markHeight - 2 * MARGIN) / ink.height);
  const [width, height] = [ink.width, ink.height].map((side) => Math.max(1, Math.floor(side * scale))) as [
    number,
    number,
  ];
  const cropped = contextOf(width + 2 * MARGIN, height + 2 * MARGIN);
  cropped.drawImage(canvas, ink.x, ink.y, ink.width, ink.height, MARGIN, MARGIN, width, height);
  return bitsOf(cropped.getImageData(0, 0, cropped.canvas.width, cropped.canvas.height));
}

/** Returns a picture of a name, in any script; undefined if nothing of it can be seen. */
export function typedMark(name: string): SentMark | undefined {
  const context = contextOf(markWidth, markHeight);
  const choose = (size: number) => {
    context.font = `${size}px ${TYPEFACES}`;
  };
  choose(LETTERS);
  const { width } = context.measureText(name);
  choose(Math.min(LETTERS, (LETTERS * OVERHANG * markWidth) / width));
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.fillText(name, markWidth / 2, markHeight / 2);
  return markIn(context);
}

/** Returns what was drawn on a canvas; undefined if it is empty. */
export function drawnMark(canvas: HTMLCanvasElement | null): SentMark | undefined {
  const context = canvas?.getContext('2d');
  return context ? markIn(context) : undefined;
}
