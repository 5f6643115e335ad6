import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { stopTasks } from '../local/process.ts';
import { ACKNOWLEDGED } from './acknowledged.ts';
import { look } from './findings.ts';
import { judge } from './judge.ts';
import { synthesizeAll } from './templates.ts';
import { variants } from './variants.ts';

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stopTasks);
const folder = await mkdtemp(path.join(tmpdir(), 'lint-cloud-'));
try {
  const { templates, count } = await synthesizeAll(variants(), folder);
  const { findings, passed } = await look(templates, folder);
  const { open, stale, acknowledged } = judge(findings, ACKNOWLEDGED);
  console.log(
    `${count} templates of ${Object.keys(variants()).length} variants, ${templates.length} of them different`,
  );
  console.log(`${passed} checks of checkov passed`);
  for (const [rule, times] of [...acknowledged].sort()) console.log(`acknowledged: ${rule}, ${times} times`);
  for (const { tool, rule, resource, variant, message } of open)
    console.error(`${tool} ${rule} at ${resource} (${variant}): ${message}`);
  for (const name of stale) console.error(`Nobody finds this any more, so take it out of acknowledged.ts: ${name}`);
  console.log(`${open.length} findings, ${stale.length} acknowledgements too many`);
  process.exitCode = open.length + stale.length > 0 ? 1 : 0;
} finally {
  await rm(folder, { recursive: true });
}
