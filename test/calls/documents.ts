import type * as contract from '#shared/contract/documents.ts';
import type { CallTests } from './call-test.ts';

export const documentCalls = {
  'GET /api/clients/{id}/documents': { cost: [3, 1], isFirst: true },
  'POST /api/clients/{id}/documents': {
    cost: [6, 4],
    why: 'a mark and the data key, the object, the document',
    sent: 'withFile',
  },
  'GET /api/documents/{id}/download': {
    cost: [6, 3],
    why: 'key and object; is recorded once it opened',
    sent: 'onNewDocument',
  },
  // The stage or the request must be present, but may be null.
  'PATCH /api/documents/{id}': {
    cost: [4, 2],
    sent: 'onNewDocument',
    body: ({ clientId }) => ({ stageId: `${clientId}.2.1` }),
  },
  'DELETE /api/documents/{id}': {
    cost: [7, 5],
    why: 'finds its request, is hidden, then the object goes, the record last, so that it can be repeated',
    sent: 'onOwnFile',
  },
} satisfies CallTests<typeof contract.documentCalls>;
