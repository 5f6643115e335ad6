import { globSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { keptBundles } from '#infra/functions/kept-bundles.ts';
import { type EmulatorKind, kindNamed } from '#infra/local/emulator-kinds.ts';
import { Stopper } from '#infra/local/start.ts';
import { LocalError } from '#infra/tools/settings.ts';
import { buildWeb } from '#infra/tools/web.ts';
import { browsers } from './browser.ts';
import { EVERY_DAY, KINDS, type KindName } from './runner/kinds.ts';
import { ownStack, runningStack } from './runner/stack.ts';
import { stopWhenAsked } from './runner/stop.ts';
import { summary } from './runner/summary.ts';
import { endTools, type Run, runKind } from './runner/tools.ts';

const USAGE = `npm test                 every test but drills and other browsers
npm test -- NAME …       files with one of these in their path
npm test -- --stack …    on the stack that "npm run stack" keeps up
npm run test:drills      disasters and deployments, on the emulator
npm run test:browsers    the main journeys in WebKit and Firefox

TEST_NOW=2027-03-28T00:57:00Z npm test starts the tests' time there, except on the emulator.`;

const OPTIONS = { stack: { type: 'boolean' }, drills: { type: 'boolean' }, browsers: { type: 'boolean' } } as const;

function readArguments() {
  try {
    return parseArgs({ allowPositionals: true, options: OPTIONS });
  } catch {
    throw new LocalError(USAGE);
  }
}

/** Returns the files to run by kind: those with one of the names in their path, or all without a name. */
function filesOf(kinds: readonly KindName[], names: readonly string[]): Map<KindName, string[]> {
  const found = new Map<KindName, string[]>();
  for (const kind of kinds) {
    const files = globSync(KINDS[kind].files).sort();
    const chosen = names.length === 0 ? files : files.filter((file) => names.some((name) => file.includes(name)));
    if (chosen.length > 0) found.set(kind, chosen);
  }
  if (found.size === 0) throw new LocalError(`No test file has ${names.join(' or ')} in its path.\n${USAGE}`);
  return found;
}

async function runAll(stopper: Stopper): Promise<{ runs: Run[]; emulator: EmulatorKind }> {
  const { positionals, values } = readArguments();
  const requested = (['drills', 'browsers'] as const).filter((kind) => values[kind]);
  const files = filesOf(requested.length > 0 ? requested : EVERY_DAY, positionals);
  const folder = await mkdtemp(path.join(tmpdir(), 'onboarding-portal-test-'));
  await stopper.add(() => rm(folder, { recursive: true, force: true }));
  await stopper.add(endTools);
  const wanted = (of: (kind: (typeof KINDS)[KindName]) => boolean) => [...files.keys()].some((kind) => of(KINDS[kind]));
  const browser: Record<string, string> = wanted(({ tool }) => tool === 'playwright') ? browsers() : {};

  // Built before unit tests and the synthesis of the stack use them.
  if (wanted(({ files: of, needs }) => needs === 'stack' || of === KINDS.unit.files)) await keptBundles();
  const startOrFind = () => (values.stack ? runningStack() : ownStack(path.join(folder, 'state'), stopper));
  const stack = wanted(({ needs }) => needs === 'stack') ? startOrFind() : undefined;
  stack?.catch(() => undefined);
  const runs: Run[] = [];
  const run = async (kind: KindName, after?: Promise<unknown>) => {
    await after;
    const chosen = files.get(kind);
    if (!chosen) return;
    const { tool, needs } = KINDS[kind];
    if (tool === 'playwright' || needs === 'built app') await buildWeb();
    const env = needs === 'stack' ? await stack : undefined;
    runs.push(await runKind(kind, chosen, folder, { ...env, ...browser }));
  };
  // Two chains keep both cores busy: vitest in one, the emulator and then Playwright's two browsers in the other.
  const unit = run('unit');
  const api = run('api', unit);
  // First on the emulator, because every list grows with what the other tests leave.
  const journeys = run('journeys');
  const ops = run('ops', journeys);
  const stories = run('stories', ops);
  const screens = run('screens', stories);
  await Promise.all([stack, api, screens, run('drills'), run('browsers')]);
  return { runs, emulator: kindNamed((await stack)?.TEST_EMULATOR_KIND) };
}

const stopper = new Stopper();
stopWhenAsked(stopper);
try {
  const { runs, emulator } = await runAll(stopper);
  const { lines, failed, passed } = summary(runs, emulator.unseen);
  for (const line of lines) console.log(line);
  process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
} catch (error) {
  console.error(error instanceof LocalError ? error.message : error);
  process.exitCode = 1;
} finally {
  await stopper.stop();
}
