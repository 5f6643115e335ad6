import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Document } from '#shared/contract/documents.ts';
import { PART_BYTES } from '#shared/rules/uploads.ts';
import { newAdviser, newClient, PASSWORD, type Person, upload } from '../support/builders.ts';
import { downloadLarge, largeFile, uploaderOf } from '../support/large-file.ts';
import { siteOrigin } from '../support/stack.ts';
import { ENGINES, requireEngines, type Window } from './engines.ts';

// The journeys that matter most, in the engines of Safari and Firefox; all else is tested in Chromium.

const button = (name: string) => `//button[normalize-space()="${name}" and not(@disabled)]`;
const text = (words: string) => `//*[normalize-space(text())="${words}"]`;
const field = (label: string) => `//*[@id=(//label[starts-with(normalize-space(), "${label}")]/@for)]`;
const heading = (name: string) => `//*[self::h1 or self::h2 or self::h3][contains(normalize-space(), "${name}")]`;

/** A JPEG of one pixel, with an Exif block that names a place. */
const PIXEL = Buffer.from(
  '/9j/4AAQSkZJRgABAQEASABIAAD/2wBDAP//////////////////////////////////////////////////////////////////////////////////////wgALCAABAAEBAREA/8QAFBABAAAAAAAAAAAAAAAAAAAAAP/aAAgBAQABPxA=',
  'base64',
);
const EXIF = Buffer.from('Exif\0\0MM\0*\0\0\0\x08\0\0\0\0\0\x29.5074, -0.1278', 'latin1');
const PHOTO = Buffer.concat([
  PIXEL.subarray(0, 2),
  Buffer.from([0xff, 0xe1, 0, EXIF.length + 2]),
  EXIF,
  PIXEL.subarray(2),
]);

let folder: string;
beforeAll(async () => {
  requireEngines();
  folder = await mkdtemp(path.join(tmpdir(), 'browsers-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe.each(Object.entries(ENGINES))('in %s', (_, launch) => {
  let window: Window;
  let adviser: Person;
  const go = (address: string) => window.open(`${siteOrigin()}${address}`);
  const signIn = async (password: string) => {
    await window.fill(field('Email'), adviser.email);
    await window.fill(field('Password'), password);
    await window.click(button('Sign In'));
  };
  beforeAll(async () => {
    [adviser, window] = await Promise.all([newAdviser(), launch()]);
  });
  afterAll(() => window?.close());

  test('a wrong password is refused, the right one signs in, and Logout ends the session', async () => {
    await go('/');
    await signIn('not the password');
    await window.sees(text('Invalid email or password'));
    await signIn(PASSWORD);
    await window.sees(heading('Client Dashboard'));
    await window.click(button('Logout'));
    await window.sees(heading('Adviser Login'));
  });

  test('an adviser copies the portal link, previews a document and completes a stage', async () => {
    const client = await newClient(adviser);
    await upload(adviser, client.id, 'Dear Ruth', 'letter.txt', `${client.id}.1`);
    await go('/');
    await signIn(PASSWORD);
    await window.sees(heading('Client Dashboard'));
    await go(`/adviser/client/${client.id}`);
    await window.click(button('Copy Link'));
    await window.sees(text('Link Copied'));
    await window.click('//button[contains(normalize-space(), "letter.txt")]');
    await window.click(button('Preview in Browser'));
    await expect.poll(() => window.addresses(), { timeout: 30_000 }).toContainEqual(expect.stringMatching(/^blob:/));
    await go(`/adviser/client/${client.id}`);
    await window.click('//button[starts-with(@aria-label, "Start")]');
    await window.sees(text('Stage Updated'));
    const { body: stages } = await adviser.call('GET /api/clients/{id}/stages', { params: { id: client.id } });
    expect(stages[0].status).toBe('in_progress');
  });

  test('a client sends a photo without its place, a large file in parts, and a message', async () => {
    const client = await newClient(adviser);
    const photo = path.join(folder, 'passport.jpg');
    await writeFile(photo, PHOTO);
    await go(`/portal/${client.token}`);
    await window.sees(heading(client.name));
    await window.click(button('Upload Document'));
    await window.choose('//input[@type="file"]', photo);
    await window.sees(text('Document Uploaded'));
    const newest = async () => {
      const { body } = await adviser.call('GET /api/clients/{id}/documents', { params: { id: client.id } });
      const [document] = body as Document[];
      return document ?? expect.fail('no document');
    };
    const { body: sent } = await adviser.call('GET /api/documents/{id}/download', {
      params: { id: (await newest()).id },
    });
    expect(Buffer.from(sent).includes('51.5074')).toBe(false);
    const scan = path.join(folder, 'scan.bin');
    const bytes = largeFile(2 * PART_BYTES + 1);
    await writeFile(scan, bytes);
    await window.choose('//input[@type="file"]', scan);
    await window.sees('//button[@aria-label="Download scan.bin"]');
    const large = await newest();
    expect(large.parts).toBe(3);
    expect((await downloadLarge(uploaderOf(adviser), large)).equals(bytes)).toBe(true);
    await window.fill(field('Message'), 'From my tablet');
    await window.click(button('Send'));
    await window.sees(text('From my tablet'));
  });
});
