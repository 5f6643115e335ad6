import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { text } from 'node:stream/consumers';
import { settingsFor } from '#infra/config.ts';
import { placeFor } from '#infra/deploy/place.ts';
import { type StackState, stackState } from '#infra/deploy/stack-state.ts';
import { apiUrlOf } from '#infra/local/deploy.ts';
import { emulatorAccess } from '#infra/local/emulator.ts';
import { freePort } from '#infra/local/ports.ts';
import { proxy } from '#infra/local/proxy.ts';
import { staticFiles } from '#infra/local/static-files.ts';
import { SITE } from '#infra/local/web.ts';
import type { Ran } from '../support/operator.ts';
import { emulatorUrl } from '../support/stack.ts';

/** A command of `infra/deploy` under way. */
export interface Running {
  child: ChildProcess;
  ran: Promise<Ran>;
}

/** A stage deployed to the emulator of this run by the commands of `infra/deploy`, and the origin that shows it. */
export class StageOnEmulator {
  readonly origin: string;
  readonly place;
  private readonly environment: Record<string, string>;
  private readonly server: Server;

  private constructor(stage: `test-${string}`, port: number) {
    this.origin = `http://localhost:${port}`;
    // A table without this name would be replaced by each deployment after the first.
    this.environment = {
      ...emulatorAccess(emulatorUrl()),
      STAGE: stage,
      ORIGIN: this.origin,
      LOCAL_TABLE: `${stage}-table`,
    };
    Object.assign(process.env, emulatorAccess(emulatorUrl()));
    this.place = placeFor(settingsFor('local', this.environment));
    this.server = createServer(async (request, response) => {
      const { pathname } = new URL(request.url ?? '/', this.origin);
      if (!pathname.startsWith('/api/')) return staticFiles(SITE)(request, response, pathname);
      const { RestApiId = '' } = (await this.state())?.outputs ?? {};
      return proxy(apiUrlOf(emulatorUrl(), { RestApiId }))(request, response);
    }).listen(port, 'localhost');
  }

  /** Opens the origin of a stage, which shows the page, and the API once there is one. */
  static async open(stage: `test-${string}`): Promise<StageOnEmulator> {
    const opened = new StageOnEmulator(stage, await freePort());
    await once(opened.server, 'listening');
    return opened;
  }

  /** Closes the origin. */
  async close(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  /** The stack as it is now. */
  state = (): Promise<StackState | undefined> => stackState(this.place.product);

  /** Starts a command in a process group of its own. */
  start(command: 'deploy' | 'rollback' | 'destroy', env: Record<string, string> = {}): Running {
    const child = spawn('node', [`infra/deploy/${command}.ts`, '--target', 'local', '--yes'], {
      env: { ...process.env, ...this.environment, ...env },
      detached: true,
    });
    child.stdin.end();
    const ended = once(child, 'close').then(([code]) => (code ?? 1) as number);
    const ran = Promise.all([text(child.stdout), text(child.stderr), ended]).then(([out, error, code]) => ({
      code,
      output: out + error,
    }));
    return { child, ran };
  }

  /** Makes a call without a session. */
  async post(path: string, body: object): Promise<number> {
    const headers = { 'content-type': 'application/json' };
    const { status } = await fetch(this.origin + path, { method: 'POST', headers, body: JSON.stringify(body) });
    return status;
  }
}
