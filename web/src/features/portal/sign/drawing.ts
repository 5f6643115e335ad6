import { parsed } from '../../../lib/storage/storage.ts';

/** Size of the canvas in dots, in which a drawing is kept on every screen. */
export const CANVAS = { width: 1200, height: 600 } as const;

interface Point {
  x: number;
  y: number;
}

/** Lines of a drawing in dots: x and y of each point in turn. */
type Lines = readonly (readonly number[])[];

/** Returns a drawing as text, without its speed and pressure. `scale` is the number of dots of a unit. */
export const textOf = (lines: readonly { points: readonly Point[] }[], scale: number): string =>
  JSON.stringify(lines.map(({ points }) => points.flatMap(({ x, y }) => [x, y].map((at) => Math.round(at * scale)))));

/** Returns the lines of a drawing. */
export const linesIn = (drawing: string, scale: number): Point[][] =>
  parsed<Lines>(drawing, []).map((line) =>
    line.flatMap((x, i) => (i % 2 === 0 ? [{ x: x / scale, y: (line[i + 1] ?? 0) / scale }] : [])),
  );
