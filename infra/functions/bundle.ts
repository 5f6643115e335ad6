import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { type BuildOptions, build, type Metafile, type Plugin } from 'esbuild';
import { LAMBDAS } from '#shared/contract/call.ts';

/** Bundles the finished filter of common passwords instead of the module that builds it from the whole list. */
const commonPasswords: Plugin = {
  name: 'common-passwords',
  setup: ({ onLoad }) =>
    onLoad({ filter: /\/common-password-filter\.ts$/ }, async () => {
      const { default: contents } = await import('#functions/domain/accounts/common-password-filter.ts');
      return { contents, loader: 'binary' };
    }),
};

/** Bundles only the version from the 2 KB of each client's package.json: the SDK names it to AWS. */
const versions: Plugin = {
  name: 'versions',
  setup: ({ onLoad }) =>
    onLoad({ filter: /\/@aws-sdk\/client-[\w-]+\/package\.json$/ }, async ({ path: file }) => {
      const { version } = JSON.parse(await readFile(file, 'utf8'));
      return { contents: JSON.stringify({ version }), loader: 'json' };
    }),
};

/** Replacements for unused parts of the SDK, and for node:http, whose import as a module slows cold starts. */
const STAND_INS = {
  '@aws-sdk/credential-provider-node': path.resolve('infra/functions/stand-ins/environment-credentials.ts'),
  '@smithy/core/event-streams': path.resolve('infra/functions/stand-ins/no-event-streams.ts'),
  '@aws-sdk/middleware-endpoint-discovery': path.resolve('infra/functions/stand-ins/no-endpoint-discovery.ts'),
  'node:http': path.resolve('infra/functions/stand-ins/node-http.ts'),
};
/** Loaded by the SDK in browsers only. */
const NEVER_LOADED = ['bowser'];

/** Functions that no call invokes: SES events, new audit entries or a schedule trigger them. */
const JOBS = ['mail-events', 'on-record', 'tick', 'canary'] as const;
/** All functions: one for each resource of the contract, and the jobs. */
export const FUNCTIONS = [...LAMBDAS, ...JOBS] as const;
export type FunctionName = (typeof FUNCTIONS)[number];

export type Code = Readonly<Record<FunctionName, { directory: string }>>;

interface Bundle {
  directory: string;
  bytes: number;
  metafile: Metafile;
}

export type Bundles = Readonly<Record<FunctionName, Bundle>>;

const INSPECTOR = { inspector: 'functions/domain/documents/files/inspector.ts' };
/** Code of a function's threads, each in a bundle of its own beside the function's. */
const THREADS: Partial<Record<FunctionName, Record<string, string>>> = {
  documents: INSPECTOR,
  uploads: INSPECTOR,
  signing: { 'pdf-thread': 'functions/domain/signing/pdf-thread.ts' },
};

const isJob = (name: FunctionName) => JOBS.some((job) => job === name);

const options = (name: FunctionName, outdir: string): BuildOptions & { metafile: true } => ({
  entryPoints: {
    index: `functions/${isJob(name) ? 'jobs' : 'api'}/${name}.ts`,
    ...THREADS[name],
  },
  outdir,
  outExtension: { '.js': '.mjs' },
  bundle: true,
  minify: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node24',
  mainFields: ['module', 'main'],
  alias: STAND_INS,
  // The multipart parser is CommonJS and requires node:stream.
  banner: { js: "import{createRequire}from'node:module';const require=createRequire(import.meta.url);" },
  external: NEVER_LOADED,
  plugins: [commonPasswords, versions],
  legalComments: 'none',
  metafile: true,
  logLevel: 'warning',
});

async function bundle(name: FunctionName, directory: string): Promise<Bundle> {
  const { metafile } = await build(options(name, directory));
  const bytes = Object.values(metafile.outputs).reduce((sum, output) => sum + output.bytes, 0);
  return { directory, bytes, metafile };
}

export async function bundleFunctions(directory: string): Promise<Bundles> {
  const entries = FUNCTIONS.map(async (name) => [name, await bundle(name, path.join(directory, name))] as const);
  return Object.fromEntries(await Promise.all(entries)) as Record<FunctionName, Bundle>;
}
