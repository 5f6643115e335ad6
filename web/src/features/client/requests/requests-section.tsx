import { Box } from '@chakra-ui/react/box';
import { Text } from '@chakra-ui/react/text';
import { useMutation, useQuery } from '@tanstack/react-query';
import { FileQuestionMark, Plus } from 'lucide-react';
import { useCallback, useMemo } from 'react';
import type { Document } from '#shared/contract/documents.ts';
import type { DocumentRequest } from '#shared/contract/requests.ts';
import { anchorOf } from '#shared/rules/anchors.ts';
import { isSettled } from '#shared/rules/requests.ts';
import { useCurrent } from '../../../lib/query/use-current.ts';
import { accept } from '../../../parts/request/answers.ts';
import { StartFactfind } from '../../../parts/request/factfind.tsx';
import { deleteRequest, type NamedRequest } from '../../../parts/request/request-changes.ts';
import { requestNotice } from '../../../parts/request/request-notice.ts';
import { canStartFactfind, newestFactfind, requestsQuery } from '../../../parts/request/requests.ts';
import type { ReviewProps } from '../../../parts/request/review-dialog.tsx';
import { DialogButton, type DialogState, lazyDialog } from '../../../ui/eager/lazy-dialog.tsx';
import { EmptyState, ErrorState, Skeletons } from '../../../ui/eager/state.tsx';
import { Confirmation } from '../../../ui/feedback/confirm-button.tsx';
import { Panel } from '../../../ui/layout/panel.tsx';
import { useRowDialog } from '../../../ui/overlay/dialog-host.tsx';
import { Words } from '../../../ui/text/words.tsx';
import { useClient } from '../client-context.ts';
import { Folded } from '../folded.tsx';
import { completionAfter } from '../journey/completing.ts';
import { documentsQuery } from '../queries.ts';
import { usePanel } from '../section-notices.tsx';
import { StrandedTexts } from '../stranded-texts.tsx';
import { RemindersFoot } from './reminders.tsx';
import { RequestRow } from './request-row.tsx';
import type { DialogAct } from './row-parts.tsx';

const AskDialog = lazyDialog(() => import('../../../parts/request/ask-dialog.tsx'));
const ReasonDialog = lazyDialog(() => import('../../../parts/request/reason-dialog.tsx'));
const ReviewDialog = lazyDialog<ReviewProps<Named>>(() => import('../../../parts/request/review-dialog.tsx'));
const WaiveDialog = lazyDialog(() => import('../../../parts/request/waive-dialog.tsx'));
const EditDialog = lazyDialog(async () => ({ default: (await import('./request-dialogs.tsx')).EditRequestDialog }));
const EditFactfindDialog = lazyDialog(() => import('../../../parts/request/edit-factfind-dialog.tsx'));

function DeleteDialog({ request: { id, title }, ...dialog }: DialogState & { request: DocumentRequest }) {
  const { mutateAsync } = useMutation(deleteRequest);
  const text = (
    <span>
      The request for “<Words>{title}</Words>” will be removed, for the client too. This action cannot be undone.
    </span>
  );
  return (
    <Confirmation
      {...dialog}
      question={{ title: 'Delete Request', text, confirm: 'Delete', busy: 'Deleting...' }}
      onConfirm={() => mutateAsync({ params: { id } })}
    />
  );
}

type Named = DocumentRequest & NamedRequest;

/** Shows the files of a request, and then of the client's others to review. */
function Review({ request, ...dialog }: DialogState & { request: Named }) {
  const { data = [] } = useQuery({ ...requestsQuery(request.clientId), enabled: false });
  const toReview = data.filter(
    ({ id, kind, state }) => kind === 'file' && (state === 'submitted' || (state === 'open' && id === request.id)),
  );
  const named = inOrder(toReview, ({ submittedAt }) => submittedAt).map((one) => ({
    ...one,
    clientName: request.clientName,
  }));
  const onAccept = (one: Named) => accept(one, () => completionAfter(one));
  return <ReviewDialog {...dialog} request={request} requests={named} onAccept={onAccept} />;
}

/** Shows the request as it is now, so that a refused act can be repeated. */
function ActDialog({ act, request: opened, ...dialog }: DialogState & { act: DialogAct; request: DocumentRequest }) {
  const { current, isGone } = useCurrent(requestsQuery(opened.clientId), opened);
  const clientName = useClient().client.name;
  const props = { ...dialog, request: { ...current, clientName } };
  if (act === 'delete') return <DeleteDialog {...props} />;
  if (act === 'review') return <Review {...props} />;
  const notice = requestNotice(act, isGone ? undefined : current);
  if (act === 'waive') return <WaiveDialog notice={notice} {...props} />;
  if (act === 'edit' && current.kind === 'facts') return <EditFactfindDialog notice={notice} {...props} />;
  if (act === 'edit') return <EditDialog notice={notice} {...props} />;
  return <ReasonDialog decision={act} notice={notice} {...props} />;
}

type OnAct = (act: DialogAct, request: DocumentRequest) => void;

interface ListProps {
  requests: readonly DocumentRequest[];
  files: ReadonlyMap<string | null, readonly Document[]>;
  /** Id of the newest fact-find. */
  newest: string | undefined;
  onAct: OnAct;
}

const NONE: readonly Document[] = [];

const List = ({ requests, files, newest, onAct }: ListProps) => (
  <Box as="ul" listStyleType="none">
    {requests.map((request) => (
      <RequestRow
        key={request.id}
        request={request}
        files={files.get(request.id) ?? NONE}
        hasPage={request.id === newest}
        onAct={onAct}
      />
    ))}
  </Box>
);

const Group = ({ title, ...list }: ListProps & { title: string }) =>
  list.requests.length > 0 && (
    <Box _notFirst={{ borderTopWidth: '1px', pt: '2' }}>
      <Text as="h3" textStyle="sm" fontWeight="semibold" color="fg.muted" mb="1">
        {title}
      </Text>
      <List {...list} />
    </Box>
  );

/** Accepted and waived requests. */
const Settled = (list: ListProps) => (
  <Folded anchors={list.requests.map(({ id }) => anchorOf.requests(id))} summary={`${list.requests.length} settled`}>
    <List {...list} />
  </Folded>
);

const LAST = '9999';

/** Sorts by a time or day, blank ones last. */
const inOrder = (requests: readonly DocumentRequest[], rank: (request: DocumentRequest) => string | null) =>
  requests.toSorted((a, b) => (rank(a) ?? LAST).localeCompare(rank(b) ?? LAST));

function Groups({ requests, onAct }: Pick<ListProps, 'requests' | 'onAct'>) {
  // Only the section that reports a failed request retries it on mount.
  const { data } = useQuery({ ...documentsQuery(useClient().client.id), retryOnMount: false });
  const files = useMemo(() => Map.groupBy(data ?? [], ({ requestId }) => requestId), [data]);
  const settled = inOrder(requests.filter(isSettled), ({ decidedAt }) => decidedAt).reverse();
  const open = requests.filter(({ state }) => state === 'open');
  const submitted = requests.filter(({ state }) => state === 'submitted');
  const list = { files, newest: newestFactfind(requests)?.id, onAct };
  if (requests.length === 0)
    return (
      <EmptyState icon={FileQuestionMark} title="Nothing asked for yet">
        <Text>Ask for several things at once: the client gets one email and sees them on their page.</Text>
      </EmptyState>
    );
  return (
    <>
      <Group {...list} title="To Review" requests={inOrder(submitted, ({ submittedAt }) => submittedAt)} />
      <Group {...list} title="With the Client" requests={inOrder(open, ({ dueDate }) => dueDate)} />
      {settled.length > 0 && <Settled {...list} requests={settled} />}
    </>
  );
}

const Ask = ({ clientId }: { clientId: string }) => (
  <DialogButton size="xs" dialog={(state) => <AskDialog clientId={clientId} {...state} />}>
    <Plus aria-hidden />
    Ask for Documents
  </DialogButton>
);

/** Shows requested documents by whose turn it is: yours, the client’s, nobody’s. */
export default function RequestsSection() {
  const { id } = useClient().client;
  const { data, error, refetch } = useQuery(requestsQuery(id));
  const show = useRowDialog();
  const onAct = useCallback<OnAct>(
    (act, request) => show((state) => <ActDialog act={act} request={request} {...state} />),
    [show],
  );
  const { panel } = usePanel();
  const actions = (
    <>
      <Ask clientId={id} />
      {data && canStartFactfind(data) && <StartFactfind clientId={id} size="xs" variant="outline" />}
    </>
  );
  return (
    <Panel {...panel} title="Requests" actions={actions}>
      {data && <StrandedTexts kind="request" rows={data} />}
      {data && <Groups requests={data} onAct={onAct} />}
      {!data && error && <ErrorState title="The requests could not be loaded" error={error} onRetry={refetch} />}
      {!data && !error && <Skeletons count={3} height="14" mb="2" />}
      <RemindersFoot />
    </Panel>
  );
}
