import { CloseButton } from '@chakra-ui/react/button';
import { Flex } from '@chakra-ui/react/flex';
import { chakra } from '@chakra-ui/react/styled-system';
import { Text } from '@chakra-ui/react/text';
import { useQuery } from '@tanstack/react-query';
import { ShieldCheck } from 'lucide-react';
import { Link } from 'react-router';
import type { Account } from '#shared/contract/account.ts';
import { formatDate } from '../lib/format.ts';
import { useKept } from '../lib/kept.ts';
import { paths } from '../lib/paths.ts';
import { accountQuery } from './account.ts';
import { settingsQuery } from './settings.ts';

const KEY = 'second-factor-notice';
const InlineLink = chakra(Link, { base: { textDecoration: 'underline', fontWeight: 'medium' } });

const sentenceOf = ({ closesAt }: Account['policy']) =>
  closesAt
    ? `Your firm asks for a second factor from ${formatDate(closesAt)}. Until it is set up, nothing else opens from then on.`
    : 'A stolen password alone can open your account. A passkey or an authenticator app stops that.';

/**
 * Says that one should, or has to, set up a second factor, where there is none. With `canDismiss` what is only recommended can be
 * dismissed for this browser.
 */
export function SecondFactorNotice({ canDismiss = false }: { canDismiss?: boolean }) {
  const [kept, keep] = useKept(KEY);
  const dismissed = canDismiss && kept !== null;
  const policy = useQuery({ ...settingsQuery, select: ({ staff }) => staff.secondFactor }).data;
  const isWanted = policy === 'required' || (policy === 'encouraged' && !dismissed);
  const { data: account } = useQuery({ ...accountQuery, enabled: isWanted });
  if (!isWanted || !account || account.totp || account.passkeys.length > 0) return null;
  return (
    <Flex
      bg="brand.subtle"
      color="brand.fg"
      borderRadius="l2"
      ps="4"
      pe="2"
      py="2"
      mb="5"
      gap="3"
      align="center"
      textStyle="sm"
    >
      <ShieldCheck size={18} aria-hidden style={{ flexShrink: 0 }} />
      <Text flex="1">
        {sentenceOf(account.policy)} <InlineLink to={`${paths.account}#second-factor`}>Set one up</InlineLink>
      </Text>
      {canDismiss && policy === 'encouraged' && (
        <CloseButton
          size="xs"
          color="inherit"
          aria-label="Dismiss this recommendation"
          onClick={() => keep('dismissed')}
        />
      )}
    </Flex>
  );
}
