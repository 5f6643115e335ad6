import type * as contract from '#shared/contract/signing.ts';
import { MARK } from '../support/mark.ts';
import type { CallTests } from './call-test.ts';

export const signingCalls = {
  'POST /api/documents/{id}/sign-request': {
    cost: [6, 3],
    why: 'the document is opened and checked before it is asked for',
    sent: 'onDocumentToSign',
    body: { message: 'Please read page 3.', dueDate: null, completes: true },
  },
  'POST /api/requests/{id}/sign-code': {
    cost: [5, 3],
    why: 'a code is counted before it is mailed',
    sent: 'onReadToSign',
  },
  'POST /api/requests/{id}/sign': {
    cost: [12, 6],
    why: 'the code is counted, the document opened, and the copy sealed and stored before the request',
    sent: 'withSignature',
    body: { name: 'Mia Evans', mark: MARK, sha256: '0'.repeat(64), consent: true, code: '123456' },
    required: ['name', 'mark', 'sha256', 'consent', 'code'],
  },
} satisfies CallTests<typeof contract.signingCalls>;
