import { globSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { keptBundles } from '#infra/functions/kept-bundles.ts';
import { kindNamed } from '#infra/local/emulator-kinds.ts';
import { Stopper } from '#infra/local/start.ts';
import { LocalError } from '#infra/tools/settings.ts';
import { buildWeb } from '#infra/tools/web.ts';
import { DEMO_FIRM, firmName } from '#shared/rules/firm.ts';
import { browsers } from './browser.ts';
import { KINDS, type KindName } from './runner/kinds.ts';
import { stackEnvironment } from './runner/stack.ts';
import { summary } from './runner/summary.ts';
import { type Run, runKind } from './runner/tools.ts';

const USAGE = `npm test                 every test but drills and other browsers
npm test -- NAME …       files with one of these in their path
npm test -- --stack …    on the running stack of "npm run stack"
npm run test:drills      disasters and deployments, on the emulator
npm run test:browsers    the main journeys in WebKit and Firefox

TEST_NOW=2027-03-28T00:57:00Z npm test starts the tests' time there, except on the emulator.`;

// Two chains keep both cores busy. Journeys are first on the emulator, because other tests fill its lists.
const CHAINS: readonly (readonly KindName[])[] = [
  ['unit', 'api'],
  ['journeys', 'ops', 'stories', 'screens'],
];
const OPTIONS = { stack: { type: 'boolean' }, drills: { type: 'boolean' }, browsers: { type: 'boolean' } } as const;

async function runAll(stopper: Stopper) {
  const { positionals: names, values } = parseArgs({ allowPositionals: true, options: OPTIONS });
  const requested = (['drills', 'browsers'] as const).filter((kind) => values[kind]);
  const chains = requested.length > 0 ? [requested] : CHAINS;
  const filesOf = (kind: KindName) =>
    globSync(KINDS[kind].files).filter((file) => names.length === 0 || names.some((name) => file.includes(name)));
  const files = new Map(chains.flat().map((kind) => [kind, filesOf(kind)]));
  const kinds = [...files].flatMap(([kind, { length }]) => (length > 0 ? [KINDS[kind]] : []));
  if (kinds.length === 0) throw new LocalError(`No test file has ${names.join(' or ')} in its path.\n${USAGE}`);

  // Built here, before concurrent tools read them.
  if (kinds.some(({ needs }) => needs !== 'nothing')) await keptBundles();
  const browser = kinds.some(({ tool }) => tool === 'playwright') ? browsers() : {};
  const isOnStack = kinds.some(({ needs }) => needs === 'stack');
  const stack = isOnStack ? stackEnvironment(values.stack ?? false, stopper) : undefined;

  const runs: Run[] = [];
  const runChain = async (chain: readonly KindName[]) => {
    for (const kind of chain) {
      const chosen = files.get(kind) ?? [];
      if (chosen.length === 0) continue;
      const { needs } = KINDS[kind];
      if (needs !== 'nothing') await buildWeb(firmName(process.env, DEMO_FIRM));
      const env = { ...browser, ...(needs === 'stack' && (await stack)) };
      runs.push(await runKind(kind, chosen, env, stopper));
    }
  };
  await Promise.all([stack, ...chains.map(runChain)]);
  return summary(runs, kindNamed((await stack)?.TEST_EMULATOR_KIND).unseen);
}

const stopper = new Stopper();
stopper.exitOnSignals(1);
try {
  const { lines, exitCode } = await runAll(stopper);
  for (const line of lines) console.log(line);
  process.exitCode = exitCode;
} catch (error) {
  const isUsage = error instanceof Error && 'code' in error && `${error.code}`.startsWith('ERR_PARSE_ARGS');
  console.error(isUsage ? USAGE : error instanceof LocalError ? error.message : error);
  process.exitCode = 1;
} finally {
  await stopper.stop();
}
