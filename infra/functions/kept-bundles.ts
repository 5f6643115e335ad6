import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { digest } from '../tools/digest.ts';
import { CACHE_DIR } from '../tools/settings.ts';
import { type Bundles, bundleFunctions } from './bundle.ts';

const SOURCES = ['functions/**/*.ts', 'shared/**/*.ts', 'infra/functions/**/*.ts', 'package-lock.json'];
/** Prefix of folders whose bundles are still being built. */
const MAKING = 'new-';
const INDEX = 'bundles.json';

async function read(folder: string): Promise<Bundles | undefined> {
  const index = await readFile(path.join(folder, INDEX), 'utf8').catch(() => undefined);
  if (index === undefined) return undefined;
  const bundles = Object.entries(JSON.parse(index) as Bundles);
  return Object.fromEntries(
    bundles.map(([name, bundle]) => [name, { ...bundle, directory: path.join(folder, name) }]),
  ) as Bundles;
}

/** Returns cached bundles of the same sources, or builds them. For emulators only; AWS never gets cached ones. */
export async function keptBundles(): Promise<Bundles> {
  const all = path.join(CACHE_DIR, 'functions');
  const folder = path.join(all, await digest(SOURCES));
  const kept = await read(folder);
  if (kept) return kept;
  await mkdir(all, { recursive: true });
  const former = (await readdir(all)).filter((name) => !name.startsWith(MAKING));
  const made = await mkdtemp(path.join(all, MAKING));
  await writeFile(path.join(made, INDEX), JSON.stringify(await bundleFunctions(made)));
  // A concurrent run may have finished first, with the same result.
  await rename(made, folder).catch(() => rm(made, { recursive: true }));
  for (const name of former) await rm(path.join(all, name), { recursive: true, force: true });
  return (await read(folder)) ?? keptBundles();
}
