import { errorToast } from '../../lib/http/failure.ts';
import { adviserChange } from '../refreshes.ts';

/** Creates a new portal link. The old one stops working immediately. */
export const regenerateToken = adviserChange('POST /api/clients/{id}/token/regenerate', {
  success: { title: 'Token Regenerated', description: 'The old link is no longer valid.' },
  failure: errorToast('Failed to regenerate portal token'),
});
