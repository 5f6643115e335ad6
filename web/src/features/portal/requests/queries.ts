import { mutationOptions } from '@tanstack/react-query';
import { call, type Sent } from '../../../lib/http/api.ts';
import type { Read } from '../../../lib/query/query.ts';
import { touching } from '../queries.ts';
import { requestRefusal } from './refusals.ts';

const SUBMIT = 'POST /api/requests/{id}/submit';
const CANNOT = 'POST /api/requests/{id}/cannot';
const FACTFIND = 'GET /api/clients/{id}/factfind';

export const ANSWERING = ['answering'] as const;

/** Pending until the portal has been refetched. No success toast, as the request itself says what comes next. */
const requestChange = <C extends typeof SUBMIT | typeof CANNOT>(
  name: C,
  adviser: string,
  description: string,
  ...more: Read[]
) =>
  mutationOptions({
    mutationKey: ANSWERING,
    mutationFn: (sent: Sent<C>) =>
      call(name, sent).catch((error: unknown) => {
        throw requestRefusal(adviser)(error);
      }),
    meta: {
      failure: { title: 'Error', description, server: true, cause: true },
      effect: touching('GET /api/portal/{token}', ...more),
      waits: true,
      noSession: true,
    },
  });

/** Hands in the files of a request. `adviser` is a name. */
export const submitRequest = (adviser: string) => requestChange(SUBMIT, adviser, 'Failed to hand in your files');

/** Sends the client’s reason for not having the document. */
export const answerRequest = (adviser: string) => requestChange(CANNOT, adviser, 'Failed to send your answer');

/** Hands in the answers of a fact-find. */
export const sendFactfind = (adviser: string) =>
  requestChange(SUBMIT, adviser, 'Failed to send your answers', FACTFIND);

/** Hands in a fact-find without more answers, as the client would rather talk. */
export const answerTogether = (adviser: string) =>
  requestChange(CANNOT, adviser, 'Failed to tell your adviser', FACTFIND);
