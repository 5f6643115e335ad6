import { createHash } from 'node:crypto';
import { mkdir, mkdtempDisposable, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import type { Settings } from '#infra/config.ts';
import { appFor, FILLED, settingsOf, type Variant } from '#infra/lint/variants.ts';
import { companionName, stackName } from '#infra/names.ts';
import { digest } from '#infra/tools/digest.ts';
import { CACHE_DIR } from '#infra/tools/settings.ts';

/** Settings of a deployment to AWS, as in a stage’s file. */
export const AWS = FILLED;

/** A later deployment of a stage that may have no domain. */
export const DEPLOYER = { stage: 'stage', account: '111111111111' } as const;

/** Settings with an own domain, which prod requires. */
export const OWN_DOMAIN = {
  ...AWS,
  DOMAIN: 'portal.firm.example',
  CERTIFICATE_ARN: 'arn:aws:acm:us-east-1:111111111111:certificate/1',
};

/** A synthesis cached on disk. */
interface Made {
  stacks: {
    name: string;
    region: string;
    dependencies: string[];
    template: Record<string, unknown> & { Resources: Resources };
  }[];
}

/** Stacks beside the main one. */
export type Companion = 'Guard' | 'Edge' | 'Backup' | 'BackupCopies' | 'Ci';

/** The templates of a deployment by stack name, with metadata of the stacks. */
export interface Synthesized {
  /** The main stack. */
  portal: Template;
  companion(part: Companion): Template;
  stacks: Readonly<Record<string, Template>>;
  made: Made['stacks'];
}

/** Files that invalidate the cache. */
const SOURCES = [
  'infra/**/*',
  '{shared,functions}/**/*.ts',
  'test/infra/synthesized.ts',
  'cdk.json',
  'package-lock.json',
];
let kept: Promise<string> | undefined;

async function makeFolder(): Promise<string> {
  const all = path.join(CACHE_DIR, 'templates');
  const current = await digest(SOURCES);
  await mkdir(path.join(all, current), { recursive: true });
  for (const name of await readdir(all))
    if (name !== current) await rm(path.join(all, name), { recursive: true, force: true });
  return path.join(all, current);
}

async function make(settings: Settings, context: Record<string, string>): Promise<Made> {
  await using folder = await mkdtempDisposable(path.join(tmpdir(), 'stack-test-'));
  const app = await appFor(settings, folder.path, context);
  const stacks = app.node.children.filter((child) => Stack.isStack(child));
  return {
    stacks: stacks.map((stack) => ({
      name: stack.stackName,
      region: stack.region,
      dependencies: stack.dependencies.map((other) => other.stackName),
      template: Template.fromStack(stack).toJSON() as Made['stacks'][number]['template'],
    })),
  };
}

/** Returns all stacks of the settings, cached until their sources change. */
export async function synthesizeWith(settings: Settings, context: Record<string, string> = {}): Promise<Synthesized> {
  kept ??= makeFolder();
  const name = createHash('sha256')
    .update(JSON.stringify([settings, context]))
    .digest('hex');
  const file = path.join(await kept, `${name}.json`);
  const text = await readFile(file, 'utf8').catch(() => undefined);
  const made: Made = text ? JSON.parse(text) : await make(settings, context);
  if (!text) {
    // Renamed when complete, because another worker may read it concurrently.
    await writeFile(`${file}.${process.pid}`, JSON.stringify(made));
    await rename(`${file}.${process.pid}`, file);
  }
  const stacks = Object.fromEntries(made.stacks.map(({ name, template }) => [name, Template.fromJSON(template)]));
  const stack = (name: string) => {
    const { [name]: template } = stacks;
    if (!template) throw new Error(`There is no stack ${name}`);
    return template;
  };
  const portal = stack(stackName(settings));
  return { portal, companion: (part) => stack(companionName(part, settings)), stacks, made: made.stacks };
}

type Resources = ReturnType<Template['findResources']>;

/** Returns IAM policies by logical id; inline policies have the id of their role. */
export function policiesOf(template: Template): Resources {
  const inside: Resources = {};
  for (const [id, { Properties }] of Object.entries(template.findResources('AWS::IAM::Role')))
    for (const { PolicyDocument } of Properties.Policies ?? [])
      inside[id] = { Type: 'AWS::IAM::Policy', Properties: { PolicyName: id, Roles: [{ Ref: id }], PolicyDocument } };
  return { ...template.findResources('AWS::IAM::Policy'), ...inside };
}

/** Returns all stacks of a deployment that the linters check too. */
export const deployed = (variant: Variant) => synthesizeWith(settingsOf(variant));
