import { Box } from '@chakra-ui/react/box';
import { Flex } from '@chakra-ui/react/flex';
import { chakra } from '@chakra-ui/react/styled-system';
import { Ban, Mail, Pencil, Phone } from 'lucide-react';
import { CompletedBadge } from '../../../parts/client/status-badge.tsx';
import { MailNotice } from '../../../parts/link/mail-notice.tsx';
import { Badge } from '../../../ui/feedback/badge.tsx';
import { Avatar } from '../../../ui/text/avatar.tsx';
import { Words } from '../../../ui/text/words.tsx';
import { useClient } from '../client-context.ts';
import { EditButton } from './edit-button.tsx';
import { Stuck } from './stuck.tsx';

const ContactLink = chakra('a', {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '1.5',
    overflowWrap: 'anywhere',
    _hover: { textDecoration: 'underline' },
  },
});

function Contact() {
  const { email, phone } = useClient().client;
  return (
    <Flex align="center" columnGap="4" rowGap="1" wrap="wrap" textStyle="sm" color="fg.muted">
      <ContactLink href={`mailto:${email}`}>
        <Mail size={15} aria-hidden />
        {email}
      </ContactLink>
      {phone && (
        <ContactLink href={`tel:${phone.replace(/[^\d+]/g, '')}`}>
          <Phone size={15} aria-hidden />
          {phone}
        </ContactLink>
      )}
      <EditButton what="contact" aria-label="Edit contact" title="Edit contact" size="2xs" px="0">
        <Pencil />
      </EditButton>
    </Flex>
  );
}

/** Who the client is: initials, name and contact, each of which can be changed. */
export function Identity() {
  const { name, completed, mailProblem, portalSuspended, stuckSince } = useClient().client;
  return (
    <Flex gap="4" align="center" minW="0">
      <Avatar name={name} size="14" />
      <Box minW="0" tabIndex={-1}>
        <Flex align="center" columnGap="2" wrap="wrap">
          <Box minW="0" textStyle={{ base: '2xl', md: '3xl' }}>
            <Words as="h1" display="inline" textWrap="wrap">
              {name}
            </Words>
            <EditButton what="name" aria-label="Edit name" title="Edit name" size="2xs" px="0" ms="1.5">
              <Pencil />
            </EditButton>
          </Box>
          {completed && <CompletedBadge />}
          {portalSuspended && (
            <Badge tone="orange" icon={Ban}>
              Portal Suspended
            </Badge>
          )}
        </Flex>
        {stuckSince && <Stuck since={stuckSince} />}
        <Contact />
        <MailNotice problem={mailProblem} mt="1">
          Ask the client for another one and save it here.
        </MailNotice>
      </Box>
    </Flex>
  );
}
