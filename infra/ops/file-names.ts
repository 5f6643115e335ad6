const MAX = 100;
// What Windows, macOS or Linux give a meaning of their own in a name, and what reorders or hides text.
const UNSAFE = /[\p{Cc}\p{Cf}\p{Cs}<>:"/\\|?*]/gu;

/**
 * A document's path in an exported file: numbered, so that no two are the same on any disk and none is a name the system
 * keeps for itself. `given` is the name that people gave it.
 */
export function fileNameFor(given: string, number: number): string {
  const clean = given.toWellFormed().replace(UNSAFE, '_');
  const extension = /\.[A-Za-z0-9]{1,10}$/.exec(clean)?.[0] ?? '';
  const stem = Array.from(clean.slice(0, clean.length - extension.length))
    .slice(0, MAX)
    .join('');
  return `documents/${String(number).padStart(3, '0')} ${stem.trim()}${extension}`.replace(/[. ]+$/, '');
}
