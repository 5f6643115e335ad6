import { randomBytes } from 'node:crypto';
import { notFound } from '../errors.ts';

const ROOT_LENGTH = 22;
const CHILD = /^([\w-]{22})\.([\w.-]{1,60})$/;

/**
 * An unguessable id of 128 bits, 22 URL-safe characters: advisers and clients. None begins with a hyphen, which a command
 * would take for an option.
 */
export function newId(): string {
  for (;;) {
    const id = randomBytes(16).toString('base64url');
    if (!id.startsWith('-')) return id;
  }
}

/** Whether a text has the form of {@link newId}. */
export const isRootId = (id: string) => id.length === ROOT_LENGTH && /^[\w-]+$/.test(id);

/** The beginning of every child key of a moment. */
export const timeKey = (at: Date) => at.getTime().toString(36).padStart(9, '0');

/** The part of a child's id after its client's: sorts by time of creation, 96 random bits. */
export const newChildKey = (now: Date) => timeKey(now) + randomBytes(12).toString('base64url');

/** A child's id carries its client's, so that one read finds it. */
export const childId = (clientId: string, key: string | number) => `${clientId}.${key}`;

/** Whether a text has the form of a child's id. */
export const isChildId = (id: string) => CHILD.test(id);

/** Takes a child's id apart. Throws 404 where it has not the form of one. */
export function parseChildId(id: string): { clientId: string; key: string } {
  const [, clientId, key] = CHILD.exec(id) ?? [];
  if (!clientId || !key) throw notFound();
  return { clientId, key };
}

/** When a child was made, ISO, from the time in its key. */
export const timeOfKey = (key: string) => new Date(Number.parseInt(key.slice(0, 9), 36)).toISOString();

/** How long ago a child was made, in milliseconds, by the time in its key. */
export const ageOfKey = (key: string, now: Date) => now.getTime() - Date.parse(timeOfKey(key));
