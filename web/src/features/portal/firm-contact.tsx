import { Button } from '@chakra-ui/react/button';
import { Flex, type FlexProps } from '@chakra-ui/react/flex';
import { Text } from '@chakra-ui/react/text';
import { useQuery } from '@tanstack/react-query';
import { Clock, Phone } from 'lucide-react';
import type { Portal } from '#shared/contract/portal.ts';
import { phoneLink } from '../../lib/text/contact-links.ts';
import { firmQuery } from '../../parts/firm.ts';
import { Words } from '../../ui/text/words.tsx';

interface Props {
  firm: Pick<Portal['firm'], 'name' | 'phone' | 'hours'>;
  align?: FlexProps['align'];
}

/** Phone link and opening hours of the firm. Renders nothing if neither is set. */
export function FirmContact({ firm: { name, phone, hours }, align = 'start' }: Props) {
  if (!phone && !hours) return null;
  const href = phoneLink(phone);
  return (
    <Flex direction="column" gap="2" mt="4" pt="4" borderTopWidth="1px" align={align}>
      {phone && (
        <Button asChild variant={href ? 'outline' : 'plain'} size="lg">
          <a href={href} aria-label={href && `Phone ${name}: ${phone}`}>
            <Phone aria-hidden />
            <Text as="span" fontVariantNumeric="tabular-nums" overflowWrap="anywhere">
              {phone}
            </Text>
          </a>
        </Button>
      )}
      {hours && (
        <Flex gap="2" color="fg.muted">
          <Flex flexShrink="0" height="1lh" align="center">
            <Clock size={15} aria-hidden />
          </Flex>
          <Words>{hours}</Words>
        </Flex>
      )}
    </Flex>
  );
}

/** Phone and hours on a page without a portal; nothing until they are known. */
export function FirmPhone() {
  const { data } = useQuery(firmQuery);
  return data ? <FirmContact firm={data} align="center" /> : null;
}
