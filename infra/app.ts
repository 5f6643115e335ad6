import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { App } from 'aws-cdk-lib';
import { settingsFor } from './config.ts';
import { bundleFunctions } from './functions/bundle.ts';
import { keptBundles } from './functions/kept-bundles.ts';
import { SettingError } from './setting-values.ts';
import { addStacks } from './stacks.ts';

const SITE = 'web/dist';

try {
  const app = new App();
  const settings = settingsFor(
    app.node.tryGetContext('target'),
    process.env,
    app.node.tryGetContext('first') === 'true',
  );
  if (settings.uploadsSite && !existsSync(`${SITE}/index.html`))
    throw new SettingError(`${SITE} is missing: build the web app first, or run "npm run deploy", which does both.`);
  const directory = await mkdtemp(path.join(tmpdir(), 'functions-'));
  const isForEmulator = settings.target === 'local' || process.env.AWS_ENDPOINT_URL !== undefined;
  const bundles = isForEmulator ? await keptBundles() : await bundleFunctions(directory);
  addStacks(app, { settings, bundles, site: SITE });
  app.synth();
  await rm(directory, { recursive: true });
} catch (error) {
  if (!(error instanceof SettingError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
