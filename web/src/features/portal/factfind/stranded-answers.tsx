import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { Flex } from '@chakra-ui/react/flex';
import { chakra } from '@chakra-ui/react/styled-system';
import { Text } from '@chakra-ui/react/text';
import { useMutation } from '@tanstack/react-query';
import { LIMITS } from '#shared/rules/limits.ts';
import { isVisible } from '#shared/rules/text.ts';
import { isRows, type Typed } from '../../../parts/factfind/typed.ts';
import { ActionButton } from '../../../ui/feedback/action-button.tsx';
import { Words } from '../../../ui/text/words.tsx';
import { useAccess, useToken } from '../access.ts';
import { sendMessage } from '../messages/queries.ts';
import { givenIn, placeOf, questionAt } from './draft.ts';
import { useFactfind } from './factfind-context.ts';
import type { AnswerSaver, Saving } from './saver.ts';
import { sayOwn } from './words.ts';

/** Returns what was typed, as it is where it is no answer. */
function sayTyped(typed: Typed | undefined): string {
  if (!isRows(typed)) return String(typed ?? '');
  return typed.map(({ id, ...row }) => Object.values(row).join(', ')).join('; ');
}

const partsOf = (text: string) =>
  Array.from({ length: Math.ceil(text.length / LIMITS.text) }, (_, at) =>
    text.slice(at * LIMITS.text, (at + 1) * LIMITS.text),
  );

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
  const lines = [...drafts].map(([name, draft]) => {
    const question = questionAt(placeOf(name), form.own);
    const given = givenIn(question, draft);
    const text = question && given ? sayOwn(question, given) : sayTyped(draft.typed);
    return { name, text: question ? `${question.text} ${text}` : text };
  });
  const send = async () => {
    // One message may not hold all. A longer answer goes in parts.
    const [first, ...others] = lines;
    if (!first) return;
    const parts = partsOf(first.text);
    let content = parts.pop() ?? '';
    const names = [first.name];
    for (const { name, text } of others) {
      if (content.length + text.length >= LIMITS.text) break;
      content += `\n${text}`;
      names.push(name);
    }
    for (const part of [...parts, content])
      if (isVisible(part)) await mutateAsync({ params: { id: client.id }, body: { content: part }, token });
    saver.discard(names);
  };
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
        <Button size="lg" variant="ghost" colorPalette="gray" onClick={() => saver.discard(drafts.keys())}>
          Discard
        </Button>
      </Flex>
    </Box>
  );
}
