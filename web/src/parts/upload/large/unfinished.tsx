import { Button, type ButtonProps } from '@chakra-ui/react/button';
import { Flex } from '@chakra-ui/react/flex';
import { Text } from '@chakra-ui/react/text';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { Upload } from '#shared/contract/uploads.ts';
import { displayName } from '#shared/rules/documents.ts';
import { call } from '../../../lib/http/api.ts';
import { sha256Of } from '../../../lib/large-files/parts.ts';
import { useBusy } from '../../../lib/screen/use-busy.ts';
import { useFocusFallback } from '../../../lib/screen/use-focus-fallback.ts';
import {
  forgetUpload,
  isOfFile,
  type UnfinishedUpload,
  unfinishedUploads,
} from '../../../lib/storage/unfinished-uploads.ts';
import { Words } from '../../../ui/text/words.tsx';
import { percent } from '../rows/words.ts';
import { withoutMetadata } from '../upload.ts';
import { adopt, deleteUpload, isLive, readPart, senderOf, storedBytes } from './send-parts.ts';

/** An upload that an earlier visit began, and what the server has of it. */
interface Unfinished {
  begun: UnfinishedUpload;
  stored: Upload;
}

async function readUnfinished(clientId: string, token: string | undefined): Promise<Unfinished[]> {
  const open = await call('GET /api/clients/{id}/uploads', { params: { id: clientId }, token });
  return unfinishedUploads(senderOf(token), clientId).flatMap((begun) => {
    if (isLive(begun.uploadId)) return [];
    const stored = open.find(({ id }) => id === begun.uploadId);
    if (stored) return [{ begun, stored }];
    forgetUpload(senderOf(token), begun.uploadId);
    return [];
  });
}

/** Returns true if a chosen file is the one that was begun, by all parts that are stored. */
async function isSame(file: File, { begun, stored }: Unfinished): Promise<boolean> {
  if (!isOfFile(begun, file)) return false;
  const sent = await withoutMetadata(file).catch(() => file);
  if (sent.size !== stored.size) return false;
  for (const { index, sha256 } of stored.parts)
    if ((await sha256Of(await readPart(sent, index))) !== sha256) return false;
  return true;
}

/** Returns the unfinished uploads of earlier visits. */
export function useUnfinished(clientId: string, token?: string) {
  const [gone, setGone] = useState<readonly Unfinished[]>([]);
  const { data = [] } = useQuery({
    queryKey: ['unfinished-uploads', clientId],
    queryFn: () => readUnfinished(clientId, token),
    meta: { noSession: token !== undefined },
    gcTime: 0,
  });
  const remove = (upload: Unfinished) => setGone((before) => [...before, upload]);
  return { unfinished: data.filter((upload) => !gone.includes(upload)), remove };
}

const percentOf = ({ parts, size }: Upload) =>
  percent(
    storedBytes(
      size,
      parts.map(({ index }) => index),
    ) / size,
  );

const LineButton = (props: ButtonProps) => <Button ref={useFocusFallback()} variant="outline" {...props} />;

interface Props {
  upload: Unfinished;
  token?: string | undefined;
  size: ButtonProps['size'];
  /** Continues or begins an upload. */
  onSend: (file: File, begun: UnfinishedUpload) => void;
  onRemove: () => void;
}

/** Offers to choose an unfinished file again. Compares that with the stored parts, and offers to begin again. */
export function UnfinishedLine({ upload, token, size, onSend, onRemove }: Props) {
  const { begun, stored } = upload;
  const input = useRef<HTMLInputElement>(null);
  const [other, setOther] = useState<File>();
  const [isComparing, run] = useBusy();
  const name = displayName(begun.name);
  const forget = () => {
    onRemove();
    void deleteUpload(begun.uploadId, token);
  };
  const compare = async (file: File) => {
    if (!(await isSame(file, upload))) return setOther(file);
    adopt(file, stored, token);
    onRemove();
    onSend(file, begun);
  };
  const pick = () => {
    const [file] = input.current?.files ?? [];
    if (file) void run(() => compare(file));
    if (input.current) input.current.value = '';
  };
  const restart = (file: File) => {
    forget();
    onSend(file, begun);
  };
  return (
    <Flex as="li" align="center" columnGap="3" rowGap="2" wrap="wrap" py="1">
      <Text role="status" flex="1 1 14rem" minW="0">
        {other ? (
          <span>That is another file. Send it from the beginning?</span>
        ) : (
          <>
            <Words fontWeight="semibold">{name}</Words>
            <span>{` is not finished: ${percentOf(stored)} is here. Choose it again to go on.`}</span>
          </>
        )}
      </Text>
      <input ref={input} type="file" hidden onChange={pick} aria-label={`Choose ${name} again`} />
      <Flex gap="2" wrap="wrap">
        {other && (
          <LineButton size={size} onClick={() => restart(other)}>
            Send From the Beginning
          </LineButton>
        )}
        <LineButton
          size={size}
          aria-label={isComparing ? undefined : `Choose: ${name}`}
          aria-busy={isComparing}
          onClick={() => !isComparing && input.current?.click()}
        >
          <span>{isComparing ? 'Checking...' : 'Choose'}</span>
        </LineButton>
        <LineButton size={size} variant="ghost" colorPalette="gray" aria-label={`Forget It: ${name}`} onClick={forget}>
          Forget It
        </LineButton>
      </Flex>
    </Flex>
  );
}
