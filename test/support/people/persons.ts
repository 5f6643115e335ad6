import { expect } from 'vitest';
import type { ClientPerson } from '#shared/contract/people.ts';
import type { Caller } from '../api.ts';

let made = 0;

/** Adds a second person to a client. Returns them with the token of their link. */
export async function newPerson(
  adviser: Caller,
  { id }: { id: string },
  given: object = {},
): Promise<ClientPerson & { token: string }> {
  made += 1;
  const { status, body } = await adviser.call('POST /api/clients/{id}/people', {
    params: { id },
    body: { name: 'Rob Smith', email: `rob${made}@clients.example`, kind: 'second', ...given },
  });
  expect(status, JSON.stringify(body)).toBe(201);
  return body;
}
