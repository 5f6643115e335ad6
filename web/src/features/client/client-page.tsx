import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { ApiError } from '../../lib/api.ts';
import { Page } from '../../ui/page.tsx';
import { PageLoading } from '../../ui/page-loading.tsx';
import { ErrorState } from '../../ui/state.tsx';
import { ClientBeingDeleted, ClientNotFound } from './client-not-found.tsx';
import { ClientScreen } from './client-screen.tsx';
import { documentsQuery } from './documents/queries.ts';
import { stagesQuery } from './journey/queries.ts';
import { clientQuery } from './queries.ts';
import { tasksQuery } from './tasks/queries.ts';

/** All that the top of the page shows, asked for at once. */
function useClientData(id: string) {
  const client = useQuery(clientQuery(id));
  const stages = useQuery(stagesQuery(id));
  useQuery({ ...documentsQuery(id), notifyOnChangeProps: [] });
  useQuery({ ...tasksQuery(id), notifyOnChangeProps: [] });
  const retry = () => Promise.all([client.refetch(), stages.refetch()]);
  return { client: client.data, stages: stages.data, error: client.error ?? stages.error, retry };
}

function ClientPage({ id }: { id: string }) {
  const { client, stages, error, retry } = useClientData(id);
  const refusal = error instanceof ApiError ? error : undefined;
  if (refusal?.status === 404) return <ClientNotFound />;
  if (refusal?.status === 409) return <ClientBeingDeleted message={refusal.serverMessage} />;
  if (client && stages) return <ClientScreen client={client} stages={stages} />;
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
