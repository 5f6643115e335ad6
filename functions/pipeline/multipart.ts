import { Busboy } from '@fastify/busboy';
import { ONE_PLACE } from '#shared/contract/uploads.ts';
import { displayName, FILE_TOO_LARGE } from '#shared/rules/documents.ts';
import { MAX_FILE_BYTES } from '#shared/rules/limits.ts';
import { HttpError, invalid } from '../services/errors.ts';
import { expectContentType, type Received } from './http.ts';

export interface SentFile {
  name: string;
  bytes: Buffer;
  stageId: string | undefined;
  taskId: string | undefined;
  requestId: string | undefined;
}

const LIMITS = {
  fileSize: MAX_FILE_BYTES,
  files: 2,
  fields: 3,
  parts: 5,
  fieldSize: 1000,
  fieldNameSize: 100,
  headerPairs: 20,
};
const broken = () => new HttpError(400, 'The upload is not complete. Please try again.');

interface Parts {
  files: { field: string; name: string | undefined; bytes: Buffer; cut: boolean }[];
  fields: [string, string][];
}

function readParts(body: Buffer, contentType: string): Promise<Parts> {
  return new Promise((resolve, reject) => {
    const parts: Parts = { files: [], fields: [] };
    const parser = new Busboy({ headers: { 'content-type': contentType }, limits: LIMITS });
    parser.on('file', (field, stream, name) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('error', reject);
      stream.on('end', () =>
        parts.files.push({
          field,
          name,
          bytes: Buffer.concat(chunks),
          cut: 'truncated' in stream && stream.truncated === true,
        }),
      );
    });
    parser.on('field', (name, value) => parts.fields.push([name, value]));
    parser.on('partsLimit', () => reject(invalid('file', 'Send one file')));
    parser.on('filesLimit', () => reject(invalid('file', 'Send one file')));
    parser.on('fieldsLimit', () =>
      reject(invalid('body', 'Send a file, and at most a stageId, a taskId or a requestId')),
    );
    parser.on('error', () => reject(broken()));
    parser.on('finish', () => resolve(parts));
    parser.end(body);
  });
}

/** Decodes quotes and line breaks, which browsers percent-encode in file names (HTML, multipart encoding). */
const unquote = (name: string) =>
  name.replace(/%(22|0D|0A)/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));

const FIELDS = ['stageId', 'taskId', 'requestId'];

/** Throws 400 for an unknown or repeated field, and for two places together. */
function checkFields(fields: Parts['fields']): { stageId?: string; taskId?: string; requestId?: string } {
  const names = fields.map(([name]) => name);
  const wrong = names.find((name, i) => !FIELDS.includes(name) || names.indexOf(name) < i);
  if (wrong !== undefined) throw invalid(wrong, 'Unknown field');
  if (names.length > 1) throw invalid('stageId', ONE_PLACE);
  return Object.fromEntries(fields.map(([name, value]) => [name, value.trim()]));
}

function check({ files, fields }: Parts): SentFile {
  if (files.some((file) => file.cut)) throw new HttpError(413, FILE_TOO_LARGE);
  const [file] = files;
  if (!file) throw invalid('file', 'Please choose a file');
  if (files.length > 1 || file.field !== 'file') throw invalid('file', 'Send one file, named "file"');
  const { stageId, taskId, requestId } = checkFields(fields);
  if (file.bytes.length === 0) throw invalid('file', 'This file is empty');
  return {
    name: displayName(unquote(file.name ?? '')),
    bytes: file.bytes,
    stageId: stageId && stageId !== 'none' ? stageId : undefined,
    taskId: taskId || undefined,
    requestId: requestId || undefined,
  };
}

export async function readSentFile(request: Received): Promise<SentFile> {
  expectContentType(request, 'multipart/form-data');
  const parts = await readParts(request.bytes(), request.headers['content-type'] ?? '').catch((error: unknown) => {
    throw error instanceof HttpError ? error : broken();
  });
  return check(parts);
}
