import { readFile } from 'node:fs/promises';

const SAMPLES = { '.pdf': ['document.pdf', 'application/pdf'], '.png': ['photo.png', 'image/png'] } as const;

/** A genuine file under a name that ends in .pdf or .png. Its page says that it is a specimen, and names nobody. */
export async function demoFile(name: string): Promise<File> {
  const [sample, type] = SAMPLES[name.endsWith('.png') ? '.png' : '.pdf'];
  return new File([await readFile(new URL(`samples/${sample}`, import.meta.url))], name, { type });
}
