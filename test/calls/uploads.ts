import type * as contract from '#shared/contract/uploads.ts';
import type { CallTests } from './call-test.ts';

export const uploadCalls = {
  'GET /api/clients/{id}/uploads': { cost: [3, 2], isFirst: true },
  'POST /api/clients/{id}/uploads': {
    cost: [6, 4],
    why: 'the open uploads, the data key, the item',
    body: { name: 'scan.pdf', size: 1 },
    required: ['name', 'size'],
  },
  'GET /api/uploads/{id}': { cost: [3, 1], sent: 'onNewUpload' },
  'POST /api/uploads/{id}/parts/{index}': { cost: [6, 4], why: 'the data key, the object, the item', sent: 'withPart' },
  'POST /api/uploads/{id}/finish': {
    cost: [7, 5],
    why: 'the attempt, the data key, the parts, the document',
    sent: 'onFullUpload',
    body: {},
  },
  'DELETE /api/uploads/{id}': { cost: [6, 4], why: 'a mark, then the objects, then the item', sent: 'onNewUpload' },
} satisfies CallTests<typeof contract.uploadCalls>;
