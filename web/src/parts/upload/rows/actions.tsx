import { Button, type ButtonProps } from '@chakra-ui/react/button';
import { Flex } from '@chakra-ui/react/flex';
import { Pause, Play, RotateCw, X } from 'lucide-react';
import { useState } from 'react';
import { useFocusFallback } from '../../../lib/screen/use-focus-fallback.ts';
import { Question } from '../../../ui/feedback/question.tsx';
import type { Uploads } from '../client-uploads.ts';
import {
  canPause,
  canStop,
  hasFailed,
  isUploadPaused,
  isUploadUnderWay,
  mayPass,
  type QueuedFile,
} from '../queued-file.ts';
import { cancelQuestion } from './words.ts';

interface ActionProps extends ButtonProps {
  icon: typeof X;
  label: string;
}

const Action = ({ icon: Icon, label, ...button }: ActionProps) => (
  <Button ref={useFocusFallback()} variant="ghost" colorPalette="gray" {...button}>
    <Icon aria-hidden />
    {label && <span>{label}</span>}
  </Button>
);

interface Props {
  items: readonly QueuedFile[];
  queue: Pick<Uploads, 'retry' | 'pause' | 'unpause' | 'cancel'>;
  /** `lg` for the portal, `xs` for staff, who can also dismiss failed files. */
  size: 'xs' | 'lg';
  /** Name of the only file, if others have buttons of their own. */
  name?: string;
}

/** Buttons that retry, pause and cancel files. Cancel needs a confirmation once something has arrived. */
export function UploadActions({ items, queue, size, name }: Props) {
  const [isAsking, setAsking] = useState(false);
  const text = cancelQuestion(items);
  if (isAsking && !text) setAsking(false);
  const isStaff = size === 'xs';
  const isBulk = isStaff && name === undefined;
  const isMeant = ({ id }: QueuedFile) => items.some((item) => item.id === id);
  const canDo = (can: (item: QueuedFile) => boolean) => items.filter(can).length > (isBulk ? 1 : 0);
  const cancel = () => queue.cancel(isMeant);
  const labels = (word: string, label = isBulk ? `${word} All` : word) => ({
    size,
    label,
    'aria-label': name && `${word}: ${name}`,
  });
  const isAnyPaused = items.some(isUploadPaused);
  const stop = items.some(isUploadUnderWay) ? 'Cancel' : 'Dismiss';
  return (
    <>
      <Flex columnGap={isStaff ? '1' : undefined} flexShrink="0" maxW="full" wrap="wrap" hidden={isAsking}>
        {canDo(mayPass) && (
          <Action
            {...labels('Try Again', isBulk ? `Try ${items.filter(mayPass).length} Again` : undefined)}
            icon={RotateCw}
            variant={isStaff ? 'outline' : 'solid'}
            colorPalette="brand"
            onClick={() => queue.retry(isMeant)}
          />
        )}
        {canDo((item) => isUploadPaused(item) || canPause(item)) && (
          <Action
            {...labels(isAnyPaused ? 'Continue' : 'Pause')}
            icon={isAnyPaused ? Play : Pause}
            onClick={() => (isAnyPaused ? queue.unpause : queue.pause)(isMeant)}
          />
        )}
        {items.some((item) => canStop(item) || (isStaff && hasFailed(item))) && (
          <Action
            {...labels(stop)}
            {...(name && { label: '', title: stop, px: '0' })}
            icon={X}
            onClick={() => (text ? setAsking(true) : cancel())}
          />
        )}
      </Flex>
      {isAsking && text && (
        <Question
          label="Stop Sending"
          text={text}
          yes="Stop Sending"
          no="Keep Sending"
          danger
          size={size}
          onYes={cancel}
          onNo={() => setAsking(false)}
        />
      )}
    </>
  );
}
