import { expect } from 'vitest';
import { checkFile } from '#functions/domain/documents/files/check.ts';
import { REFUSALS, type RefusalKind } from '#functions/domain/documents/files/refusals.ts';

/** Bytes of a text, one for each character. */
export const latin1 = (text: string) => Buffer.from(text, 'latin1');
/** Bytes written in hex, as the head of a file. */
export const hex = (digits: string) => Buffer.concat([Buffer.from(digits, 'hex'), Buffer.alloc(600)]);

/** The head of a Windows program. */
export const EXE = Buffer.concat([latin1('MZ\x90\0\x03\0\0\0\x04\0\0\0\xff\xff\0\0'), Buffer.alloc(200)]);

const refusalOf = (name: string, bytes: Buffer) =>
  checkFile(name, bytes).then(
    (kind) => kind,
    (error: { status: number; fields: Record<string, string>; message: string }) => {
      expect([error.status, error.fields]).toEqual([400, { file: error.message }]);
      return error.message;
    },
  );

/** Expects that a file is refused as a kind. */
export const refuses = (kind: RefusalKind) => async (name: string, bytes: Buffer) =>
  expect(await refusalOf(name, bytes), name).toBe(REFUSALS[kind]);
/** Expects that a file is refused for what it holds, which the sentence says. */
export const refusesWithin = async (bytes: Buffer, what: RegExp, name = 'papers.zip') =>
  expect(await refusalOf(name, bytes)).toMatch(what);
