import { Button } from '@chakra-ui/react/button';
import { Flex } from '@chakra-ui/react/flex';
import { Text } from '@chakra-ui/react/text';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { Document } from '#shared/contract/documents.ts';
import { useFocusFallback } from '../../../lib/screen/use-focus-fallback.ts';
import { ActionButton } from '../../../ui/feedback/action-button.tsx';
import { useToken } from '../access.ts';
import { removeFile } from '../queries.ts';

/** Returns what to focus once the file is gone: the list of files, or the row's title after the last one. */
function afterRemoval(button: Element) {
  const list = button.closest('ul')?.parentElement;
  const title = button.closest('details')?.querySelector('summary');
  return () => (list?.isConnected ? list : title);
}

interface QuestionProps {
  document: Document;
  onYes: () => Promise<unknown>;
  onNo: () => void;
}

function Question({ document: { name }, onYes, onNo }: QuestionProps) {
  const box = useRef<HTMLDivElement>(null);
  const yes = useFocusFallback<HTMLButtonElement>(afterRemoval);
  useEffect(() => box.current?.focus(), []);
  return (
    <Flex
      ref={box}
      role="group"
      aria-label={`Remove ${name}`}
      tabIndex={-1}
      outline="none"
      onKeyDown={({ key }) => key === 'Escape' && onNo()}
      gap="2"
      mt="1"
      wrap="wrap"
      align="center"
    >
      <Text role="alert" w="full">
        Remove this file? It is deleted at once.
      </Text>
      <ActionButton ref={yes} size="lg" variant="outline" colorPalette="red" busyLabel="Removing..." onAction={onYes}>
        Yes, Remove It
      </ActionButton>
      <Button size="lg" variant="ghost" colorPalette="gray" onClick={onNo}>
        Keep It
      </Button>
    </Flex>
  );
}

interface Props {
  document: Document;
  onRemoved: () => void;
}

/** Removes an own file after a second click. */
export function RemoveFile({ document, onRemoved }: Props) {
  const token = useToken();
  const { mutateAsync } = useMutation(removeFile);
  const [isAsking, setAsking] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const wasAsked = useRef(false);
  useEffect(() => {
    if (!isAsking && wasAsked.current) button.current?.focus();
    wasAsked.current = isAsking;
  }, [isAsking]);
  // The file leaves the list before this resolves, as the journey is read again first.
  const remove = () => mutateAsync({ params: { id: document.id }, token }, { onSuccess: onRemoved });
  if (isAsking) return <Question document={document} onYes={remove} onNo={() => setAsking(false)} />;
  return (
    <Button
      ref={button}
      size="lg"
      variant="ghost"
      colorPalette="gray"
      px="2"
      ms="-2"
      aria-label={`Remove ${document.name}`}
      onClick={() => setAsking(true)}
    >
      Remove
    </Button>
  );
}
