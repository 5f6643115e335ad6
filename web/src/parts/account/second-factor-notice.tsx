import { CloseButton } from '@chakra-ui/react/button';
import { Flex, type FlexProps } from '@chakra-ui/react/flex';
import { chakra } from '@chakra-ui/react/styled-system';
import { Text } from '@chakra-ui/react/text';
import { useQuery } from '@tanstack/react-query';
import { ShieldCheck } from 'lucide-react';
import { useEffect } from 'react';
import { Link } from 'react-router';
import type { Account } from '#shared/contract/account.ts';
import { sayDay } from '#shared/rules/say-date.ts';
import { paths } from '../../lib/navigation/paths.ts';
import { queryClient } from '../../lib/query/query.ts';
import { readKept } from '../../lib/storage/storage.ts';
import { settingsQuery } from '../settings.ts';
import { useStoredChoice } from '../stored-choice.ts';
import { accountQuery } from './account.ts';

const KEY = 'second-factor-notice';
const DISMISSED = 'dismissed';
const SHOWN = 'shown';
const InlineLink = chakra(Link, { base: { textDecoration: 'underline', fontWeight: 'medium' } });

const RECOMMENDATION = 'Your account has no second factor yet.';

const sentenceOf = ({ closesAt }: Account['policy']) =>
  closesAt
    ? `Your firm requires a second factor from ${sayDay(closesAt)}. After that, you must set one up to continue.`
    : RECOMMENDATION;

/** Returns the notice if a second factor is missing, `null` if there is none, and `undefined` while loading. */
function useNotice(isDismissed: boolean) {
  const policy = useQuery({ ...settingsQuery, select: ({ staff }) => staff.secondFactor }).data;
  const isWanted = policy === 'required' || (policy === 'encouraged' && !isDismissed);
  const { data: account } = useQuery({ ...accountQuery, enabled: isWanted });
  if (!policy || (isWanted && !account)) return undefined;
  if (!isWanted || !account || account.totp || account.passkeys.length > 0) return null;
  return { sentence: sentenceOf(account.policy), isRecommended: policy === 'encouraged' };
}

function NoticeBox({ sentence, children, ...place }: FlexProps & { sentence: string }) {
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

export function SecondFactorNotice() {
  const notice = useNotice(false);
  return notice && <NoticeBox sentence={notice.sentence} mb="5" />;
}

/** Starts the bar's reads. If the last visit had a notice, the account is read in parallel with the settings. */
export const loadSecondFactorBar = () =>
  Promise.all([
    queryClient.prefetchQuery(settingsQuery),
    readKept(KEY) === SHOWN && queryClient.prefetchQuery(accountQuery),
  ]);

/**
 * Bar beside a page's title, or below it if both do not fit. Its space is reserved while loading, unless the last visit
 * had no notice. A recommendation can be dismissed for this browser, and is left out if the page itself recommends it.
 */
export function SecondFactorBar({ isRecommendedBelow }: { isRecommendedBelow: boolean }) {
  const [stored, store] = useStoredChoice(KEY);
  const notice = useNotice(isRecommendedBelow || stored === DISMISSED);
  const next = notice ? SHOWN : 'hidden';
  // A hidden notice reserves the right height at any width and text size.
  const isReserved = !isRecommendedBelow && notice === undefined && (stored ?? SHOWN) === SHOWN;
  const drawn = isReserved ? { sentence: RECOMMENDATION, isRecommended: true } : notice;
  useEffect(() => {
    if (!isRecommendedBelow && notice !== undefined && stored !== DISMISSED && stored !== next) store(next);
  });
  return (
    drawn && (
      <NoticeBox
        sentence={drawn.sentence}
        maxW={{ sm: 'lg' }}
        py={{ base: '2', sm: '1' }}
        visibility={isReserved ? 'hidden' : undefined}
      >
        {drawn.isRecommended && (
          <CloseButton
            size="xs"
            color="inherit"
            aria-label="Dismiss this recommendation"
            onClick={() => store(DISMISSED)}
          />
        )}
      </NoticeBox>
    )
  );
}
