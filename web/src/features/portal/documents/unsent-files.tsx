import { Button } from '@chakra-ui/react/button';
import { Flex } from '@chakra-ui/react/flex';
import { Text } from '@chakra-ui/react/text';
import { CircleAlert } from 'lucide-react';
import { useState } from 'react';
import { countOf } from '#shared/rules/counted-words.ts';
import { Sheet } from '../../../ui/layout/sheet.tsx';
import { usePersonId } from '../access.ts';
import { INSETS } from '../section.tsx';
import { clearUnsent, type Unsent, useAllFiles } from './uploader-context.ts';

const wordsFor = ({ count, of }: Unsent) => {
  const files = of === count ? countOf(count, 'file') : `${count} of ${countOf(of, 'file')}`;
  return count === 1
    ? `${files} was not sent. Please choose it again.`
    : `${files} were not sent. Please choose them again.`;
};

/** Names the number of files left unsent, until dismissed or until files are chosen. */
export default function UnsentFiles({ unsent }: { unsent: Unsent }) {
  const personId = usePersonId();
  const [isShown, setShown] = useState(true);
  const isSending = useAllFiles().length > 0;
  if (!isShown || isSending) return null;
  const dismiss = () => {
    clearUnsent(personId);
    setShown(false);
    document.querySelector<HTMLElement>('#next-step')?.focus({ preventScroll: true });
  };
  return (
    <Sheet px={INSETS.section} py="4" boxShadow="md">
      <Flex align="center" columnGap="3" rowGap="2" wrap="wrap">
        <Flex role="status" align="center" gap="2.5" flex="1 1 12rem" color="fg.error">
          <CircleAlert size={20} aria-hidden />
          <Text fontWeight="semibold">{wordsFor(unsent)}</Text>
        </Flex>
        <Button size="lg" variant="outline" onClick={dismiss}>
          Dismiss
        </Button>
      </Flex>
    </Sheet>
  );
}
