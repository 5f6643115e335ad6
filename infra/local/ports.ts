import { createServer } from 'node:net';
import { LocalError } from './settings.ts';

/** Whether an address of the loopback, which not every machine has both of, is there and its port taken. */
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
  for (const host of ['127.0.0.1', '::1'])
    if (await isTaken(port, host))
      throw new LocalError(`Port ${port} is in use: stop what uses it, or set ${setting} to another port.`);
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
