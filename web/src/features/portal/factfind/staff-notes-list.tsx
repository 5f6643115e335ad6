import { Box } from '@chakra-ui/react/box';
import { Text } from '@chakra-ui/react/text';
import { countOf } from '#shared/rules/counted-words.ts';
import { Words } from '../../../ui/text/words.tsx';
import { useAccess } from '../access.ts';
import { LinkButton } from '../subpage.tsx';
import { Asked } from './asked.tsx';
import { useFactfind } from './factfind-context.ts';
import { usePaths } from './paths.ts';
import { askedBack, corrected, FROM_ASKS, type Noted, notedPath, useIsAgreed } from './staff-notes.ts';

const LINK = {
  variant: 'plain',
  px: '0',
  height: 'auto',
  minH: '11',
  whiteSpace: 'normal',
  textAlign: 'start',
} as const;

const List = ({ notes, state }: { notes: readonly Noted[]; state?: object }) => {
  const { inFactfind } = usePaths();
  return (
    <Box as="ul" listStyleType="none">
      {notes.map((noted) => (
        <li key={`${noted.at.key}/${noted.question.id}`}>
          <LinkButton {...LINK} to={inFactfind(notedPath(noted))} state={state} textDecoration="underline">
            {noted.question.text}
          </LinkButton>
          {state && <Asked at={noted.at} id={noted.question.id} />}
        </li>
      ))}
    </Box>
  );
};

/** Why staff opened the fact-find again, what they ask, and which answers they changed, with links to these. */
export default function StaffNotes() {
  const open = useFactfind();
  const { adviser } = useAccess().portal;
  const { state, reason, facts } = open.factfind.request;
  const isAgreed = useIsAgreed();
  if (!open.saver) return null;
  const name = <Words>{adviser.name}</Words>;
  const asks = askedBack(open);
  const changes = corrected(open, isAgreed);
  const isOpen = state === 'open';
  const isAgain = isOpen && facts?.sentAt;
  if (!isAgain && asks.length + changes.length === 0) return null;
  return (
    <Box bg="bg.subtle" borderWidth="1px" borderRadius="l2" px="4" py="3" mt="4">
      {isOpen && reason && (
        <Text whiteSpace="pre-line">
          <span>{facts?.agreedOn ? 'Opened again:' : 'Why it is open again:'}</span> “<Words>{reason}</Words>”
        </Text>
      )}
      {asks.length > 0 && (
        <>
          <Text key={asks.length} fontWeight="medium" mt={reason ? '3' : undefined}>
            <span>{`${countOf(asks.length, 'question')} from`}</span> {name}
          </Text>
          <List notes={asks} state={FROM_ASKS} />
        </>
      )}
      {changes.length > 0 && (
        <>
          <Text key={changes.length} fontWeight="medium" mt={asks.length > 0 ? '3' : undefined}>
            <span>{`${countOf(changes.length, 'answer')} changed by`}</span> {name}
          </Text>
          <List notes={changes} />
        </>
      )}
      {isAgain && asks.length === 0 && (
        <Text mt={reason || changes.length > 0 ? '2' : undefined}>
          <span>When your answers are right, send them to</span> {name} <span>again.</span>
        </Text>
      )}
    </Box>
  );
}
