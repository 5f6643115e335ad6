import { Box } from '@chakra-ui/react/box';
import { Flex } from '@chakra-ui/react/flex';
import { chakra } from '@chakra-ui/react/styled-system';
import { ChevronDown } from 'lucide-react';
import { type MouseEvent, type ReactNode, type RefObject, useState } from 'react';
import { countOf } from '#shared/rules/counted-words.ts';
import { isUploadUnderWay } from '../../parts/upload/queued-file.ts';
import { Words } from '../../ui/text/words.tsx';
import { useFilesFor } from './documents/uploader-context.ts';
import { usePartlySent } from './unfinished/partly-sent.tsx';

/** Folds or unfolds a row. Keeps it in place if a longer one above it folds. */
function toggle(event: MouseEvent<HTMLElement>) {
  const row = event.currentTarget;
  const details = row.parentElement;
  if (!(details instanceof HTMLDetailsElement)) return;
  event.preventDefault();
  const before = row.getBoundingClientRect().top;
  details.open = !details.open;
  window.scrollBy({ top: row.getBoundingClientRect().top - before, behavior: 'instant' });
}

/** A folded row needs its marks hidden in Safari, and its content shown on paper. */
const ROW = {
  '& > summary::-webkit-details-marker': { display: 'none' },
  '&[open] > summary > span > svg': { rotate: '180deg' },
  '@media print': { '&::details-content': { contentVisibility: 'visible' } },
};

interface Props {
  id: string;
  /** Shared by the rows of a list, of which the browser keeps one unfolded. */
  name: string;
  title: string;
  titleId: string;
  summary: RefObject<HTMLElement | null>;
  /** Unfolds the row when it first appears. */
  startsOpen: boolean;
  state: ReactNode;
  /** Shown below the state while the row is folded. */
  unfinished?: ReactNode;
  children: ReactNode;
  /** Shown below the row, folded or not. */
  after?: ReactNode;
}

/** A row with title and state, which unfolds. */
export function Row(props: Props) {
  const { id, name, title, titleId, summary, startsOpen, state, unfinished, children, after } = props;
  const [starts] = useState(startsOpen);
  const [isFolded, setFolded] = useState(!startsOpen);
  return (
    <Box as="li" id={id} borderTopWidth="1px" scrollMarginTop="4">
      <chakra.details
        name={name}
        open={starts}
        onToggle={({ currentTarget }) => setFolded(!currentTarget.open)}
        css={ROW}
      >
        <chakra.summary ref={summary} display="block" py={{ base: '2.5', md: '3' }} cursor="pointer" onClick={toggle}>
          <Flex as="span" gap="2" align="center">
            <chakra.h3 id={titleId} flex="1" minW="0" textStyle="lg" lineHeight="short" fontWeight="semibold">
              <Words>{title}</Words>
            </chakra.h3>
            <Box as={ChevronDown} boxSize="5" flexShrink="0" color="fg.muted" aria-hidden />
          </Flex>
          <Flex as="span" columnGap="2" rowGap="1" wrap="wrap" align="center" color="fg.muted" mt="1">
            {state}
          </Flex>
          {isFolded && unfinished}
        </chakra.summary>
        <Box pb={{ base: '2', md: '4' }}>{children}</Box>
      </chakra.details>
      {after}
    </Box>
  );
}

interface UnfinishedProps {
  /** Key of the upload target. */
  target: string;
  of: Parameters<typeof usePartlySent>[0];
  faults?: readonly (string | false)[];
  started: readonly (string | false | undefined)[];
}

/** Unsent files of a folded row, and other things that are unfinished in it. */
export function UnfinishedLines({ target, of, faults = [], started }: UnfinishedProps) {
  const files = useFilesFor({ key: target });
  const sending = files.filter(isUploadUnderWay).length;
  const failed = files.filter(({ state }) => state.kind === 'failed').length;
  const partlySent = usePartlySent(of).length;
  const lines = [
    ...[
      failed > 0 && `${countOf(failed, 'file')} not sent`,
      partlySent > 0 && `${countOf(partlySent, 'file')} only partly sent`,
      ...faults,
    ].map((text) => [text, 'fg.error'] as const),
    ...[sending > 0 && `Sending ${countOf(sending, 'file')}...`, ...started].map((text) => [text, 'brand.fg'] as const),
  ];
  return lines.map(
    ([text, color]) =>
      text && (
        <Box as="span" key={text} display="block" fontWeight="medium" color={color}>
          {text}
        </Box>
      ),
  );
}

/** Part of a list that is folded at first. */
export const FoldedRows = ({ label, children }: { label: string; children: ReactNode }) => (
  <chakra.details mt="3" css={{ '&:not([open]) > summary > svg': { rotate: '-90deg' } }}>
    <chakra.summary
      minH="11"
      width="fit"
      display="flex"
      alignItems="center"
      gap="2"
      pe="2"
      cursor="pointer"
      fontWeight="medium"
      color="fg.muted"
      css={{ '&::-webkit-details-marker': { display: 'none' } }}
    >
      <ChevronDown size={20} aria-hidden />
      <span>{label}</span>
    </chakra.summary>
    <Box mt="2">{children}</Box>
  </chakra.details>
);

/** Rows that are done, folded. */
export const DoneRows = ({ count, children }: { count: number; children: ReactNode }) => (
  <FoldedRows label={`${count} done`}>{children}</FoldedRows>
);
