const [WIDTH, HEIGHT, INK_ROWS] = [80, 20, 4];

/** Picture of a broad line. */
export const MARK = {
  width: WIDTH,
  height: HEIGHT,
  bits: Buffer.alloc((WIDTH / 8) * HEIGHT)
    .fill(0xff, 0, (WIDTH / 8) * INK_ROWS)
    .toString('base64'),
};
