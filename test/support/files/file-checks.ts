import { expect } from 'vitest';
import { checkFile } from '#functions/domain/documents/files/check.ts';
import { REFUSALS, type RefusalKind } from '#shared/rules/refusals.ts';

export const latin1 = (text: string) => Buffer.from(text, 'latin1');
export const hex = (digits: string) => Buffer.concat([Buffer.from(digits, 'hex'), Buffer.alloc(600)]);

export const EXE = Buffer.concat([latin1('MZ\x90\0\x03\0\0\0\x04\0\0\0\xff\xff\0\0'), Buffer.alloc(200)]);

const refusalOf = (name: string, bytes: Buffer) =>
  checkFile(name, bytes).then(
    (kind) => kind,
    (error: { status: number; fields: Record<string, string>; message: string }) => {
      expect([error.status, error.fields]).toEqual([400, { file: error.message }]);
      return error.message;
    },
  );

export const refuses = (kind: RefusalKind) => async (name: string, bytes: Buffer) =>
  expect(await refusalOf(name, bytes), name).toBe(REFUSALS[kind]);
/** Expects that a file is refused for an ending in its name, which the sentence says. */
export const refusesName = (kind: RefusalKind, ending: string) => async (name: string, bytes: Buffer) =>
  expect(await refusalOf(name, bytes), name).toBe(
    `The name of this file has the ending “.${ending}”. ${REFUSALS[kind]}`,
  );
/** Expects that a file is refused for its contents, which the sentence names. */
export const refusesWithin = async (bytes: Buffer, what: RegExp, name = 'papers.zip') =>
  expect(await refusalOf(name, bytes)).toMatch(what);
