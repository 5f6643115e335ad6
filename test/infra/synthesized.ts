import { mkdtempSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { App, Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { awsSettings, type Deployer, type Settings, settingsFor } from '#infra/config.ts';
import { emptyBuild, emptyBuildIn, emptyBundles } from '#infra/lint/templates.ts';
import { FILLED } from '#infra/lint/variants.ts';
import { stackName } from '#infra/names.ts';
import { addStacks } from '#infra/stacks.ts';
import cdk from '../../cdk.json' with { type: 'json' };

/** Settings of a deployment to AWS as a stage's file gives them. */
export const AWS = FILLED;

/** Who deploys it: a stage that may go without a domain, as a deployment after the first. */
export const DEPLOYER = { stage: 'stage', account: '111111111111' } as const;

/** Settings of a deployment that has a name of its own, as prod needs one. */
export const OWN_DOMAIN = {
  ...AWS,
  DOMAIN: 'portal.firm.example',
  CERTIFICATE_ARN: 'arn:aws:acm:us-east-1:111111111111:certificate/1',
};

/** Who deploys prod, which alone has all alarms, the dashboard and keys of the alarms' topics. */
export const PROD = { ...DEPLOYER, stage: 'prod' } as const;

/** A deployment's stacks by their names, and the app that holds them. */
export interface Synthesized {
  app: App;
  /** The product's own stack. */
  portal: Template;
  stacks: Readonly<Record<string, Template>>;
}

/** Makes a folder to synthesize in, with files that stand for built code and a built web app. */
export async function builtFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'stack-test-'));
  await emptyBuild(folder);
  return folder;
}

/** Synthesizes all stacks of a deployment, in a folder that was made for it. */
export function synthesize(
  target: Settings['target'],
  folder: string,
  file: Record<string, string> = AWS,
  deployer: Deployer = DEPLOYER,
): Synthesized {
  return synthesizeWith(target === 'aws' ? awsSettings(file, deployer) : settingsFor(target, {}), folder);
}

/** Synthesizes all stacks that settings deploy, in a folder that was made for it. */
export function synthesizeWith(settings: Settings, folder: string, context: Record<string, string> = {}): Synthesized {
  const app = new App({ context: { ...cdk.context, ...context }, outdir: mkdtempSync(path.join(folder, 'cdk.out-')) });
  const built = emptyBuildIn(folder);
  addStacks(app, { settings, bundles: emptyBundles(built), site: built });
  const stacks = app.node.children.filter((child) => Stack.isStack(child));
  const templates = Object.fromEntries(stacks.map((stack) => [stack.stackName, Template.fromStack(stack)]));
  const portal = templates[stackName(settings)];
  if (!portal) throw new Error('The product has no stack');
  return { app, portal, stacks: templates };
}
