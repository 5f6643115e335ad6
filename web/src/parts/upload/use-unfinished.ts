import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Upload } from '#shared/contract/uploads.ts';
import { call } from '../../lib/http/api.ts';
import { queryClient } from '../../lib/query/query.ts';
import type { Sender } from './client-uploads.ts';

/** Uploads that this page can continue without choosing the file again. */
export const liveUploads = new Set<string>();

const queryKey = ({ clientId, token }: Sender) => ['unfinished-uploads', clientId, token ?? ''];

/** Unfinished uploads of the sender, begun on any device, except those of this page. */
const unfinishedQuery = (sender: Sender) =>
  queryOptions({
    queryKey: queryKey(sender),
    queryFn: async () => {
      const { clientId, token } = sender;
      const open = await call('GET /api/clients/{id}/uploads', { params: { id: clientId }, token });
      return open.filter(({ id }) => !liveUploads.has(id));
    },
    meta: { noSession: sender.token !== undefined },
    gcTime: 0,
  });

/** Returns the unfinished uploads. Reads them if `isRead`, else returns what another part of the page has read. */
export const useUnfinishedUploads = (sender: Sender, isRead: boolean): readonly Upload[] =>
  useQuery({ ...unfinishedQuery(sender), enabled: isRead }).data ?? [];

/** Removes an upload that is continued or deleted. */
export const dropUnfinished = (sender: Sender, id: string) =>
  queryClient.setQueryData(queryKey(sender), (before: readonly Upload[] = []) =>
    before.filter((upload) => upload.id !== id),
  );

export const rereadUnfinished = (sender: Sender) => queryClient.invalidateQueries({ queryKey: queryKey(sender) });
