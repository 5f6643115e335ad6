import { Box } from '@chakra-ui/react/box';
import { Flex } from '@chakra-ui/react/flex';
import { chakra, type HTMLChakraProps } from '@chakra-ui/react/styled-system';
import { Text } from '@chakra-ui/react/text';
import { FileText, ListTodo, type LucideIcon, MessageCircle, Milestone, ShieldCheck } from 'lucide-react';
import type { ComponentType } from 'react';
import { countOf } from '#shared/rules/counted-words.ts';
import { ANCHORS, PlaceLink } from './anchors.tsx';
import { DocumentsSection, UnsentNotice } from './documents/documents-section.tsx';
import { JourneySection } from './journey/journey-section.tsx';
import { MessagesLink, useUnread } from './messages/full-screen.tsx';
import { MessagesSection } from './messages/messages-section.tsx';
import { useOpenRequests } from './requests/requests.ts';
import { RequestsSection } from './requests/requests-section.tsx';
import { INSETS } from './section.tsx';
import { StrandedSection } from './stranded/stranded-section.tsx';
import { usePortalTasks } from './tasks/completions.tsx';
import { isOpenTask } from './tasks/next-step.ts';
import { NextStepCard } from './tasks/next-step-card.tsx';
import { TasksSection } from './tasks/tasks-section.tsx';
import { UnfinishedSection } from './unfinished/unfinished-section.tsx';

export interface Tab {
  label: string;
  icon: LucideIcon;
  /** Link to the section; by default a link to its id. */
  Link?: ComponentType<HTMLChakraProps<'a'>>;
  /** Returns the news of the section as text, if there is any. */
  useBadge?: () => string | undefined;
}

export interface PortalSection {
  id: string;
  column: 'work' | 'people';
  Content: ComponentType;
  tab?: Tab;
}

const SecureNote = () => (
  <Box
    as="section"
    aria-labelledby="secure"
    px={INSETS.section}
    py={{ base: '3', md: '4' }}
    bg="brand.subtle"
    borderRadius="l3"
  >
    <Flex align="center" gap="2">
      <Box color="brand.fg" flexShrink="0">
        <ShieldCheck aria-hidden />
      </Box>
      <chakra.h2 id="secure" textStyle="lg">
        Secure & Private
      </chakra.h2>
    </Flex>
    <Text color="fg.muted">
      Your documents are encrypted with AES-256 and visible only to you and your adviser. Please do not share your link.
    </Text>
  </Box>
);

const useOpenTasks = () => usePortalTasks().filter(isOpenTask).length;

function useToDoBadge() {
  const open = useOpenTasks() + useOpenRequests().length;
  return open > 0 ? `${open} open` : undefined;
}

function useUnreadMessagesBadge() {
  const unread = useUnread();
  return unread > 0 ? countOf(unread, 'new message') : undefined;
}

/** Links to the open requests, else to the open tasks, else to the next step. */
function ToDoLink(props: HTMLChakraProps<'a'>) {
  const tasks = useOpenTasks();
  const requests = useOpenRequests().length;
  const to = requests > 0 ? ANCHORS.requests : tasks > 0 ? ANCHORS.tasks : ANCHORS.nextStep;
  return <PlaceLink to={to} {...props} />;
}

/** Sections of the portal from top to bottom; the columns and the bottom bar derive from this list. */
export const PORTAL_SECTIONS: readonly PortalSection[] = [
  { id: 'stranded', column: 'work', Content: StrandedSection },
  { id: 'unsent', column: 'work', Content: UnsentNotice },
  { id: 'unfinished', column: 'work', Content: UnfinishedSection },
  { id: ANCHORS.nextStep, column: 'work', Content: NextStepCard },
  { id: ANCHORS.requests, column: 'work', Content: RequestsSection },
  {
    id: ANCHORS.tasks,
    column: 'work',
    Content: TasksSection,
    tab: { label: 'To do', icon: ListTodo, Link: ToDoLink, useBadge: useToDoBadge },
  },
  { id: ANCHORS.journey, column: 'work', Content: JourneySection, tab: { label: 'Journey', icon: Milestone } },
  { id: ANCHORS.documents, column: 'work', Content: DocumentsSection, tab: { label: 'Documents', icon: FileText } },
  {
    id: ANCHORS.messages,
    column: 'people',
    Content: MessagesSection,
    tab: { label: 'Messages', icon: MessageCircle, Link: MessagesLink, useBadge: useUnreadMessagesBadge },
  },
  { id: 'secure', column: 'people', Content: SecureNote },
];

/** Sections that a phone shows first. The others are drawn once these are on the screen. */
export const FIRST = PORTAL_SECTIONS.slice(1, 4);
