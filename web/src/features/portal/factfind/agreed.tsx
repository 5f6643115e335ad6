import { Box } from '@chakra-ui/react/box';
import { Flex } from '@chakra-ui/react/flex';
import { Text } from '@chakra-ui/react/text';
import { CircleCheck } from 'lucide-react';
import { Suspense, useState } from 'react';
import { sectionsOf } from '#shared/rules/factfind.ts';
import { sayLongDay } from '#shared/rules/say-date.ts';
import { useDraftKey } from '../../../lib/drafts/drafts.ts';
import { lazyPart } from '../../../ui/eager/lazy-part.tsx';
import { Words } from '../../../ui/text/words.tsx';
import { useAccess } from '../access.ts';
import { PageTitle, UpLink } from '../subpage.tsx';
import { ChangedSince, DRAFT, takeBack } from './changed-since.tsx';
import { useFactfind } from './factfind-context.ts';
import { usePaths } from './paths.ts';
import { SectionAnswers } from './section-answers.tsx';

const OpenDocument = lazyPart(
  () => import('../open-document.tsx'),
  () => null,
);

/** Id of the form about the whole fact-find. */
const WHOLE = 'changed';

/** Answers as both sides agreed them, which can only be read, with the copy. */
export function Agreed() {
  const { token, portal } = useAccess();
  const { factfind, form } = useFactfind();
  const paths = usePaths();
  const draft = useDraftKey(DRAFT);
  /** The open form: there is one draft for all. */
  const [opened, setOpened] = useState<{ id: string; question: string | undefined }>();
  const show = (next: typeof opened, isSent = false) => {
    if (draft && opened && !isSent) takeBack(draft, opened.question);
    setOpened(next);
  };
  const { facts, decidedAt } = factfind.request;
  const agreedOn = facts?.agreedOn ?? decidedAt;
  const copy = portal.documents.find(({ id }) => id === facts?.documentId);
  const changed = (id: string, question?: string) => (
    <ChangedSince
      id={id}
      {...(question && { question })}
      isOpen={opened?.id === id}
      onOpen={() => show({ id, question })}
      onClose={(isSent) => show(undefined, isSent)}
    />
  );
  return (
    <>
      <UpLink to={paths.portal}>Your Page</UpLink>
      <PageTitle>Your Fact-Find</PageTitle>
      {agreedOn && (
        <Flex gap="2" mt="3" fontWeight="medium">
          <Box as={CircleCheck} boxSize="5" flexShrink="0" mt="0.5" color="green.fg" aria-hidden />
          <span>{`Agreed on ${sayLongDay(agreedOn)}`}</span>
        </Flex>
      )}
      <Text mt="2">
        <Words>{portal.adviser.name}</Words>{' '}
        <span>bases the advice on these answers. You can read them here at any time.</span>
      </Text>
      {token && copy && (
        <Suspense fallback={<Box height="11" mt="4" />}>
          <Flex wrap="wrap" gap="2" mt="4">
            <OpenDocument document={copy} token={token} label="Open My Copy" />
          </Flex>
        </Suspense>
      )}
      <Box mt="2">{changed(WHOLE)}</Box>
      <Box mt="2" borderBottomWidth="1px">
        {sectionsOf(form).map((at) => (
          <SectionAnswers key={at.key} at={at} afterOf={({ id, text }) => changed(`${WHOLE}-${at.key}-${id}`, text)} />
        ))}
      </Box>
    </>
  );
}
