import { isSha256 } from '#shared/contract/fields.ts';
import { uploadCalls } from '#shared/contract/uploads.ts';
import { takeFromStaff } from '../domain/clients/client-writes.ts';
import type { FileTarget } from '../domain/documents/documents.ts';
import { finishUpload } from '../domain/documents/upload-finish.ts';
import {
  beginUpload,
  cancelUpload,
  getUpload,
  listUploads,
  readUpload,
  receivePart,
  toBegunUpload,
} from '../domain/documents/uploads.ts';
import { admitFile, linkTo } from '../domain/file-links/file-link.ts';
import { creating } from '../pipeline/creating.ts';
import { lambda, prepared } from '../pipeline/lambda.ts';
import { HttpError, invalid } from '../services/errors.ts';

const load = ({ params: { id } }: { params: { id: string } }) => readUpload(id);

async function begunUpload([id = '']: readonly string[]) {
  const upload = await readUpload(id);
  return upload?.ending ? undefined : upload;
}

const PART = /^\d{1,2}$/;

function digestIn(header: string | undefined): string | undefined {
  if (header !== undefined && !isSha256(header)) throw invalid('x-sha256', 'Must be a SHA-256');
  return header;
}

export const handler = lambda('uploads', uploadCalls, {
  'GET /api/clients/{id}/uploads':
    () =>
    async ({ actor, client, now }) =>
      listUploads({ actor, client, now }),

  'POST /api/clients/{id}/uploads': creating({
    create: async (request) => {
      const { name, size, stageId, ...target } = request.body;
      const { maxMb } = request.settings.documents;
      const counted = (count: () => Promise<void>) =>
        request.once(async () => {
          await Promise.all([count(), takeFromStaff(request)]);
        });
      const allowed = () => admitFile(request, target, counted);
      return beginUpload(request, { name, size, stageId: stageId ?? undefined }, maxMb, allowed);
    },
    find: begunUpload,
    present: toBegunUpload,
  }),

  'GET /api/uploads/{id}': prepared(load, async ({ actor, client, now }, found) =>
    getUpload({ actor, client, now }, found),
  ),

  'POST /api/uploads/{id}/parts/{index}': prepared(
    load,
    async ({ actor, client, now, body, header, params: { index } }, found) => {
      const part = { bytes: body, sha256: digestIn(header('x-sha256')) };
      const place = PART.test(index) ? Number(index) : Number.NaN;
      return { parts: await receivePart({ actor, client, now }, found, place, part) };
    },
  ),

  'POST /api/uploads/{id}/finish': prepared(load, async ({ actor, client, now, body, once }, found) => {
    const context = { actor, client, now };
    // A task that is gone or a request that is settled by now must not lose the file.
    const link = (target: FileTarget) =>
      linkTo(context, target).catch((error: unknown) => {
        if (error instanceof HttpError) return undefined;
        throw error;
      });
    return finishUpload(context, found, body, link, once);
  }),

  'DELETE /api/uploads/{id}': prepared(load, async ({ actor, client, now }, found) =>
    cancelUpload({ actor, client, now }, found),
  ),
});
