import { once } from 'node:events';
import { createServer } from 'node:net';
import { networkInterfaces } from 'node:os';
import { expect, test } from 'vitest';
import { assertFree, freePort } from '#infra/local/ports.ts';

const loopback = Object.values(networkInterfaces()).flatMap((addresses = []) =>
  addresses.filter(({ internal }) => internal).map(({ address }) => address),
);

test.each(loopback)('a busy port at %s is reported with the setting to change', async (host) => {
  const server = createServer().listen({ port: await freePort(), host });
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  await expect(assertFree(port, 'PORT')).rejects.toThrow(
    `Port ${port} is in use: stop what uses it, or set PORT to another port.`,
  );
  server.close();
  await once(server, 'close');
  await expect(assertFree(port, 'PORT')).resolves.toBeUndefined();
});
