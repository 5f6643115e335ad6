import { MINUTE_MS } from '#shared/rules/time.ts';

const KEPT_MS = MINUTE_MS;

/** Downloads a file under the given name, without opening it on our origin. */
export function saveFile(content: Blob, name: string) {
  const anchor = document.createElement('a');
  anchor.href = URL.createObjectURL(content);
  anchor.download = name;
  anchor.click();
  setTimeout(() => URL.revokeObjectURL(anchor.href), KEPT_MS);
}
