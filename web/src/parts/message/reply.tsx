import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { Reply as ReplyIcon } from 'lucide-react';
import { Suspense, useId, useState } from 'react';
import { useFocusFallback } from '../../lib/screen/use-focus-fallback.ts';
import { lazyPart } from '../../ui/eager/lazy-part.tsx';
import { NotLoaded, Skeletons } from '../../ui/eager/state.tsx';

const ClientThread = lazyPart(() => import('./client-thread.tsx'), NotLoaded);

/** Returns the row beside a row, else their section. */
export const neighbour = (line: HTMLElement): HTMLElement | null =>
  [line.nextElementSibling, line.previousElementSibling].find((near) => near instanceof HTMLElement) ??
  line.closest<HTMLElement>('section[aria-label]') ??
  line.closest<HTMLElement>('section');

/** Returns the element to focus once the row around a control is gone. */
export const neighbourOf = (element: HTMLElement): HTMLElement | null => {
  const line = element.closest<HTMLElement>('li');
  return line && neighbour(line);
};

interface Props {
  clientId: string;
  clientName: string;
  onSent?: () => void;
  /** Called with true when the conversation opens. Opening marks its messages as read. */
  onOpenChange?: (isOpen: boolean) => void;
}

/** Opens the conversation within a row. Shares its draft with the client's page. */
export function Reply({ clientId, clientName, onSent, onOpenChange }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  const setOpen = (next: boolean) => {
    setIsOpen(next);
    onOpenChange?.(next);
  };
  const button = useFocusFallback<HTMLButtonElement>(neighbourOf);
  const thread = useId();
  const close = () => {
    button.current?.focus();
    setOpen(false);
  };
  return (
    <Box onKeyDown={({ key }) => key === 'Escape' && isOpen && close()}>
      <Button
        ref={button}
        size="xs"
        variant="outline"
        colorPalette="gray"
        aria-expanded={isOpen}
        aria-controls={isOpen ? thread : undefined}
        aria-label={`${isOpen ? 'Close the reply' : 'Reply'} to ${clientName}`}
        onClick={() => setOpen(!isOpen)}
      >
        <ReplyIcon aria-hidden />
        <span>{isOpen ? 'Close' : 'Reply'}</span>
      </Button>
      {isOpen && (
        <Box id={thread} mt="3" pb="1">
          <Suspense fallback={<Skeletons count={1} height="64" />}>
            <ClientThread
              id={clientId}
              name={clientName}
              isSeen
              inPlace
              onSent={() => {
                close();
                onSent?.();
              }}
            />
          </Suspense>
        </Box>
      )}
    </Box>
  );
}
