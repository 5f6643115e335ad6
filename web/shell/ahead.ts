import type { Rolldown } from 'vite';

/**
 * The chunks that an address leads to, by the outline that the shell shows for it and by the first word of its path
 * (before-paint.js). Those of the pages that are opened most; others come when the app asks for them.
 */
const CHUNKS: Readonly<Record<string, string>> = {
  login: 'login-page',
  portal: 'portal-page',
  work: 'adviser-frame',
  dashboard: 'dashboard-page',
  clients: 'clients-page',
  adviser: 'client-page',
};

/**
 * The files that each of them needs beside the entry, as names in assets/, without those of the frame for the pages in it. They are fetched while the entry
 * is, which would otherwise ask for them only once it was evaluated.
 */
export function aheadOf(bundle: Rolldown.OutputBundle): Record<string, string[]> {
  const chunks = Object.values(bundle).filter((output) => output.type === 'chunk');
  const named = new Map<string, string[]>();
  const withImports = (fileName: string, found: Set<string>): Set<string> => {
    const chunk = chunks.find((one) => one.fileName === fileName);
    if (!chunk || chunk.isEntry || found.has(fileName)) return found;
    found.add(fileName);
    for (const imported of chunk.imports) withImports(imported, found);
    return found;
  };
  for (const [place, name] of Object.entries(CHUNKS)) {
    const chunk = chunks.find((one) => one.name === name);
    if (!chunk) throw new Error(`there is no chunk ${name}: look at ${import.meta.url}`);
    const own = withImports(chunk.fileName, new Set());
    const files = [...own].map((file) => file.replace('assets/', ''));
    named.set(
      place,
      files.filter((file) => !named.get('work')?.includes(file)),
    );
  }
  return Object.fromEntries(named);
}
