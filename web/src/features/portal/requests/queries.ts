import { mutationOptions } from '@tanstack/react-query';
import { call, type Sent } from '../../../lib/http/api.ts';
import { touching } from '../queries.ts';
import { requestRefusal } from './refusals.ts';

const SUBMIT = 'POST /api/requests/{id}/submit';
const CANNOT = 'POST /api/requests/{id}/cannot';

export const ANSWERING = ['answering'] as const;

/** Pending until the portal has been refetched. No success toast, as the request itself says what comes next. */
const requestChange = <C extends typeof SUBMIT | typeof CANNOT>(name: C, adviser: string, description: string) =>
  mutationOptions({
    mutationKey: ANSWERING,
    mutationFn: (sent: Sent<C>) =>
      call(name, sent).catch((error: unknown) => {
        throw requestRefusal(adviser)(error);
      }),
    meta: {
      failure: { title: 'Error', description, server: true, cause: true },
      effect: touching('GET /api/portal/{token}'),
      waits: true,
      noSession: true,
    },
  });

/** Hands in the files of a request. `adviser` is a name. */
export const submitRequest = (adviser: string) => requestChange(SUBMIT, adviser, 'Failed to hand in your files');

/** Sends the client’s reason for not having the document. */
export const answerRequest = (adviser: string) => requestChange(CANNOT, adviser, 'Failed to send your answer');
