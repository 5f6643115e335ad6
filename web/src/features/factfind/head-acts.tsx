import { Button } from '@chakra-ui/react/button';
import { Flex } from '@chakra-ui/react/flex';
import { Text } from '@chakra-ui/react/text';
import { useMutation, useQuery } from '@tanstack/react-query';
import {
  CircleCheck,
  CircleSlash,
  Download,
  MessageCircleQuestionMark,
  Pencil,
  PencilLine,
  RotateCcw,
  UserPlus,
} from 'lucide-react';
import { useState } from 'react';
import type { Factfind } from '#shared/contract/factfind.ts';
import { countOf } from '#shared/rules/counted-words.ts';
import { isByStaff } from '#shared/rules/factfind-agreement.ts';
import type { RequestAct } from '#shared/rules/request-acts.ts';
import { isSettled } from '#shared/rules/requests.ts';
import { useFocusFallback } from '../../lib/screen/use-focus-fallback.ts';
import { clientQuery } from '../../parts/client/clients.ts';
import { Blocked, PreviewButton } from '../../parts/document/document-buttons.tsx';
import { documentsQuery } from '../../parts/document/documents.ts';
import { addFactfindSections, factfindQuery } from '../../parts/request/factfind.tsx';
import { decideRequest } from '../../parts/request/request-changes.ts';
import { requestNotice } from '../../parts/request/request-notice.ts';
import { type DialogState, lazyDialog } from '../../ui/eager/lazy-dialog.tsx';
import { ActionButton } from '../../ui/feedback/action-button.tsx';
import { useRowDialog } from '../../ui/overlay/dialog-host.tsx';
import { MenuButton } from '../../ui/overlay/menu.tsx';
import type { MenuEntry } from '../../ui/overlay/menu-keys.ts';
import type { Notice } from '../../ui/overlay/notice.ts';
import { useActs } from './acts.ts';
import type { AskToSend, Texts } from './asks.ts';
import { askClient, exportFactfind } from './queries.ts';
import { allAnswers, type Place, peopleWithoutSections } from './shown-answers.ts';

const AcceptDialog = lazyDialog(() => import('./accept-dialog.tsx'));
const OpenAgainDialog = lazyDialog(() => import('./open-again-dialog.tsx'));
const WaiveDialog = lazyDialog(() => import('../../parts/request/waive-dialog.tsx'));
const EditDialog = lazyDialog(() => import('../../parts/request/edit-factfind-dialog.tsx'));

const SMALL = { size: 'sm', variant: 'outline', colorPalette: 'gray' } as const;

export interface ActProps extends DialogState {
  factfind: Factfind;
  notice: Notice | undefined;
}

type HeadAct = 'accept' | 'ask' | 'waive' | 'edit';

const noticeOf = (act: RequestAct, factfind: Factfind) =>
  requestNotice(act, factfind.request, act === 'accept' && isByStaff(allAnswers(factfind)));

/** Shows the fact-find as it is now, so that a refused act can be repeated. */
function ActDialog({ act, clientId, left, ...dialog }: DialogState & { act: HeadAct; clientId: string; left: number }) {
  const { data: factfind } = useQuery({ ...factfindQuery(clientId), enabled: false });
  const { data: client } = useQuery({ ...clientQuery(clientId), enabled: false });
  if (!factfind) return null;
  const props = { factfind, notice: noticeOf(act, factfind), ...dialog };
  const request = { ...factfind.request, clientName: client?.name ?? '' };
  if (act === 'accept') return <AcceptDialog left={left} {...props} />;
  if (act === 'ask') return <OpenAgainDialog {...props} />;
  if (act === 'waive') return <WaiveDialog request={request} notice={props.notice} {...dialog} />;
  return <EditDialog request={request} notice={props.notice} {...dialog} />;
}

function AddSections({ clientId, person, name }: { clientId: string; person: number; name: string }) {
  const { mutateAsync } = useMutation(addFactfindSections);
  return (
    <ActionButton
      ref={useFocusFallback()}
      {...SMALL}
      colorPalette="brand"
      busyLabel="Adding..."
      onAction={() => mutateAsync({ params: { id: clientId }, body: { person } })}
    >
      <UserPlus aria-hidden />
      <span>{`Add ${name}’s Sections`}</span>
    </ActionButton>
  );
}

/** Sends the collected questions together. */
function AskButton({ factfind: { request }, asks, onAsked }: Pick<HeadProps, 'factfind' | 'asks' | 'onAsked'>) {
  const { clientId, version } = request;
  const { mutateAsync } = useMutation(askClient(asks.length));
  const send = () =>
    mutateAsync({ params: { id: clientId }, body: { version, asks: [...asks] } }).then(() =>
      onAsked(Object.fromEntries(asks.map(({ section, key, text }) => [`${section}/${key}`, text]))),
    );
  return (
    <ActionButton ref={useFocusFallback()} size="sm" busyLabel="Sending..." onAction={send}>
      <MessageCircleQuestionMark aria-hidden />
      <span key={asks.length}>{`Ask ${countOf(asks.length, 'Question')}`}</span>
    </ActionButton>
  );
}

/** Opens the copy that was made when the fact-find was accepted. */
function OpenCopy({ clientId, documentId }: { clientId: string; documentId: string }) {
  const { data } = useQuery(documentsQuery(clientId));
  const [blocked, setBlocked] = useState<string>();
  const document = data?.find(({ id }) => id === documentId);
  if (!document) return null;
  return (
    <>
      <PreviewButton document={document} {...SMALL} onBlocked={setBlocked}>
        Open the Copy
      </PreviewButton>
      {blocked && <Blocked address={blocked} />}
    </>
  );
}

/** Rare acts on the fact-find. */
function HeadMenu({ factfind, onAct }: { factfind: Factfind; onAct: (act: HeadAct) => void }) {
  const { request } = factfind;
  const { id, clientId, title, version } = request;
  const { data: client } = useQuery({ ...clientQuery(clientId), enabled: false });
  const clientName = client?.name ?? '';
  const reopen = useMutation(decideRequest('reopen', { title, clientName }));
  const exporting = useMutation(exportFactfind);
  const ifAllowed = (act: RequestAct, entry: MenuEntry) => (noticeOf(act, factfind) ? [] : [entry]);
  const entries = [
    { label: 'Export CSV', icon: Download, onSelect: () => exporting.mutate({ id: clientId, name: clientName }) },
    ...ifAllowed('edit', { label: 'Edit…', icon: Pencil, onSelect: () => onAct('edit') }),
    ...ifAllowed('waive', { label: 'Waive…', icon: CircleSlash, onSelect: () => onAct('waive') }),
    ...ifAllowed('reopen', {
      label: 'Reopen',
      icon: RotateCcw,
      onSelect: () => reopen.mutate({ params: { id }, body: { version, decision: 'reopen' } }),
    }),
  ];
  return <MenuButton label={`More for ${title}`} {...SMALL} groups={[entries]} />;
}

export interface HeadProps {
  factfind: Factfind;
  /** Questions without an answer. */
  left: readonly Place[];
  /** Collected questions that can be sent. */
  asks: readonly AskToSend[];
  onAsked: (sent: Texts) => void;
}

/** Acts on the fact-find as a whole. */
export function HeadActs(props: HeadProps) {
  const { factfind, left } = props;
  const { request } = factfind;
  const { clientId, state, facts } = request;
  const acts = useActs();
  const show = useRowDialog();
  const [next] = left;
  const onAct = (act: HeadAct) =>
    show((dialog) => <ActDialog act={act} clientId={clientId} left={left.length} {...dialog} />);
  const canAccept = !noticeOf('accept', factfind);
  const missing = isSettled(request) ? [] : peopleWithoutSections(factfind);
  return (
    <Flex gap="2" wrap="wrap" align="center" mt="3" data-screen-only>
      {acts && props.asks.length > 0 && <AskButton {...props} />}
      {canAccept && (
        <Button size="sm" variant={props.asks.length > 0 ? 'outline' : 'solid'} onClick={() => onAct('accept')}>
          <CircleCheck aria-hidden />
          Accept…
        </Button>
      )}
      {facts?.documentId && <OpenCopy clientId={clientId} documentId={facts.documentId} />}
      {state === 'approved' && (
        <Button {...SMALL} onClick={() => onAct('ask')}>
          <RotateCcw aria-hidden />
          Open Again…
        </Button>
      )}
      {acts && next && (
        <Button {...SMALL} onClick={() => acts.answer(next, true)}>
          <PencilLine aria-hidden />
          Fill In…
        </Button>
      )}
      {missing.map(({ number, name }) => (
        <AddSections key={number} clientId={clientId} person={number} name={name} />
      ))}
      <HeadMenu factfind={factfind} onAct={onAct} />
      {state === 'open' && !canAccept && (
        <Text textStyle="sm" color="fg.muted">
          You can accept the answers once the client has sent them.
        </Text>
      )}
    </Flex>
  );
}
