import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';
import { LocalError } from '../tools/settings.ts';

const HOSTS = ['127.0.0.1', '::1'];

/** Tells whether a port is taken; on a machine without that address of the loopback it is not. */
async function isTaken(port: number, host: string): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const server = createServer();
  server.once('error', ({ code }: NodeJS.ErrnoException) =>
    resolve(code !== 'EADDRNOTAVAIL' && code !== 'EAFNOSUPPORT'),
  );
  server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(false)));
  return promise;
}

/** Throws {@link LocalError} where a port of the loopback is taken; `setting` is the variable that names another. */
export async function assertFree(port: number, setting: string): Promise<void> {
  for (const host of HOSTS)
    if (await isTaken(port, host))
      throw new LocalError(`Port ${port} is in use: stop what uses it, or set ${setting} to another port.`);
}

// Ports below the range from which the system serves connections and port 0: nobody else is given one by chance.
const FIRST = 20_000;
const LAST = 32_000;

export async function freePort(): Promise<number> {
  const port = randomInt(FIRST, LAST);
  const taken = await Promise.all(HOSTS.map((host) => isTaken(port, host)));
  return taken.includes(true) ? freePort() : port;
}
