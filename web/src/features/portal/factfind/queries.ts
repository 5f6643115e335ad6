import { read } from '../../../lib/query/query.ts';

const FACTFIND = 'GET /api/clients/{id}/factfind';
export const SAVE = 'PATCH /api/clients/{id}/factfind';

/** Fact-find with all answers. Read again at each visit, as it may have been answered on another device. */
export const queryOf = (clientId: string, token?: string) =>
  ({
    ...read(FACTFIND, { params: { id: clientId }, ...(token && { token }) }),
    refetchOnMount: 'always',
    refetchOnWindowFocus: 'always',
  }) as const;
