import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { childEnvironment, run } from '../local/process.ts';
import { virtualEnvironment } from '../local/venv.ts';
import type { Template } from './templates.ts';

/** What a tool dislikes about a resource of a template. */
export interface Finding {
  tool: 'cfn-lint' | 'checkov';
  rule: string;
  /** Path of the construct, such as `OnboardingPortal/Data/MacKey`. */
  resource: string;
  /** The variant in whose template it is. */
  variant: string;
  message: string;
}

interface LintMatch {
  Filename: string;
  Message: string;
  Rule: { Id: string };
  Location: { Path: (string | number)[] };
}

interface Report {
  results: { failed_checks: { check_id: string; check_name: string; file_abs_path: string; resource: string }[] };
  summary: { passed: number; parsing_errors: number };
}

const readJson = async <T>(file: string) => JSON.parse(await readFile(file, 'utf8')) as T;

const place = (templates: readonly Template[], file: string, id: string) => {
  const template = templates.find((one) => one.file === path.resolve(file));
  if (!template) throw new Error(`No template is ${file}`);
  return { variant: template.variant, resource: template.paths.get(id) ?? id };
};

async function cfnLint(programs: string, templates: readonly Template[], folder: string): Promise<Finding[]> {
  const output = path.join(folder, 'cfn-lint.json');
  const files = templates.map(({ file }) => file);
  // Its experimental rules too; findings are for us to judge, so that it fails only where it could not look.
  const how = ['--include-experimental', '--non-zero-exit-code', 'none', '--format', 'json', '--output-file', output];
  await run(path.join(programs, 'cfn-lint'), [...how, '--regions', 'eu-west-2', 'us-east-1', '--template', ...files]);
  return (await readJson<LintMatch[]>(output)).map(({ Filename, Message, Rule, Location }) => ({
    tool: 'cfn-lint',
    rule: Rule.Id,
    message: Message,
    ...place(templates, Filename, String(Location.Path[1] ?? 'the template')),
  }));
}

/** Without an update check, without a download of guidelines, and without a key under which it would upload anything. */
const OFFLINE = { CKV_SKIP_PACKAGE_UPDATE_CHECK: 'true', NO_COLOR: '1' };

async function checkov(programs: string, templates: readonly Template[], folder: string) {
  const files = templates.map(({ file }) => file);
  const how = ['--framework', 'cloudformation', '--skip-download', '--compact', '--quiet', '--soft-fail'];
  const output = ['--output', 'json', '--output-file-path', folder];
  await run(path.join(programs, 'checkov'), [...how, ...output, '--file', ...files], childEnvironment(OFFLINE));
  const { results, summary } = await readJson<Report>(path.join(folder, 'results_json.json'));
  if (summary.parsing_errors > 0) throw new Error(`checkov could not read ${summary.parsing_errors} templates`);
  const findings = results.failed_checks.map(
    ({ check_id, check_name, file_abs_path, resource }): Finding => ({
      tool: 'checkov',
      rule: check_id,
      message: check_name,
      ...place(templates, file_abs_path, resource.split('.').at(-1) ?? resource),
    }),
  );
  return { findings, passed: summary.passed };
}

/**
 * Looks at templates with each tool, one process of each; reports are written into a folder. Installs the tools where they
 * are missing.
 * @returns what they found, and how many checks passed that are counted, which is checkov's.
 */
export async function look(templates: readonly Template[], folder: string) {
  const programs = await virtualEnvironment('lint');
  const [linted, checked] = await Promise.all([
    cfnLint(programs, templates, folder),
    checkov(programs, templates, folder),
  ]);
  return { findings: [...linted, ...checked.findings], passed: checked.passed };
}
