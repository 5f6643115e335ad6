import { Button } from '@chakra-ui/react/button';
import { Flex } from '@chakra-ui/react/flex';
import { Pencil } from 'lucide-react';
import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { lazyDialog } from '../../../ui/eager/lazy-dialog.tsx';
import { Words } from '../../../ui/text/words.tsx';
import { useClient } from '../client-context.ts';
import { CHARGES } from '../navigation.ts';
import { adviceWords } from './advice-words.ts';

const AdviceDialog = lazyDialog(() => import('./advice-dialog.tsx'));

/** Line with charges and advice, below the notes. */
export default function AdviceLine() {
  const { advice } = useClient().client;
  const { hash } = useLocation();
  const navigate = useNavigate();
  const [isOpen, setOpen] = useState(false);
  const close = () => {
    setOpen(false);
    if (hash === CHARGES) void navigate({ hash: '' }, { replace: true, preventScrollReset: true });
  };
  return (
    <Flex align="start" justify="space-between" gap="2" borderTopWidth="1px" mt="2" pt="1" mb="-1">
      <Words textStyle="sm" color={advice ? 'fg' : 'fg.subtle'}>
        {adviceWords(advice)}
      </Words>
      <Button variant="ghost" size="xs" aria-label="Edit charges and advice" onClick={() => setOpen(true)}>
        <Pencil aria-hidden />
        Edit
      </Button>
      <AdviceDialog open={isOpen || hash === CHARGES} onClose={close} />
    </Flex>
  );
}
