import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { App } from 'aws-cdk-lib';
import cdk from '../../cdk.json' with { type: 'json' };
import type { Settings } from '../config.ts';
import { type Code, FUNCTIONS, type FunctionName } from '../functions/bundle.ts';
import { addStacks } from '../stacks.ts';

/** Makes files that stand for built code and a built web app: what a template says does not depend on them. */
export async function emptyBuild(folder: string): Promise<string> {
  const built = path.join(folder, 'built');
  await mkdir(built);
  await Promise.all(['index.html', 'index.mjs'].map((file) => writeFile(path.join(built, file), '')));
  return built;
}

/** What stands for the code of all functions, from a folder that {@link emptyBuild} made. */
export const emptyBundles = (directory: string): Code =>
  Object.fromEntries(FUNCTIONS.map((name) => [name, { directory }])) as Record<FunctionName, { directory: string }>;

/** A template that comes out of at least one variant. */
export interface Template {
  /** Where it is written. */
  file: string;
  /** The first variant that it came out of. */
  variant: string;
  /** The paths of its constructs, without stage and region in the stack's name, by logical id. */
  paths: ReadonlyMap<string, string>;
}

interface Resources {
  Resources: Record<string, { Metadata?: { 'aws:cdk:path'?: string } }>;
}

/** `OnboardingPortal-prod/Data/MacKey/Resource` is `OnboardingPortal/Data/MacKey` in every stage. */
const short = (constructPath: string) => constructPath.replace(/^(\w+)[^/]*/, '$1').replace(/\/Resource$/, '');

const pathsOf = (content: string) =>
  new Map(
    Object.entries((JSON.parse(content) as Resources).Resources).map(([id, { Metadata }]) => [
      id,
      short(Metadata?.['aws:cdk:path'] ?? id),
    ]),
  );

/**
 * Synthesizes every variant, which cdk-nag looks at as ever, into a folder.
 * @returns each template once, whichever variants it is the same in, and how many there were in all.
 */
export async function synthesizeAll(
  variants: Readonly<Record<string, Settings>>,
  folder: string,
): Promise<{ templates: Template[]; count: number }> {
  const site = await emptyBuild(folder);
  const found = new Map<string, Template>();
  let count = 0;
  for (const [variant, settings] of Object.entries(variants)) {
    const outdir = await mkdtemp(path.join(folder, 'cdk.out-'));
    const app = new App({ context: { ...cdk.context, 'aws:cdk:enable-path-metadata': true }, outdir });
    addStacks(app, { settings, bundles: emptyBundles(site), site });
    for (const { templateFullPath: file } of app.synth().stacks) {
      const content = await readFile(file, 'utf8');
      const hash = createHash('sha256').update(content).digest('hex');
      count += 1;
      if (!found.has(hash)) found.set(hash, { file, variant, paths: pathsOf(content) });
    }
  }
  return { templates: [...found.values()], count };
}
