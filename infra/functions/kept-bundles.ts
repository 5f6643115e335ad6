import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { digest } from '../local/digest.ts';
import { CACHE_DIR } from '../local/settings.ts';
import { bundleFunctions, type Code, FUNCTIONS, type FunctionName } from './bundle.ts';

/** All that bundles are made from. */
const SOURCES = ['functions/**/*.ts', 'shared/**/*.ts', 'infra/functions/**/*.ts', 'package-lock.json'];
/** How the name of a folder begins whose bundles are being made. */
const MAKING = 'new-';

/**
 * Every function's code as an earlier run bundled it from the same sources, else bundled now: that is most of the work of a
 * synthesis. For emulators only; what goes to AWS is always bundled anew.
 */
export async function keptBundles(): Promise<Code> {
  const all = path.join(CACHE_DIR, 'functions');
  const folder = path.join(all, await digest(SOURCES));
  if (!existsSync(folder)) {
    await mkdir(all, { recursive: true });
    const former = (await readdir(all)).filter((name) => !name.startsWith(MAKING));
    const made = await mkdtemp(path.join(all, MAKING));
    await bundleFunctions(made);
    // Another run may have been faster: what it made is the same.
    await rename(made, folder).catch(() => rm(made, { recursive: true }));
    for (const name of former) await rm(path.join(all, name), { recursive: true, force: true });
  }
  const entries = FUNCTIONS.map((name) => [name, { directory: path.join(folder, name) }] as const);
  return Object.fromEntries(entries) as Record<FunctionName, { directory: string }>;
}
