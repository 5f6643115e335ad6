import { Box } from '@chakra-ui/react/box';
import { CircleAlert, CircleCheck, CircleDashed, CircleDot, CircleSlash, Clock, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ClientRequest } from '#shared/contract/requests.ts';
import { countOf } from '#shared/rules/counted-words.ts';
import { sayLongDay } from '#shared/rules/say-date.ts';
import { formatDateTime } from '../../../lib/text/format.ts';
import { Words } from '../../../ui/text/words.tsx';
import { useAccess } from '../access.ts';
import { filesSinceAsked, isOpenRequest } from './requests.ts';

/** Returns what was asked for again. Sending back begins an attempt without files; asking for more does not. */
export const askedAgain = ({ files, round }: ClientRequest) =>
  files === 0 && round > 1 ? 'Please send this again' : 'We need a little more';

type Look = readonly [icon: LucideIcon, color: string, words: ReactNode];

function lookOf(request: ClientRequest, added: number, adviser: string): Look {
  switch (request.state) {
    case 'submitted':
      return [
        Clock,
        'brand.fg',
        <>
          <Words>{adviser}</Words>{' '}
          <span>{request.sign ? 'knows and will tell you here what to do.' : 'is looking at it'}</span>
        </>,
      ];
    case 'approved':
      return [
        CircleCheck,
        'green.fg',
        request.sign?.signedAt ? `Signed ${formatDateTime(request.sign.signedAt, sayLongDay)}` : 'Accepted, thank you',
      ];
    case 'waived':
      return [CircleSlash, 'fg.muted', 'No longer needed'];
    case 'open':
      if (request.sign) return [CircleDashed, 'fg.muted', 'To sign'];
      if (request.facts && request.reason === null) return [CircleDashed, 'fg.muted', 'Please answer these'];
      if (request.facts) return [CircleAlert, 'orange.fg', 'Opened again'];
      if (added > 0) return [CircleDot, 'brand.fg', `${countOf(added, 'file')} sent. Is that everything?`];
      return request.reason === null
        ? [CircleDashed, 'fg.muted', 'Please send this']
        : [CircleAlert, 'orange.fg', askedAgain(request)];
  }
}

/** State of a request in words, with an icon. */
export function RequestStateLine({ request }: { request: ClientRequest }) {
  const { documents, adviser } = useAccess().portal;
  const added = filesSinceAsked(request, documents);
  const [Icon, color, words] = lookOf(request, added, adviser.name);
  return (
    // A new text gets a new element, as React cannot change text beside an icon on translated pages.
    <Box
      as="span"
      key={`${request.state} ${added}`}
      display="inline-flex"
      alignItems="center"
      gap="2"
      // On a phone the due date gets a line of its own, as its badge would not fit beside both.
      flexBasis={{ base: 'full', md: 'auto' }}
      me={{ md: '2' }}
      color={isOpenRequest(request) && request.reason !== null ? 'fg' : undefined}
    >
      <Box as={Icon} boxSize="5" flexShrink="0" color={color} aria-hidden />
      <span>{words}</span>
    </Box>
  );
}
