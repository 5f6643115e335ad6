import { Box } from '@chakra-ui/react/box';
import { Flex } from '@chakra-ui/react/flex';
import { Text } from '@chakra-ui/react/text';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { Conversation } from '../../parts/message/conversation.tsx';
import { ErrorState, PageLoading } from '../../ui/eager/state.tsx';
import { Avatar } from '../../ui/text/avatar.tsx';
import { Words } from '../../ui/text/words.tsx';
import { useAccess } from './access.ts';
import { DocumentList } from './documents/document-list.tsx';
import { uploadsOf } from './documents/upload-pages.ts';
import { UploadBox, UploadProgress } from './documents/upload-progress.tsx';
import { FirmContact } from './firm-contact.tsx';
import { StageDetail } from './journey/stage-detail.tsx';
import { messagesQuery, sendMessage } from './queries.ts';
import { Section } from './section.tsx';
import { HelpForm, NotesForm } from './tasks/text-forms.tsx';

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
