import { useEffect } from 'react';
import type { ClientRequest } from '#shared/contract/requests.ts';
import { isSettled } from '#shared/rules/requests.ts';
import { storeDraft, useDraftKey } from '../../../lib/drafts/drafts.ts';

/** Name and drawing that a signer has begun. */
export interface Begun {
  name: string;
  way: 'type' | 'draw';
  /** Drawing as text; empty without one. */
  drawing: string;
}

export const NOTHING: Begun = { name: '', way: 'type', drawing: '' };

export const signDraft = (requestId: string) => `sign/${requestId}`;

/** Deletes what was begun for a request once that is settled, also by another person or in another tab. */
export function useDropSettled(request: Pick<ClientRequest, 'id' | 'state'>) {
  const key = useDraftKey(signDraft(request.id));
  const isOver = isSettled(request);
  useEffect(() => {
    if (key && isOver) storeDraft(key, '');
  }, [key, isOver]);
}
