import { Box } from '@chakra-ui/react/box';
import { Flex } from '@chakra-ui/react/flex';
import { Grid } from '@chakra-ui/react/grid';
import { Text } from '@chakra-ui/react/text';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { CircleCheck, CircleDashed, CircleSlash, type LucideIcon } from 'lucide-react';
import type { Stage } from '#shared/contract/journey.ts';
import { isWithin, type StageDisplay, stageDisplay } from '#shared/rules/journey.ts';
import { Conversation } from '../../parts/message/conversation.tsx';
import { ErrorState, PageLoading } from '../../ui/eager/state.tsx';
import { Avatar } from '../../ui/text/avatar.tsx';
import { Words } from '../../ui/text/words.tsx';
import { useAccess } from './access.ts';
import { DocumentList } from './documents/document-list.tsx';
import { uploadsOf } from './documents/upload-pages.ts';
import { UploadBox, UploadProgress } from './documents/upload-progress.tsx';
import { FirmContact } from './firm-contact.tsx';
import { formatLongDate } from './long-date.ts';
import { messagesQuery, sendMessage } from './queries.ts';
import { Section } from './section.tsx';
import { HelpForm, NotesForm } from './tasks/text-forms.tsx';

/** Purpose of each stage, for the client, by stage number. */
const PURPOSES: Readonly<Record<number, string>> = {
  1: 'We get to know each other, and agree what we will do for you and what it costs.',
  2: 'You tell us about your money, your plans and how you feel about risk, so that our advice fits you.',
  3: 'We look at what you have, ask your providers for the details, and work out what you will need.',
  4: 'We put our recommendation in writing, and you decide whether to go ahead.',
  5: 'We go through the recommendation together, and you get a letter that says why it suits you.',
  6: 'We apply to the providers for you, which is why we have to check who you are.',
  7: 'We ring to check that everything is in place, and answer any questions you still have.',
};

/** Explanations of the steps with technical titles, by step number. */
const EXPLANATIONS: Readonly<Record<number, string>> = {
  1.4: 'The agreement that says what we do for you and what it costs.',
  2.1: 'Questions about how you feel when investments go up and down.',
  2.2: 'Your permission for us to ask your pension and investment companies for details.',
  2.3: 'A form about you, your money and your plans.',
  3.1: 'A forecast of how long your money will last.',
  3.2: 'The details that your pension and investment companies send us.',
  5.3: 'A letter that explains why our advice is right for you.',
  5.4: 'You confirm that you have read that letter.',
};

const STEP: Record<StageDisplay, readonly [icon: LucideIcon, color: string, label: string]> = {
  complete: [CircleCheck, 'green.fg', 'Completed'],
  'in-progress': [CircleDashed, 'yellow.fg', 'In Progress'],
  'not-required': [CircleSlash, 'fg.subtle', 'Not Required'],
  locked: [CircleDashed, 'fg.subtle', 'Pending'],
};

const Step = ({ step, clientCompleted }: { step: Stage; clientCompleted: boolean }) => {
  const [Icon, color, label] = STEP[stageDisplay(step, clientCompleted)];
  return (
    <Flex as="li" columnGap="2.5" py="1.5">
      <Box color={color} flexShrink="0" pt="0.5">
        <Icon size={18} aria-hidden />
      </Box>
      <Flex flex="1" justify="space-between" columnGap="3" wrap="wrap">
        <Box flex="1 1 10rem">
          <span>{step.title}</span>
          {EXPLANATIONS[step.stageNumber] && <Text color="fg.muted">{EXPLANATIONS[step.stageNumber]}</Text>}
        </Box>
        <Text as="span" color="fg.muted" whiteSpace="nowrap">
          {step.completedAt ? formatLongDate(step.completedAt) : label}
        </Text>
      </Flex>
    </Flex>
  );
};

function StageDetail({ stage, clientCompleted }: { stage: Stage; clientCompleted: boolean }) {
  const { documents } = useAccess().portal;
  const own = documents.filter(isWithin(stage));
  return (
    <Grid gap="4" templateColumns="minmax(0, 1fr)" pt="1" pb="4">
      <Text color="fg.muted">{PURPOSES[stage.stageNumber]}</Text>
      <Box as="ul" listStyleType="none">
        {stage.subStages.map((step) => (
          <Step key={step.id} step={step} clientCompleted={clientCompleted} />
        ))}
      </Box>
      {own.length > 0 && <DocumentList documents={own} />}
      <UploadBox stage={stage} />
    </Grid>
  );
}

/** The client's conversation; `fills` is set if it has the whole screen. */
function Thread({ fills }: { fills: boolean }) {
  const { token, portal } = useAccess();
  const { id } = portal.client;
  const thread = useInfiniteQuery(messagesQuery(id, token));
  const { data, isPending, error, refetch } = thread;
  const { mutateAsync } = useMutation(sendMessage);
  if (isPending) return <PageLoading label="Loading messages..." />;
  if (!data) return <ErrorState title="Your messages could not be loaded" error={error} onRetry={refetch} />;
  const send = (content: string) => mutateAsync({ params: { id }, body: { content }, token });
  return (
    <Conversation
      messages={data}
      earlier={thread}
      own="client"
      other={portal.adviser.name}
      onSend={token ? send : undefined}
      fills={fills}
      draft="message"
    />
  );
}

function AdviserCard() {
  const { adviser, firm } = useAccess().portal;
  const { name } = adviser;
  return (
    <Section title="Your Adviser">
      <Flex align="center" gap="3">
        <Avatar name={name} size="12" />
        <Box minW="0">
          <Words as="p" fontWeight="semibold">
            {name}
          </Words>
          <Text color="fg.muted">Looks after your journey from start to finish</Text>
        </Box>
      </Flex>
      <Text mt="4" color="fg.muted">
        Not sure about something? No question is too small. Write a message to <Words>{name}</Words>.
      </Text>
      <FirmContact firm={firm} />
    </Section>
  );
}

/** Parts that are hidden on the first screen, loaded as one chunk after the first paint. */
export const deferredParts = {
  AdviserCard,
  DocumentList,
  HelpForm,
  NotesForm,
  StageDetail,
  Thread,
  UploadBox,
  UploadProgress,
  uploadsOf,
};

export type DeferredParts = typeof deferredParts;
