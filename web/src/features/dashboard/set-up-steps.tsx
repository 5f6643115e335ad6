import { Flex } from '@chakra-ui/react/flex';
import { chakra } from '@chakra-ui/react/styled-system';
import { Text } from '@chakra-ui/react/text';
import { useQuery } from '@tanstack/react-query';
import { Circle, CircleCheck } from 'lucide-react';
import { useEffect } from 'react';
import { Link } from 'react-router';
import type { Account } from '#shared/contract/account.ts';
import type { FirmSettings } from '#shared/contract/firm.ts';
import { UNNAMED_FIRM } from '#shared/rules/firm.ts';
import { INVITE, paths, RECOMMENDATIONS } from '../../lib/navigation/paths.ts';
import { accountQuery } from '../../parts/account/account.ts';
import { advisersQuery } from '../../parts/account/advisers.ts';
import { AddClientDialog } from '../../parts/client/add-client.tsx';
import { statsQuery } from '../../parts/client/clients.ts';
import { recommendations } from '../../parts/recommendations.ts';
import { settingsQuery } from '../../parts/settings.ts';
import type { DialogState } from '../../ui/eager/lazy-dialog.tsx';
import { RowDialogButton } from '../../ui/overlay/dialog-host.tsx';
import { SetUpSkeleton, StepList } from './set-up-skeleton.tsx';

const isReachable = ({ firm: { name, phone, hours } }: FirmSettings) =>
  name !== UNNAMED_FIRM && phone !== null && hours !== null;
const isLegal = ({ legal: { statusLine, privacyUrl, complaints } }: FirmSettings) =>
  ![statusLine, privacyUrl, complaints].includes(null);
const isRecommended = (settings: FirmSettings) => recommendations(settings).every(({ isApplied }) => isApplied);
const hasFactor = ({ totp, passkeys }: Account) => totp || passkeys.length > 0;

const LINK = { color: 'brand.fg', fontWeight: 'medium', borderRadius: 'l1', _hover: { textDecoration: 'underline' } };
const StepLink = chakra(Link, { base: { ...LINK, py: '1.5', minW: '0', overflowWrap: 'anywhere' } });

const addClient = (state: DialogState) => <AddClientDialog {...state} />;

interface StepProps {
  /** Place of the step, or the dialog that does it here. */
  to?: string;
  dialog?: typeof addClient;
  label: string;
  isDone: boolean | undefined;
}

function Step({ to = '', dialog, label, isDone }: StepProps) {
  const Icon = isDone ? CircleCheck : Circle;
  return (
    <Flex as="li" align="center" gap="2.5" textStyle="sm">
      <Flex color={isDone ? 'green.fg' : 'fg.muted'} flexShrink="0">
        <Icon size={18} aria-hidden />
      </Flex>
      {dialog ? (
        <RowDialogButton variant="plain" size="sm" px="0" flexShrink="1" textAlign="start" {...LINK} dialog={dialog}>
          {label}
        </RowDialogButton>
      ) : (
        <StepLink to={to}>{label}</StepLink>
      )}
      {isDone && (
        <Text as="span" color="green.fg">
          Done
        </Text>
      )}
    </Flex>
  );
}

/** Steps with a tick at each that the firm's data shows to be done. */
export default function SetUpSteps({ onDone }: { onDone: () => void }) {
  const settings = useQuery(settingsQuery);
  const factor = useQuery({ ...accountQuery, select: hasFactor });
  const colleague = useQuery({ ...advisersQuery, select: ({ length }) => length > 1 });
  const client = useQuery({ ...statsQuery, select: ({ totalClients }) => totalClients > 0 });
  const steps = [
    {
      to: `${paths.settings}#firm`,
      label: 'Add your firm’s name, phone and hours',
      isDone: settings.data && isReachable(settings.data),
    },
    {
      to: `${paths.settings}#legal`,
      label: 'Add your legal lines',
      isDone: settings.data && isLegal(settings.data),
    },
    { to: `${paths.account}#second-factor`, label: 'Set up your second factor', isDone: factor.data },
    {
      to: `${paths.settings}${RECOMMENDATIONS}`,
      label: 'Review the recommendations',
      isDone: settings.data && isRecommended(settings.data),
    },
    { to: `${paths.admin}${INVITE}`, label: 'Invite a colleague', isDone: colleague.data },
    { dialog: addClient, label: 'Add your first client', isDone: client.data },
  ];
  const isAllDone = steps.every(({ isDone }) => isDone);
  useEffect(() => {
    if (isAllDone) onDone();
  });
  if (isAllDone || [settings, factor, colleague, client].some(({ isPending }) => isPending)) return <SetUpSkeleton />;
  return (
    <StepList>
      {steps.map((step) => (
        <Step key={step.label} {...step} />
      ))}
    </StepList>
  );
}
