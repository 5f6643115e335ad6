import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';
import { LocalError } from '../tools/settings.ts';

const HOSTS = ['127.0.0.1', '::1'];

/** Returns true if a port is taken. A loopback address that the machine lacks counts as free. */
async function isTaken(port: number, host: string): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const server = createServer();
  server.once('error', ({ code }: NodeJS.ErrnoException) =>
    resolve(code !== 'EADDRNOTAVAIL' && code !== 'EAFNOSUPPORT'),
  );
  server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(false)));
  return promise;
}

/** Throws {@link LocalError} if a port is taken; `setting` is the variable to change. */
export async function assertFree(port: number, setting: string): Promise<void> {
  for (const host of HOSTS)
    if (await isTaken(port, host))
      throw new LocalError(`Port ${port} is in use: stop what uses it, or set ${setting} to another port.`);
}

// Below the system's ephemeral range, so that no connection or server on port 0 takes one by chance.
const FIRST = 20_000;
const LAST = 32_000;

export async function freePort(): Promise<number> {
  const port = randomInt(FIRST, LAST);
  const taken = await Promise.all(HOSTS.map((host) => isTaken(port, host)));
  return taken.includes(true) ? freePort() : port;
}
