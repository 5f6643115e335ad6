import type { Page } from '@playwright/test';

interface Noise {
  width: number;
  height: number;
  type?: 'image/jpeg' | 'image/png';
  /** Every how many bands of 100 pixels one is noise; the others are transparent. */
  every?: number;
}

/** A photo of noise, which does not compress. */
export const photo = async (page: Page, { width, height, type = 'image/jpeg', every = 1 }: Noise) =>
  Buffer.from(
    await page.evaluate(
      async ([width, height, type, every]) => {
        const noise = new ImageData(width, height);
        for (let row = 0; row < height; row++)
          if ((Math.floor(row / 100) + 1) % every === 0)
            for (let i = row * width * 4; i < (row + 1) * width * 4; i++)
              noise.data[i] = i % 4 === 3 ? 255 : Math.random() * 256;
        const canvas = new OffscreenCanvas(noise.width, noise.height);
        canvas.getContext('2d')?.putImageData(noise, 0, 0);
        const blob = await canvas.convertToBlob({ type, quality: 1 });
        const reader = new FileReader();
        const read = new Promise((resolve) => {
          reader.onload = resolve;
        });
        reader.readAsDataURL(blob);
        await read;
        return String(reader.result).split(',')[1] ?? '';
      },
      [width, height, type, every] as const,
    ),
    'base64',
  );

/** Adds an Exif block to a JPEG, with a rotation by 90 degrees and a location. */
export function withPlace(jpeg: Buffer) {
  const turned = [0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0, 0, 0, 0, 0];
  const content = Buffer.concat([Buffer.from('Exif\0\0MM\0*'), Buffer.from(turned), Buffer.from('51.5074, -0.1278')]);
  return Buffer.concat([
    jpeg.subarray(0, 2),
    Buffer.from([0xff, 0xe1, 0, content.length + 2]),
    content,
    jpeg.subarray(2),
  ]);
}
