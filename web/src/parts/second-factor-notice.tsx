import { CloseButton } from '@chakra-ui/react/button';
import { Flex, type FlexProps } from '@chakra-ui/react/flex';
import { chakra } from '@chakra-ui/react/styled-system';
import { Text } from '@chakra-ui/react/text';
import { useQuery } from '@tanstack/react-query';
import { ShieldCheck } from 'lucide-react';
import { Link } from 'react-router';
import type { Account } from '#shared/contract/account.ts';
import { formatDate } from '../lib/format.ts';
import { useKept } from '../lib/kept.ts';
import { paths } from '../lib/paths.ts';
import { useRoom } from '../lib/use-room.ts';
import { accountQuery } from './account.ts';
import { settingsQuery } from './settings.ts';

const KEY = 'second-factor-notice';
/** What the bar covers of the window. */
const ROOM = { bottom: '5rem', belowToasts: '3.5rem' };
const InlineLink = chakra(Link, { base: { textDecoration: 'underline', fontWeight: 'medium' } });

/** What is said: short, as it stands at the edge of the window on a phone. */
const sentenceOf = ({ closesAt }: Account['policy']) =>
  closesAt
    ? `Your firm asks for a second factor from ${formatDate(closesAt)}. Until it is set up, nothing else opens from then on.`
    : 'Your account has no second factor yet.';

/** Whether one should, or has to, set up a second factor, where there is none. */
function useNotice(isDismissed: boolean) {
  const policy = useQuery({ ...settingsQuery, select: ({ staff }) => staff.secondFactor }).data;
  const isWanted = policy === 'required' || (policy === 'encouraged' && !isDismissed);
  const { data: account } = useQuery({ ...accountQuery, enabled: isWanted });
  if (!isWanted || !account || account.totp || account.passkeys.length > 0) return undefined;
  return { sentence: sentenceOf(account.policy), isRecommended: policy === 'encouraged' };
}

function Notice({ sentence, children, ...place }: FlexProps & { sentence: string }) {
  return (
    <Flex
      bg="brand.subtle"
      color="brand.fg"
      borderRadius="l2"
      ps="4"
      pe="2"
      py="2"
      gap="3"
      align="center"
      textStyle="sm"
      {...place}
    >
      <ShieldCheck size={18} aria-hidden style={{ flexShrink: 0 }} />
      <Flex flex="1" columnGap="1.5" wrap="wrap">
        <Text>{sentence}</Text>
        <InlineLink to={`${paths.account}#second-factor`}>Set one up</InlineLink>
      </Flex>
      {children}
    </Flex>
  );
}

/** Says at the head of a page that one should, or has to, set up a second factor, where there is none. */
export function SecondFactorNotice() {
  const notice = useNotice(false);
  return notice && <Notice sentence={notice.sentence} mb="5" />;
}

/**
 * The same at the lower edge of the window, as the last part of a page: it moves nothing when it comes. What is only recommended
 * can be dismissed for this browser.
 */
export function SecondFactorBar() {
  const [kept, keep] = useKept(KEY);
  const notice = useNotice(kept !== null);
  useRoom(notice ? ROOM : {});
  return (
    notice && (
      <Notice sentence={notice.sentence} mt="6" position="sticky" bottom="4" zIndex="docked" boxShadow="md">
        {notice.isRecommended && (
          <CloseButton
            size="xs"
            color="inherit"
            aria-label="Dismiss this recommendation"
            onClick={() => keep('dismissed')}
          />
        )}
      </Notice>
    )
  );
}
