import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { Flex } from '@chakra-ui/react/flex';
import { Grid } from '@chakra-ui/react/grid';
import { Portal } from '@chakra-ui/react/portal';
import { chakra } from '@chakra-ui/react/styled-system';
import { Text } from '@chakra-ui/react/text';
import { useQuery } from '@tanstack/react-query';
import { ChevronDown, Upload } from 'lucide-react';
import { Suspense, useState } from 'react';
import type { Document } from '#shared/contract/documents.ts';
import { anchorOf } from '#shared/rules/anchors.ts';
import { countOf } from '#shared/rules/counted-words.ts';
import { flatStages, isWithin } from '#shared/rules/journey.ts';
import { unfinishedUploads } from '../../../lib/storage/unfinished-uploads.ts';
import { usePhotosChoice } from '../../../parts/upload/photos/photos-choice.tsx';
import { useUnfinishedUploads } from '../../../parts/upload/use-unfinished.ts';
import { Select } from '../../../ui/eager/controls.tsx';
import { lazyPart } from '../../../ui/eager/lazy-part.tsx';
import { ErrorState, Skeletons } from '../../../ui/eager/state.tsx';
import { Panel } from '../../../ui/layout/panel.tsx';
import { Words } from '../../../ui/text/words.tsx';
import { useClient } from '../client-context.ts';
import { Disclosure } from '../disclosure.tsx';
import { numberedTitle, stageAtWork, stageLabel } from '../journey-facts.ts';
import { useFold } from '../navigation.ts';
import { documentsQuery } from '../queries.ts';
import { useNewIds, usePanel } from '../section-notices.tsx';
import { StageOptions } from '../stage-options.tsx';
import { DocumentList } from './document-list.tsx';
import { UploadButton, UploadLimit } from './upload-button.tsx';
import { UploadList } from './upload-list.tsx';
import { DROP_STAGE, useFileDrop } from './use-file-drop.ts';
import { maxMb, uploadToStage, useUploads } from './use-uploads.ts';

interface TileProps {
  stageId: string;
  over: string;
  children: string;
}

const Tile = ({ stageId, over, children }: TileProps) => {
  const isOver = stageId === over;
  return (
    <Flex
      {...{ [DROP_STAGE]: stageId }}
      align="center"
      justify="center"
      textAlign="center"
      minH="14"
      px="2"
      py="2"
      textStyle="sm"
      lineHeight="short"
      fontWeight="medium"
      borderRadius="l2"
      borderWidth="2px"
      borderStyle={isOver ? 'solid' : 'dashed'}
      borderColor={isOver ? 'brand.solid' : 'border.emphasized'}
      bg={isOver ? 'brand.subtle' : 'bg.surface'}
      color={isOver ? 'brand.fg' : 'fg'}
    >
      {children}
    </Flex>
  );
};

/** Overlay while files are dragged, with the stages as drop targets. */
function DropLayer({ over }: { over: string }) {
  const { client, stages } = useClient();
  const stage = flatStages(stages).find(({ id }) => id === over);
  return (
    <Portal>
      <Box
        position="fixed"
        inset="2"
        zIndex="toast"
        pointerEvents="none"
        borderWidth="3px"
        borderStyle="dashed"
        borderColor="brand.solid"
        borderRadius="l3"
      />
      <Box
        as="section"
        aria-label="Drop files"
        position="fixed"
        insetX="4"
        bottom="4"
        zIndex="toast"
        maxW="6xl"
        mx="auto"
        p="4"
        bg="bg.surface"
        borderWidth="1px"
        borderRadius="l3"
        boxShadow="xl"
      >
        <Flex align="center" gap="3" mb="3">
          <Box color="brand.fg" flexShrink="0">
            <Upload size={22} aria-hidden />
          </Box>
          <Text role="status">
            Drop to upload for <Words fontWeight="semibold">{client.name}</Words>
            <span>{`: ${stage ? stageLabel(stage) : 'Unassigned Documents'}`}</span>
          </Text>
          <UploadLimit />
        </Flex>
        <Grid templateColumns={{ base: 'repeat(2, 1fr)', md: 'repeat(4, 1fr)', xl: 'repeat(8, 1fr)' }} gap="2">
          <Tile stageId="" over={over}>
            Unassigned
          </Tile>
          {stages.map(({ id, stageNumber, title }) => (
            <Tile key={id} stageId={id} over={over}>
              {numberedTitle({ stageNumber, title })}
            </Tile>
          ))}
        </Grid>
      </Box>
    </Portal>
  );
}

const SHOWN_AT_FIRST = 5;

interface GroupProps {
  title: string;
  documents: readonly Document[];
  /** Ids of new documents, which open the group. */
  newIds: ReadonlySet<string>;
  /** Set for the current stage, whose group is open at first. */
  isCurrent?: boolean;
  /** Undefined for the group of unassigned documents. */
  stageId?: string;
  /** Stage of the section's upload button, which its own group does not repeat. */
  uploadTo: string;
  /** Stage under the dragged files: blank for unassigned, undefined if nothing is dragged. */
  over: string | undefined;
}

function Group({ title, documents, newIds, isCurrent = false, stageId, uploadTo, over }: GroupProps) {
  const ids = documents.map(({ id }) => id);
  const [open = isCurrent || ids.some((id) => newIds.has(id)), setOpen] = useFold(ids.map(anchorOf.documents));
  const place = { [DROP_STAGE]: stageId ?? '' };
  return (
    <Box {...place} _notFirst={{ borderTopWidth: '1px' }} {...(over === (stageId ?? '') && { bg: 'brand.subtle' })}>
      <Disclosure
        open={open}
        onToggle={() => setOpen(!open)}
        summary={
          <Box
            as="span"
            flex="1"
            display="flex"
            flexWrap="wrap"
            justifyContent="space-between"
            columnGap="3"
            textStyle="sm"
          >
            {title}
            <Text as="span" color={documents.length ? 'fg.muted' : 'fg.subtle'} fontWeight="normal" whiteSpace="nowrap">
              {countOf(documents.length, 'document')}
            </Text>
          </Box>
        }
      >
        <DocumentList documents={documents} most={SHOWN_AT_FIRST} newIds={newIds} noun={`Documents of ${title}`} />
        {stageId && stageId !== uploadTo && (
          <UploadButton stageId={stageId} label={`Upload Document to ${title}`} variant="ghost" ms="-2" />
        )}
      </Disclosure>
    </Box>
  );
}

const placeOf = ({ id, stageId }: Document) => `${id} ${stageId}`;

/** Returns the ids of documents with unread notices, and of those added or moved since the page was opened. */
function useNewDocuments(documents: readonly Document[]): ReadonlySet<string> {
  const newIds = useNewIds();
  const [places] = useState(() => new Set(documents.map(placeOf)));
  const isNew = (document: Document) =>
    newIds.has(document.id) ||
    newIds.has(document.taskId ?? '') ||
    newIds.has(document.requestId ?? '') ||
    !places.has(placeOf(document));
  return new Set(documents.filter(isNew).map(({ id }) => id));
}

const stagesWithout = (count: number) => `${countOf(count, 'Stage')} Without Documents`;

interface Props extends Pick<GroupProps, 'uploadTo' | 'over'> {
  documents: readonly Document[];
}

/** Groups documents by stage, unassigned ones last. Stages without documents are behind a button. */
function DocumentGroups({ documents, ...shared }: Props) {
  const { client, stages } = useClient();
  // Kept, so that no group folds when the journey moves on.
  const [current] = useState(() => stageAtWork(stages, client)?.id);
  const newIds = useNewDocuments(documents);
  const [isAll, setAll] = useState(false);
  const known = new Set(flatStages(stages).map(({ id }) => id));
  const unassigned = documents.filter(({ stageId }) => stageId === null || !known.has(stageId));
  const groups = stages.map((stage) => ({ stage, own: documents.filter(isWithin(stage)) }));
  const empty = groups.filter(({ own }) => own.length === 0).length;
  return (
    <>
      <div>
        {groups.map(
          ({ stage, own }) =>
            (isAll || own.length > 0) && (
              <Group
                key={stage.id}
                title={numberedTitle(stage)}
                documents={own}
                newIds={newIds}
                isCurrent={stage.id === current}
                stageId={stage.id}
                {...shared}
              />
            ),
        )}
        <Group title="Unassigned Documents" documents={unassigned} newIds={newIds} {...shared} />
      </div>
      {empty > 0 && (
        <Button
          variant="ghost"
          colorPalette="gray"
          size="xs"
          color="fg.muted"
          ms="-2"
          mt="1"
          h="auto"
          minH="8"
          whiteSpace="normal"
          textAlign="start"
          aria-expanded={isAll}
          onClick={() => setAll(!isAll)}
        >
          <Box as={ChevronDown} rotate={isAll ? '180deg' : '0deg'} aria-hidden />
          <span>{isAll ? `Hide ${stagesWithout(empty)}` : `Show ${stagesWithout(empty)}`}</span>
        </Button>
      )}
    </>
  );
}

interface UploadToProps {
  /** Blank for unassigned. */
  stageId: string;
  onChoose: (stageId: string) => void;
}

const UploadTo = ({ stageId, onChoose }: UploadToProps) => (
  <>
    <Flex align="center" columnGap="2" wrap="wrap" minW="0">
      <chakra.label htmlFor="upload-stage" textStyle="sm" whiteSpace="nowrap">
        Upload to:
      </chakra.label>
      <Select
        id="upload-stage"
        size="xs"
        width={{ base: '9rem', sm: '13rem' }}
        value={stageId}
        onChange={(event) => onChoose(event.target.value)}
      >
        <StageOptions />
      </Select>
    </Flex>
    <UploadButton stageId={stageId || undefined} variant="solid" />
    <UploadLimit />
  </>
);

const UnfinishedUploads = lazyPart(
  () => import('./unfinished-uploads.tsx'),
  () => null,
);

/** Returns the id of the current stage; blank before the journey has begun and once it is completed. */
const currentIdOf = ({ client, stages }: ReturnType<typeof useClient>) =>
  (stages.some(({ status }) => status !== 'pending') && stageAtWork(stages, client)?.id) || '';

/** Shows documents by stage, and uploads files that are dropped anywhere on the page. */
export default function DocumentsSection() {
  const page = useClient();
  const { id } = page.client;
  const { data, error, refetch } = useQuery(documentsQuery(id));
  const [chosen, setChosen] = useState<string>();
  const stageId = chosen ?? currentIdOf(page);
  const { add } = useUploads(id);
  const { offer, dialog } = usePhotosChoice(maxMb());
  const over = useFileDrop(stageId, (files, to) =>
    offer({ files, send: (sent) => add(sent, uploadToStage(to || null)) }),
  );
  const { panel, isSeen } = usePanel();
  // Reads uploads of other devices only when the panel is in view, so that opening the page costs no request.
  const isRead = isSeen || unfinishedUploads('staff', id).length > 0;
  const isAnyUnfinished = useUnfinishedUploads({ clientId: id }, data !== undefined && isRead).length > 0;
  return (
    <Panel {...panel} title="Documents by Stage" actions={<UploadTo stageId={stageId} onChoose={setChosen} />}>
      {isAnyUnfinished && (
        <Suspense>
          <UnfinishedUploads />
        </Suspense>
      )}
      <UploadList />
      {data && <DocumentGroups documents={data} uploadTo={stageId} over={over} />}
      {!data && error && <ErrorState title="The documents could not be loaded" error={error} onRetry={refetch} />}
      {!data && !error && <Skeletons count={4} height="10" mb="2" />}
      {over !== undefined && <DropLayer over={over} />}
      {dialog}
    </Panel>
  );
}
