import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { settingsFor } from '../config.ts';
import { digest } from '../tools/digest.ts';
import { emulatorAccess, REGION } from '../tools/emulator-access.ts';
import { childEnvironment, run } from '../tools/process.ts';
import { LocalError, type LocalSettings } from '../tools/settings.ts';
import type { Outputs, State } from '../tools/state.ts';
import type { Emulator } from './emulator.ts';

const SOURCES = [
  'infra/{*,{api,data,edge,functions,mail,watch}/**/*}.ts',
  'functions/**/*.ts',
  'shared/**/*.ts',
  'cdk.json',
  'package-lock.json',
];
const BOOTSTRAP = ['bootstrap', `aws://000000000000/${REGION}`];

/** Returns the emulator's URL of the deployed API. */
export const apiUrlOf = (emulatorUrl: string, { RestApiId }: Pick<Outputs, 'RestApiId'>) =>
  `${emulatorUrl}/restapis/${RestApiId}/live/_user_request_`;

type Target = Pick<Emulator, 'url' | 'kind'>;

/** Deployment to the emulator. Unchanged sources are not synthesized again. */
export class Deployment {
  private readonly state: State;
  private readonly environment: Record<string, string>;
  private readonly assembly: string;

  constructor(state: State, origin: string, { stage, testClock }: Pick<LocalSettings, 'stage' | 'testClock'>) {
    this.state = state;
    this.environment = { ORIGIN: origin, TEST_CLOCK: testClock ? '1' : '', ...(stage && { STAGE: stage }) };
    this.assembly = path.join(state.directory, 'cdk.out');
  }

  /** Runs the CDK. Adds the emulator's hint to the error of a known failure. */
  private async cdk(args: readonly string[], emulator?: Target): Promise<void> {
    const deployed = await this.state.read('stack');
    const known: Record<string, string> = deployed ? { LOCAL_TABLE: deployed.outputs.TableName } : {};
    const access = emulator ? emulatorAccess(emulator.url) : {};
    const hint = emulator?.kind.hint;
    try {
      await run('cdk', [...args, '--no-notices'], childEnvironment({ ...this.environment, ...known, ...access }));
    } catch (error) {
      if (error instanceof Error && hint?.where.test(error.message))
        throw new LocalError(`${error.message}\n${hint.say}`);
      throw error;
    }
  }

  /** Synthesizes the stack unless the sources are unchanged. Runs while the emulator starts. */
  async prepare(): Promise<{ digest: string; synthesized: boolean }> {
    const wanted = await digest(SOURCES, settingsFor('local', childEnvironment(this.environment)));
    const deployed = await this.state.read('stack');
    if (deployed?.digest === wanted) return { digest: wanted, synthesized: false };
    await this.cdk(['synth', '--quiet', '--output', this.assembly]);
    return { digest: wanted, synthesized: true };
  }

  /** Returns true if the API of an earlier deployment answers. A killed run may have lost its data. */
  private async answers(emulatorUrl: string, outputs: Outputs): Promise<boolean> {
    const { status } = await fetch(`${apiUrlOf(emulatorUrl, outputs)}/api/auth/me`);
    return status === 401;
  }

  private async deployStack(emulator: Target): Promise<Outputs> {
    const file = path.join(this.state.directory, 'outputs.json');
    const deploy = ['deploy', '--app', this.assembly, '--require-approval', 'never', '--method', 'direct'];
    await this.cdk([...deploy, '--outputs-file', file], emulator);
    const made = JSON.parse(await readFile(file, 'utf8')) as Record<string, Outputs>;
    const [outputs] = Object.values(made);
    if (!outputs) throw new Error('The deployment returned no outputs: restart the emulator.');
    return outputs;
  }

  async deploy(emulator: Target, prepared: { digest: string; synthesized: boolean }): Promise<Outputs> {
    const deployed = await this.state.read('stack');
    const intact = deployed !== undefined && (await this.answers(emulator.url, deployed.outputs));
    if (intact && !prepared.synthesized) return deployed.outputs;
    console.log('deploying the stack');
    if (!prepared.synthesized) await this.cdk(['synth', '--quiet', '--output', this.assembly]);
    if (!intact) await this.cdk([...BOOTSTRAP, '--app', this.assembly], emulator);
    const outputs = await this.deployStack(emulator);
    await this.state.write('stack', { digest: prepared.digest, outputs });
    return outputs;
  }
}
