import { createServer } from 'node:net';
import { LocalError } from './settings.ts';

/** Throws {@link LocalError} where a port of the loopback is taken; `setting` is the variable that names another. */
export async function assertFree(port: number, setting: string): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const server = createServer();
  server.once('error', reject);
  server.listen({ port, host: '127.0.0.1', exclusive: true }, () => server.close(() => resolve()));
  try {
    await promise;
  } catch {
    throw new LocalError(`Port ${port} is in use: stop what uses it, or set ${setting} to another port.`);
  }
}

/** A port of the loopback that is free now. */
export async function freePort(): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<number>();
  const server = createServer();
  server.listen(0, '127.0.0.1', () => {
    const address = server.address();
    server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
  });
  return promise;
}
