import type { DocumentRequest } from '#shared/contract/requests.ts';
import { isSettled } from '#shared/rules/requests.ts';
import { readPages } from '../../lib/query/pages.ts';
import { read } from '../../lib/query/query.ts';

/** Reads a client's requests in order of asking. */
export const requestsQuery = (clientId: string) => read('GET /api/clients/{id}/requests', { params: { id: clientId } });

/** Reads pages of the requests that wait for the user's decision, longest waiting first. */
export const reviewQuery = (query?: Readonly<Record<string, string>>) =>
  readPages('GET /api/requests/review', 'next', ...(query ? [{ query }] : []));

export const templatesQuery = read('GET /api/request-templates');

/** Returns the newest fact-find of requests in order of asking. */
export const newestFactfind = <R extends Pick<DocumentRequest, 'kind'>>(requests: readonly R[]): R | undefined =>
  requests.findLast(({ kind }) => kind === 'facts');

/** Returns true while a client may be asked: one fact-find is under way at a time. */
export function canStartFactfind(requests: readonly Pick<DocumentRequest, 'kind' | 'state'>[]): boolean {
  const newest = newestFactfind(requests);
  return !newest || isSettled(newest);
}
