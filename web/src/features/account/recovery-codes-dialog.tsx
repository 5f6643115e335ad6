import { Button } from '@chakra-ui/react/button';
import { DialogBody, DialogFooter } from '@chakra-ui/react/dialog';
import { Flex } from '@chakra-ui/react/flex';
import { chakra } from '@chakra-ui/react/styled-system';
import { Text } from '@chakra-ui/react/text';
import { Copy, Download } from 'lucide-react';
import { useRef } from 'react';
import { saveFile } from '../../lib/files/save-file.ts';
import { useMe } from '../../parts/account/me.ts';
import { copyText } from '../../parts/link/copy-link.ts';
import { useFirmName } from '../../parts/settings.ts';
import type { DialogState } from '../../ui/eager/lazy-dialog.tsx';
import { Modal } from '../../ui/overlay/modal.tsx';

function Ways({ codes }: { codes: readonly string[] }) {
  const { email } = useMe();
  const firm = useFirmName();
  const list = codes.join('\n');
  const file = `Recovery codes of ${email} for ${firm}\nEach works once.\n\n${list}\n`;
  const copied = { title: 'Codes Copied', description: 'The recovery codes are on your clipboard.' };
  const failed = { title: 'Error', description: 'Failed to copy the codes. Please download them or write them down.' };
  return (
    <Flex gap="2" wrap="wrap">
      <Button size="sm" variant="outline" onClick={() => copyText(list, copied, failed)}>
        <Copy aria-hidden />
        Copy
      </Button>
      <Button
        size="sm"
        variant="outline"
        onClick={() => saveFile(new Blob([file], { type: 'text/plain' }), 'recovery-codes.txt')}
      >
        <Download aria-hidden />
        Download
      </Button>
    </Flex>
  );
}

/** Shows new recovery codes, only once. Closes only when the user confirms that they saved them. */
export default function RecoveryCodesDialog({ codes, open, onClose }: DialogState & { codes: readonly string[] }) {
  const list = useRef<HTMLUListElement>(null);
  return (
    <Modal title="Your Recovery Codes" open={open} onClose={onClose} stays initialFocus={() => list.current}>
      <DialogBody display="grid" gap="4">
        <Text color="fg.muted">
          If you lose your passkey or app, each code works once with your password. You won’t see them again: keep them
          somewhere you can reach without this device.
        </Text>
        <chakra.ul
          ref={list}
          tabIndex={-1}
          aria-label="Recovery codes"
          display="grid"
          gridTemplateColumns={{ base: '1fr', sm: '1fr 1fr' }}
          gap="2"
          p="4"
          bg="bg.muted"
          borderRadius="l2"
          fontFamily="mono"
          outline="none"
        >
          {codes.map((code) => (
            <li key={code} translate="no">
              {code}
            </li>
          ))}
        </chakra.ul>
        <Ways codes={codes} />
      </DialogBody>
      <DialogFooter>
        <Button onClick={onClose}>I Have Saved Them</Button>
      </DialogFooter>
    </Modal>
  );
}
