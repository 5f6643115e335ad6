import { Button } from '@chakra-ui/react/button';
import { Flex } from '@chakra-ui/react/flex';
import { Text } from '@chakra-ui/react/text';
import { CircleAlert } from 'lucide-react';
import { useState } from 'react';
import { countOf } from '#shared/rules/words.ts';
import { Sheet } from '../../../ui/layout/sheet.tsx';
import { useAccess } from '../access.ts';
import { INSETS } from '../insets.ts';
import { forgetUnsent, readUnsent, type Unsent } from './unsent.ts';
import { useAllFiles } from './uploads.tsx';

const wordsFor = ({ count, of }: Unsent) => {
  const what = of === count ? countOf(count, 'file') : `${count} of ${countOf(of, 'file')}`;
  return count === 1
    ? `${what} was not sent. Please choose it again.`
    : `${what} were not sent. Please choose them again.`;
};

/** Says that the page was left before all files were sent, until that is dismissed or files are chosen. */
export function UnsentNotice() {
  const { token, portal } = useAccess();
  const { id } = portal.client;
  const [unsent, setUnsent] = useState(() => (token ? readUnsent(id) : undefined));
  const isSending = useAllFiles().length > 0;
  if (!unsent || isSending) return null;
  const dismiss = () => {
    forgetUnsent(id);
    setUnsent(undefined);
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
