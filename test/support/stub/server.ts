import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { staticFiles } from '#infra/local/static-files.ts';
import { SITE } from '#infra/local/web.ts';
import { StubApi } from './api.ts';

const files = staticFiles(SITE);

/** Serves the built app and, on the same origin, the stubbed API of one test after the other. */
export class StubServer {
  /** Who answers the API's requests from now on. */
  api = new StubApi();
  private readonly server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    if (pathname.startsWith('/api/')) await this.api.serve(request, response);
    else await files(request, response, pathname);
  });

  /** Listens on a free port; gives the origin. */
  async start(): Promise<string> {
    this.server.listen(0, 'localhost');
    await once(this.server, 'listening');
    return `http://localhost:${(this.server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }
}
