import { Button } from '@chakra-ui/react/button';
import { Flex } from '@chakra-ui/react/flex';
import { Pencil } from 'lucide-react';
import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { Advice } from '#shared/contract/clients.ts';
import { grouped } from '#shared/rules/counted-words.ts';
import { shownDay } from '#shared/rules/london.ts';
import { lazyDialog } from '../../../ui/eager/lazy-dialog.tsx';
import { Words } from '../../../ui/text/words.tsx';
import { useClient } from '../client-context.ts';
import { CHARGES } from '../navigation.ts';

const pounds = (amount: number | null, how: string) => (amount === null ? [] : [`£${grouped(amount)} ${how}`]);

function chargesOf({ initial, ongoing, how, agreedOn }: Advice): string {
  const amounts = [...pounds(initial, 'once'), ...pounds(ongoing, 'a year')];
  const isFree = amounts.length > 0 && !initial && !ongoing;
  const charges = isFree ? 'nothing to pay' : amounts.join(' and ') || how;
  const agreed = agreedOn && `agreed on ${shownDay(agreedOn)}`;
  if (!charges) return agreed ? `Charges ${agreed}` : '';
  return `Charges: ${[charges, agreed].filter(Boolean).join(', ')}`;
}

const givenOf = ({ givenOn, about }: Advice) =>
  givenOn ? `Advice given on ${shownDay(givenOn)}` : about && `Advice about ${about}`;

/** Returns "Charges: £1,500 once and £900 a year, agreed on 3 Dec 2026 · Advice given on 12 Jan 2027". */
const adviceWords = (advice: Advice | null): string =>
  advice ? [chargesOf(advice), givenOf(advice)].filter(Boolean).join(' · ') : 'No charges or advice noted yet.';

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
    <Flex align="start" justify="space-between" gap="2" borderTopWidth="1px" mt="3" pt="2">
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
