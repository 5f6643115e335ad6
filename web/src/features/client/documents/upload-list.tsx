import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { Flex } from '@chakra-ui/react/flex';
import { Text } from '@chakra-ui/react/text';
import { useFocusFallback } from '../../../lib/screen/use-focus-fallback.ts';
import { canStop, isUnderWay, mayPass } from '../../../parts/upload/upload-queue.ts';
import { useClient } from '../client-context.ts';
import { UploadRow } from './upload-row.tsx';
import { type Uploading, useUploads } from './uploads.ts';

/** "2 of 5 uploaded, 1 failed", of all files chosen. */
function countsOf(files: readonly Uploading[]): string {
  const count = (kind: Uploading['state']['kind']) => files.filter(({ state }) => state.kind === kind).length;
  const failed = count('failed');
  return [`${count('done')} of ${files.length} uploaded`, ...(failed > 0 ? [`${failed} failed`] : [])].join(', ');
}

const ForAll = ({ label, onClick }: { label: string; onClick: () => void }) => (
  <Button ref={useFocusFallback()} size="xs" variant="ghost" onClick={onClick}>
    {label}
  </Button>
);

/** How far several files are together, and what can be done about them at once. */
function Together({ files, uploaded }: { files: readonly Uploading[]; uploaded: readonly Uploading[] }) {
  const { retry, remove } = useUploads(useClient().client.id);
  const again = files.filter(mayPass);
  const retryAll = () => {
    for (const { id } of again) retry(id);
  };
  const removeAll = () => remove((item) => files.includes(item) && (canStop(item) || item.state.kind === 'failed'));
  return (
    <Flex align="center" columnGap="1" wrap="wrap" mb="1">
      <Text role="status" textStyle="sm" fontWeight="semibold" me="auto">
        {countsOf([...uploaded, ...files])}
      </Text>
      {again.length > 1 && <ForAll label={`Try ${again.length} Again`} onClick={retryAll} />}
      <ForAll label={files.some(isUnderWay) ? 'Cancel All' : 'Dismiss All'} onClick={removeAll} />
    </Flex>
  );
}

/** Files on their way to the client, all of them or those that `isListed`; nothing where there are none. */
export function UploadList({ isListed = () => true }: { isListed?: (item: Uploading) => boolean }) {
  const uploads = useUploads(useClient().client.id);
  const files = uploads.files.filter(isListed);
  const uploaded = uploads.uploaded.filter(isListed);
  if (files.length === 0) return null;
  return (
    <Box bg="bg.subtle" borderWidth="1px" borderRadius="l2" px="3" py="2" mb="3">
      {uploaded.length + files.length > 1 && <Together files={files} uploaded={uploaded} />}
      <Box as="ul" listStyleType="none" aria-label="Uploads">
        {files.map((item) => (
          <UploadRow key={item.id} item={item} />
        ))}
      </Box>
    </Box>
  );
}
