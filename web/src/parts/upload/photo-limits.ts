/** In pixels. */
export interface Size {
  width: number;
  height: number;
}

/** Safari on older iPhones draws nothing on a canvas of more than 16.7 million pixels. */
export const MAX_PIXELS = 16_000_000;
/** Text of a phone screenshot (1080 to 1290 pixels wide) is readable down to this width. */
export const READABLE_PX = 800;

export const scaled = ({ width, height }: Size, scale: number): Size => ({
  width: Math.round(width * scale),
  height: Math.round(height * scale),
});
