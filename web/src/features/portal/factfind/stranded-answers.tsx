import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { Flex } from '@chakra-ui/react/flex';
import { chakra } from '@chakra-ui/react/styled-system';
import { Text } from '@chakra-ui/react/text';
import { useMutation } from '@tanstack/react-query';
import { LIMITS } from '#shared/rules/limits.ts';
import { ActionButton } from '../../../ui/feedback/action-button.tsx';
import { Words } from '../../../ui/text/words.tsx';
import { useAccess, useToken } from '../access.ts';
import { sendMessage } from '../messages/queries.ts';
import { givenIn, placeOf, questionAt } from './draft.ts';
import { useFactfind } from './factfind-context.ts';
import type { AnswerSaver, Saving } from './saver.ts';
import { sayOwn } from './words.ts';

interface Props {
  saver: AnswerSaver;
  drafts: Saving['drafts'];
}

/** Answers that were not saved before the fact-find was settled, to be sent as a message or discarded. */
export default function StrandedAnswers({ saver, drafts }: Props) {
  const token = useToken();
  const { form } = useFactfind();
  const { client, adviser } = useAccess().portal;
  const { mutateAsync } = useMutation(sendMessage);
  const lines = [...drafts].flatMap(([name, draft]) => {
    const place = placeOf(name);
    const question = questionAt(place, form.own);
    if (!question) return [];
    const text = typeof draft.typed === 'string' ? draft.typed : sayOwn(question, givenIn(question, draft));
    return [{ name, text: `${question.text} ${text}` }];
  });
  const content = lines
    .map(({ text }) => text)
    .join('\n')
    .slice(0, LIMITS.text);
  const send = () => mutateAsync({ params: { id: client.id }, body: { content }, token }).then(saver.discard);
  return (
    <Box role="alert" bg="yellow.subtle" color="yellow.fg" borderRadius="l2" px="4" py="3" mb="4">
      <Text>
        <Words>{adviser.name}</Words> <span>has already dealt with this. These answers were not saved:</span>
      </Text>
      <chakra.ul ps="5" my="2">
        {lines.map(({ name, text }) => (
          <li key={name}>
            <Words>{text}</Words>
          </li>
        ))}
      </chakra.ul>
      <Flex gap="2" wrap="wrap">
        <ActionButton size="lg" variant="outline" colorPalette="gray" busyLabel="Sending..." onAction={send}>
          Send Them as a Message
        </ActionButton>
        <Button size="lg" variant="ghost" colorPalette="gray" onClick={saver.discard}>
          Discard
        </Button>
      </Flex>
    </Box>
  );
}
