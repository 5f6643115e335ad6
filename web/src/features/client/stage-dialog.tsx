import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { DialogBody, DialogFooter } from '@chakra-ui/react/dialog';
import { Flex } from '@chakra-ui/react/flex';
import { Text } from '@chakra-ui/react/text';
import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { Link } from 'react-router';
import type { Stage } from '#shared/contract/journey.ts';
import { countOf } from '#shared/rules/counted-words.ts';
import {
  allowedStatuses,
  durationLabel,
  FACTFIND_STAGE,
  isWithin,
  PLANS_STAGE,
  RISK_STAGE,
  stageDisplay,
} from '#shared/rules/journey.ts';
import { formatDateTime, humanise } from '../../lib/text/format.ts';
import { factfindPath } from '../../parts/client/open-place.ts';
import { StartFactfind, sayFactfind } from '../../parts/request/factfind.tsx';
import { canStartFactfind, newestFactfind, requestsQuery } from '../../parts/request/requests.ts';
import { StageBadge } from '../../parts/status/status-badges.tsx';
import type { DialogState } from '../../ui/eager/lazy-dialog.tsx';
import { lazyPart } from '../../ui/eager/lazy-part.tsx';
import { NotLoaded, Skeletons } from '../../ui/eager/state.tsx';
import { ActionButton } from '../../ui/feedback/action-button.tsx';
import { Modal } from '../../ui/overlay/modal.tsx';
import { useClient } from './client-context.ts';
import { DocumentList } from './documents/document-list.tsx';
import { UploadButton, UploadLimit } from './documents/upload-button.tsx';
import { UploadList } from './documents/upload-list.tsx';
import { DROP_STAGE } from './documents/use-file-drop.ts';
import { MeetingDate } from './journey/meeting-date.tsx';
import { changeStage } from './journey/queries.ts';
import { RequiredToggle } from './journey/stage-actions.tsx';
import { stageLabel } from './journey-facts.ts';
import { AddPlan, usePlanCount } from './plans/plans.tsx';
import { documentsQuery } from './queries.ts';
import { StagePart } from './stage-part.tsx';

const RiskResults = lazyPart(() => import('./risk/risk-results.tsx'), NotLoaded);

function StatusPicker({ stage }: { stage: Stage }) {
  return (
    <Flex role="group" aria-label="Status" gap="2" wrap="wrap">
      {allowedStatuses(stage.stageNumber).map((status) => (
        <ActionButton
          key={status}
          size="sm"
          variant={stage.status === status ? 'solid' : 'outline'}
          aria-pressed={stage.status === status}
          onAction={async () => stage.status !== status && changeStage(stage, { status })}
        >
          {humanise(status)}
        </ActionButton>
      ))}
    </Flex>
  );
}

function StageStatus({ stage }: { stage: Stage }) {
  const { completed } = useClient().client;
  if (completed)
    return (
      <Text textStyle="sm" color="fg.muted">
        The journey is completed. Reopen the client to change its stages.
      </Text>
    );
  return (
    <StagePart title="Status" actions={<RequiredToggle stage={stage} />}>
      <StatusPicker stage={stage} />
    </StagePart>
  );
}

const Times = ({ stage: { inProgressAt, completedAt, duration }, done }: { stage: Stage; done: boolean }) => (
  <Box textStyle="sm" color="fg.muted">
    {inProgressAt && <Text>{`Started ${formatDateTime(inProgressAt)}`}</Text>}
    {completedAt && <Text>{`Completed ${formatDateTime(completedAt)}`}</Text>}
    {duration && !done && <Text>{`Time in progress: ${durationLabel(duration)}`}</Text>}
  </Box>
);

function StageDocuments({ stage }: { stage: Stage }) {
  const { data = [] } = useQuery(documentsQuery(stage.clientId));
  return (
    <StagePart
      title="Documents"
      actions={
        <Flex gap="2" wrap="wrap">
          <UploadLimit />
          <UploadButton stageId={stage.id} />
        </Flex>
      }
    >
      <UploadList isListed={isWithin(stage)} />
      <DocumentList documents={data.filter(isWithin(stage))} />
    </StagePart>
  );
}

function StagePlans() {
  const count = usePlanCount();
  return (
    <StagePart title="Plans" actions={<AddPlan size="xs" variant="outline" />}>
      <Text textStyle="sm" color="fg.muted">
        {count ? `${countOf(count, 'plan')}, listed under “Plans & Letters” on this page.` : 'No plans yet.'}
      </Text>
    </StagePart>
  );
}

function StageFactfind() {
  const { id } = useClient().client;
  const { data } = useQuery({ ...requestsQuery(id), retryOnMount: false });
  if (!data) return null;
  const newest = newestFactfind(data);
  return (
    <StagePart
      title="Fact-Find"
      actions={
        <Flex gap="2" wrap="wrap">
          {newest && (
            <Button asChild size="xs" variant="outline">
              <Link to={factfindPath(id)} aria-label="Open: Fact-find">
                Open
              </Link>
            </Button>
          )}
          {canStartFactfind(data) && <StartFactfind clientId={id} size="xs" variant="outline" />}
        </Flex>
      }
    >
      <Text textStyle="sm" color="fg.muted">
        {newest ? sayFactfind(newest) : 'Not started yet.'}
      </Text>
    </StagePart>
  );
}

/** Shows a stage or sub-stage with its status, times, documents, and what belongs to it: risk results, plans or the fact-find. */
export default function StageDialog({ stage, open, onClose }: DialogState & { stage: Stage }) {
  const { completed } = useClient().client;
  return (
    <Modal title={stageLabel(stage)} open={open} onClose={onClose}>
      <DialogBody {...{ [DROP_STAGE]: stage.id }} display="grid" gridTemplateColumns="minmax(0, 1fr)" gap="4">
        <Flex gap="3" direction="column" align="start">
          <StageBadge display={stageDisplay(stage, completed)} />
          <Times stage={stage} done={completed} />
          <MeetingDate stage={stage} />
        </Flex>
        <StageStatus stage={stage} />
        {stage.stageNumber === RISK_STAGE && (
          <Suspense fallback={<Skeletons count={1} height="20" />}>
            <RiskResults />
          </Suspense>
        )}
        {stage.stageNumber === PLANS_STAGE && <StagePlans />}
        {stage.stageNumber === FACTFIND_STAGE && <StageFactfind />}
        <StageDocuments stage={stage} />
      </DialogBody>
      <DialogFooter>
        <Button variant="outline" colorPalette="gray" onClick={onClose}>
          Close
        </Button>
      </DialogFooter>
    </Modal>
  );
}
