import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { App } from 'aws-cdk-lib';
import { settingsFor } from './config.ts';
import { SettingError } from './deployment-settings.ts';
import { bundleFunctions } from './functions/bundle.ts';
import { keptBundles } from './functions/kept-bundles.ts';
import { addStacks } from './stacks.ts';
import { buildWeb, SITE } from './tools/web.ts';

try {
  const app = new App();
  const settings = settingsFor(
    app.node.tryGetContext('target'),
    process.env,
    app.node.tryGetContext('first') === 'true',
  );
  if (settings.uploadsSite) await buildWeb(settings.firmName);
  const isForEmulator = settings.target === 'local' || process.env.AWS_ENDPOINT_URL !== undefined;
  await using folder = isForEmulator ? undefined : await mkdtempDisposable(path.join(tmpdir(), 'functions-'));
  const bundles = folder ? await bundleFunctions(folder.path) : await keptBundles();
  addStacks(app, { settings, bundles, site: SITE });
  app.synth();
} catch (error) {
  if (!(error instanceof SettingError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
