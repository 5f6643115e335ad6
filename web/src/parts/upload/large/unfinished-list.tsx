import { Box, type BoxProps } from '@chakra-ui/react/box';
import { Button, type ButtonProps } from '@chakra-ui/react/button';
import { Flex } from '@chakra-ui/react/flex';
import { Text } from '@chakra-ui/react/text';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { Upload } from '#shared/contract/uploads.ts';
import { displayName } from '#shared/rules/documents.ts';
import { MINUTE_MS } from '#shared/rules/time.ts';
import { personIdIn } from '../../../lib/http/token.ts';
import { sha256Of } from '../../../lib/large-files/parts.ts';
import { useBusy } from '../../../lib/screen/use-busy.ts';
import { leftAround, useFocusFallback } from '../../../lib/screen/use-focus-fallback.ts';
import { unfinishedUploads } from '../../../lib/storage/unfinished-uploads.ts';
import { Question } from '../../../ui/feedback/question.tsx';
import { Words } from '../../../ui/text/words.tsx';
import type { Sender } from '../client-uploads.ts';
import { percent } from '../rows/words.ts';
import { withoutMetadata } from '../send-file.ts';
import { dropUnfinished, rereadUnfinished, useUnfinishedUploads } from '../use-unfinished.ts';
import { sentHere, whenNotSent } from './locks.ts';
import { adopt, deleteUpload, readPart, storedBytes, uploadOwner } from './send-parts.ts';

/** Returns true if a chosen file is the one that was begun, by size and all stored parts. Its name may have changed. */
async function isSame(file: File, { size, parts }: Upload): Promise<boolean> {
  const sent = await withoutMetadata(file).catch(() => file);
  if (sent.size !== size) return false;
  for (const { index, sha256 } of parts) if ((await sha256Of(await readPart(sent, index))) !== sha256) return false;
  return true;
}

/** A device that got a part stored within these milliseconds is taken to be still sending. */
const ACTIVE_MS = 2 * MINUTE_MS;

type Place = 'window' | 'device' | undefined;

/** Returns where an upload is being sent at the moment, other than by this page. */
function useSentElsewhere(upload: Upload, sender: Sender): Place {
  const { id, activeAt } = upload;
  const { clientId, token } = sender;
  const [isInWindow, setInWindow] = useState(false);
  useEffect(() => {
    const left = new AbortController();
    const watch = async () => {
      if (!(await sentHere([id])).has(id)) return;
      setInWindow(true);
      await whenNotSent(id, left.signal);
      setInWindow(false);
      await rereadUnfinished({ clientId, token });
    };
    watch().catch(() => undefined);
    return () => left.abort();
  }, [id, clientId, token]);
  if (isInWindow) return 'window';
  const begun = unfinishedUploads(uploadOwner(token), personIdIn(token ?? clientId));
  const isOwn = begun.some(({ uploadId }) => uploadId === id);
  return !isOwn && Date.now() - Date.parse(activeAt) < ACTIVE_MS ? 'device' : undefined;
}

const LineButton = (props: ButtonProps) => (
  <Button ref={useFocusFallback<HTMLButtonElement>(leftAround)} variant="outline" {...props} />
);

function wordsFor(name: string, share: string, place: Place, other: File | undefined): ReactNode {
  if (place === 'window') return <span> is being sent in another window.</span>;
  if (place === 'device' && !other) return <span>{` is being sent on another device. ${share} has arrived.`}</span>;
  if (!other)
    return <span>{` was only partly sent (${share}). Choose the same file again, and we send the rest.`}</span>;
  const chosen = displayName(other.name);
  return chosen === name ? (
    <span> has other contents than the file that was begun. Please choose that one to go on.</span>
  ) : (
    <span>
      {' '}
      is needed to go on, but you chose “<Words>{chosen}</Words>”.
    </span>
  );
}

interface Props {
  sender: Sender;
  size: ButtonProps['size'];
  /** Continues the upload, or sends another file to the same place if `isOther`. */
  onSend: (file: File, upload: Upload, isOther: boolean) => void;
}

/** Offers to choose an unfinished file again, compares it with the stored parts, and offers to remove the upload. */
function UnfinishedLine({ upload, sender, size, onSend }: Props & { upload: Upload }) {
  const input = useRef<HTMLInputElement>(null);
  const [other, setOther] = useState<File>();
  const [isAsking, setAsking] = useState(false);
  const [isComparing, run] = useBusy();
  const place = useSentElsewhere(upload, sender);
  const name = displayName(upload.name);
  const bytes = storedBytes(
    upload.size,
    upload.parts.map(({ index }) => index),
  );
  const share = percent(bytes / upload.size);
  const remove = () => {
    dropUnfinished(sender, upload.id);
    void deleteUpload(upload.id, sender.token);
  };
  const compare = async (file: File) => {
    if (!(await isSame(file, upload))) return setOther(file);
    adopt(file, upload, sender.token);
    onSend(file, upload, false);
    dropUnfinished(sender, upload.id);
  };
  const pick = () => {
    const [file] = input.current?.files ?? [];
    if (file) void run(() => compare(file));
    if (input.current) input.current.value = '';
  };
  const sendOther = (file: File) => {
    setOther(undefined);
    onSend(file, upload, true);
  };
  return (
    <Flex as="li" align="center" columnGap="3" rowGap="2" wrap="wrap" py="1">
      <Text role="status" flex="1 1 14rem" minW="0">
        <span>“</span>
        <Words fontWeight="semibold">{name}</Words>
        <span>”</span>
        <span>{wordsFor(name, share, place, other)}</span>
      </Text>
      <input ref={input} type="file" hidden onChange={pick} aria-label={`Choose ${name} again`} />
      {isAsking && (
        <Question
          label={`Remove: ${name}`}
          text={`Remove “${name}”? ${share} has arrived and will be deleted.`}
          yes="Remove"
          no="Keep"
          danger
          size={size}
          onYes={remove}
          onNo={() => setAsking(false)}
        />
      )}
      <Flex gap="2" wrap="wrap" hidden={isAsking}>
        {place !== 'window' && (
          <LineButton
            size={size}
            aria-label={isComparing ? undefined : `Choose: ${name}`}
            aria-busy={isComparing}
            onClick={() => !isComparing && input.current?.click()}
          >
            <span>{isComparing ? 'Checking...' : 'Choose'}</span>
          </LineButton>
        )}
        {other && place !== 'window' && (
          <LineButton size={size} onClick={() => sendOther(other)}>
            Send the Other File Too
          </LineButton>
        )}
        {place !== 'window' && (
          <LineButton
            size={size}
            variant="ghost"
            colorPalette="gray"
            aria-label={`Remove: ${name}`}
            onClick={() => (bytes > 0 ? setAsking(true) : remove())}
          >
            Remove
          </LineButton>
        )}
      </Flex>
    </Flex>
  );
}

/** Large files of the sender that were begun and not finished, on this or another device. */
export function UnfinishedList({ sender, size, onSend, ...box }: Props & BoxProps) {
  const unfinished = useUnfinishedUploads(sender, true);
  if (unfinished.length === 0) return null;
  return (
    <Box as="ul" listStyleType="none" aria-label="Unfinished uploads" {...box}>
      {unfinished.map((upload) => (
        <UnfinishedLine key={upload.id} upload={upload} sender={sender} size={size} onSend={onSend} />
      ))}
    </Box>
  );
}
