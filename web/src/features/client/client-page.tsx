import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { type Params, useParams } from 'react-router';
import { ApiError } from '../../lib/http/api.ts';
import { useDrawable } from '../../lib/lazy/use-drawable.ts';
import { queryClient } from '../../lib/query/query.ts';
import { messagesQuery } from '../../parts/message/client-messages.ts';
import { PageLoading } from '../../ui/feedback/page-loading.tsx';
import { ErrorState } from '../../ui/feedback/state.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { activityQuery } from './activity/queries.ts';
import { ClientBeingDeleted, ClientNotFound } from './client-not-found.tsx';
import { ClientScreen } from './client-screen.tsx';
import { documentsQuery } from './documents/queries.ts';
import { stagesQuery } from './journey/queries.ts';
import { clientQuery } from './queries.ts';
import { tasksQuery } from './tasks/queries.ts';

/** Reads ahead what this page is opened with. */
export const readAhead = ({ id = '' }: Params) =>
  Promise.all([queryClient.prefetchQuery(clientQuery(id)), queryClient.prefetchQuery(stagesQuery(id))]);

const UNSEEN = { notifyOnChangeProps: [] };

/** All that the page shows, asked for at once. */
function useClientData(id: string) {
  const client = useQuery(clientQuery(id));
  const stages = useQuery(stagesQuery(id));
  useQuery({ ...documentsQuery(id), ...UNSEEN });
  useQuery({ ...tasksQuery(id), ...UNSEEN });
  useInfiniteQuery({ ...messagesQuery(id), ...UNSEEN });
  useInfiniteQuery({ ...activityQuery(id), ...UNSEEN });
  const retry = () => Promise.all([client.refetch(), stages.refetch()]);
  return { client: client.data, stages: stages.data, error: client.error ?? stages.error, retry };
}

function ClientPage({ id }: { id: string }) {
  const { client, stages, error, retry } = useClientData(id);
  const isDrawable = useDrawable(client !== undefined && stages !== undefined);
  const refusal = error instanceof ApiError ? error : undefined;
  if (refusal?.status === 404) return <ClientNotFound />;
  if (refusal?.status === 409) return <ClientBeingDeleted message={refusal.serverMessage} />;
  if (client && stages && isDrawable) return <ClientScreen client={client} stages={stages} />;
  if (!error) return <PageLoading />;
  return (
    <Page title="Client">
      <ErrorState title="This client could not be loaded" error={error} onRetry={retry} />
    </Page>
  );
}

/** A client's page for advisers (product 2). */
export function Component() {
  const { id = '' } = useParams();
  return <ClientPage key={id} id={id} />;
}
