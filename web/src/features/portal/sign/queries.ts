import { mutationOptions } from '@tanstack/react-query';
import type { AnswerOf } from '#shared/contract/api.ts';
import type { Portal } from '#shared/contract/portal.ts';
import { call, type Sent } from '../../../lib/http/api.ts';
import { change, queryClient } from '../../../lib/query/query.ts';
import { portalQuery } from '../portal-query.ts';
import { touching } from '../queries.ts';
import { requestRefusal } from '../requests/refusals.ts';

const SIGN = 'POST /api/requests/{id}/sign';
export const PORTAL = 'GET /api/portal/{token}';

/** Emails a code for one signature. */
export const sendSignCode = change('POST /api/requests/{id}/sign-code', {
  effect: touching(),
  waits: true,
  noSession: true,
});

/** Shows the signed request with its copy, also if the page cannot be refetched. */
const shown = (portal: Portal | undefined, { request, document }: AnswerOf<typeof SIGN>) =>
  portal && {
    ...portal,
    requests: portal.requests.map((one) => (one.id === request.id ? request : one)),
    documents: [document, ...portal.documents.filter(({ id }) => id !== document.id)],
  };

/** Signs a document. After a refusal pending until the portal has been refetched. `adviser` is a name. */
export const signDocument = (adviser: string, token: string) =>
  mutationOptions({
    mutationFn: async (sent: Omit<Sent<typeof SIGN>, 'token'> & { params: { id: string } }) => {
      const signed = await call(SIGN, { ...sent, token }).catch((error: unknown) => {
        throw requestRefusal(adviser)(error);
      });
      queryClient.setQueryData(portalQuery(token).queryKey, (portal: Portal | undefined) => shown(portal, signed));
    },
    meta: { effect: touching(PORTAL), waits: true, noSession: true },
  });
