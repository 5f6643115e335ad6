import path from 'node:path';
import { SESClient, VerifyEmailIdentityCommand } from '@aws-sdk/client-ses';
import { DEMO_FIRM, firmName } from '#shared/rules/firm.ts';
import { emulatorClient } from '../tools/emulator-access.ts';
import { run, stopTasks } from '../tools/process.ts';
import { virtualEnvironment } from '../tools/python.mjs';
import { LocalError, type LocalSettings } from '../tools/settings.ts';
import { keepOwnVersion, type Outputs, State } from '../tools/state.ts';
import { buildWeb, SITE } from '../tools/web.ts';
import { type DemoAccount, seedDemo } from './demo/accounts.ts';
import { apiUrlOf, Deployment } from './deploy.ts';
import { type Emulator, otherEmulator, startEmulator, takeOver } from './emulator.ts';
import { limitsOf } from './emulator-kinds.ts';
import { mailboxOf } from './mail-page.ts';
import { startOrigin } from './origin.ts';
import { assertFree } from './ports.ts';
import { testControls } from './test-controls.ts';
import { driveTick } from './tick.ts';

const PARENT_CHECK_MS = 500;

/** Verifies the sender in the emulator. The local template has no identity, because LocalStack cannot create one. */
async function verifySender(emulatorUrl: string, address: string): Promise<void> {
  const ses = new SESClient(emulatorClient(emulatorUrl));
  await ses.send(new VerifyEmailIdentityCommand({ EmailAddress: address }));
  ses.destroy();
}

export interface LocalStack {
  /** `http://localhost:{port}`. */
  origin: string;
  apiUrl: string;
  emulatorUrl: string;
  emulator: string;
  outputs: Outputs;
  limits: readonly string[];
  accounts: readonly DemoAccount[];
  /** Settles when the emulator has exited. */
  ended: Promise<void>;
  /** Stops everything, after the data is written. */
  stop(): Promise<void>;
}

/** Stops everything that was started, in reverse order. A start in progress then fails. */
export class Stopper {
  private readonly steps: (() => Promise<void>)[] = [];
  private stopping: Promise<void> | undefined;
  /** True after a signal, when errors only follow from the stop. */
  isExiting = false;

  /** Registers a step of the stop. After a stop, runs it immediately and throws {@link LocalError}. */
  async add(step: () => Promise<void>): Promise<void> {
    this.steps.unshift(step);
    if (!this.stopping) return;
    await step();
    throw new LocalError('Stopped');
  }

  stop(): Promise<void> {
    this.stopping ??= (async () => {
      stopTasks();
      for (const step of this.steps) await step();
    })();
    return this.stopping;
  }

  /** Stops everything on Ctrl-C, on a signal or when the parent dies, then exits. */
  exitOnSignals(code: number): void {
    const exit = () => {
      this.isExiting = true;
      void this.stop().then(() => process.exit(code));
    };
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, exit);
    const parent = process.ppid;
    setInterval(() => process.ppid !== parent && exit(), PARENT_CHECK_MS).unref();
  }
}

async function emulator(settings: LocalSettings, state: State, stopper: Stopper): Promise<Emulator> {
  const { port, emulatorPort, emulatorUrl } = settings;
  const started = emulatorUrl
    ? await otherEmulator(emulatorUrl)
    : await startEmulator(path.join(await virtualEnvironment('emulator', run), 'python'), emulatorPort, state);
  await stopper.add(async () => {
    await started.stop();
    await state.forget('run');
  });
  await state.write('run', { pid: process.pid, emulatorUrl: started.url, emulatorPid: started.pid, port });
  return started;
}

async function start(settings: LocalSettings, stopper: Stopper): Promise<LocalStack> {
  const state = new State(settings.stateDir);
  await takeOver(state);
  await assertFree(settings.port, 'PORT');
  if (!settings.emulatorUrl) await assertFree(settings.emulatorPort, 'EMULATOR_PORT');
  await keepOwnVersion(state, settings.emulatorUrl);
  const origin = `http://localhost:${settings.port}`;
  const deployment = new Deployment(state, origin, settings);
  const [{ url, kind, ended }, prepared] = await Promise.all([
    emulator(settings, state, stopper),
    deployment.prepare(),
    buildWeb(firmName(process.env, settings.demoData ? DEMO_FIRM : undefined)),
  ]);
  const outputs = await deployment.deploy({ url, kind }, prepared);
  await verifySender(url, outputs.MailFrom);
  const apiUrl = apiUrlOf(url, outputs);
  const controls = testControls(url, outputs);
  const testing = settings.testClock ? controls : undefined;
  const behind = { site: SITE, apiUrl, mailbox: mailboxOf(url, kind), testing };
  await stopper.add(await startOrigin(settings.port, behind));
  if (kind.lacks?.schedules) {
    const stop = driveTick(controls.jobs.tick);
    await stopper.add(async () => stop());
  }
  const { demoData, hardened = false } = settings;
  const accounts = demoData ? await seedDemo({ state, origin, outputs, emulatorUrl: url }, { hardened }) : [];
  return {
    origin,
    apiUrl,
    emulatorUrl: url,
    emulator: kind.name,
    limits: limitsOf(kind),
    outputs,
    accounts,
    ended,
    stop: () => stopper.stop(),
  };
}

/** Starts the emulator, deploys the stack, builds the web app and serves both. A failure stops everything. */
export async function startLocal(settings: LocalSettings, stopper = new Stopper()): Promise<LocalStack> {
  try {
    return await start(settings, stopper);
  } catch (error) {
    await stopper.stop();
    throw error;
  }
}
