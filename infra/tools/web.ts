import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { firmName } from '#shared/rules/firm.ts';
import { digest, readStamp } from './digest.ts';
import { childEnvironment, run } from './process.ts';
import { CACHE_DIR } from './settings.ts';

export const SITE = path.resolve('web/dist');
/** Inputs of the build. All of web/ except its output, so that no new folder is forgotten. */
export const SOURCES = ['web/*', 'web/!(dist)/**/*', 'shared/**/*.ts', 'package-lock.json'];

async function build(firm: string): Promise<void> {
  const stamp = path.join(CACHE_DIR, 'web-built');
  const wanted = await digest(SOURCES, firm);
  if (existsSync(path.join(SITE, 'index.html')) && (await readStamp(stamp)) === wanted) return;
  console.log('building the web app');
  // Else Vite keeps its compiled code in the temporary folder.
  const compiled = { NODE_COMPILE_CACHE: path.join(CACHE_DIR, 'compiled') };
  await run('vite', ['build', 'web'], childEnvironment({ FIRM_NAME: firm, ...compiled }));
  await mkdir(CACHE_DIR, { recursive: true });
  await writeFile(stamp, wanted);
}

let building: Promise<void> | undefined;

/** Builds the web app unless sources and firm name are unchanged. Concurrent callers share one build. */
export function buildWeb(firm = firmName(process.env)): Promise<void> {
  building ??= build(firm);
  return building;
}
