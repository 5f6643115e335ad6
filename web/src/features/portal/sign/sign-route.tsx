import { Box } from '@chakra-ui/react/box';
import { Flex } from '@chakra-ui/react/flex';
import { Text } from '@chakra-ui/react/text';
import { CircleCheck } from 'lucide-react';
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { Navigate, useParams } from 'react-router';
import type { ClientRequest } from '#shared/contract/requests.ts';
import { REQUEST_TEXTS } from '#shared/rules/request-texts.ts';
import { sayLongDay } from '#shared/rules/say-date.ts';
import { formatDateTime } from '../../../lib/text/format.ts';
import { Words } from '../../../ui/text/words.tsx';
import { useAccess } from '../access.ts';
import { FieldError } from '../field-error.tsx';
import OpenDocument from '../open-document.tsx';
import { OwnPage, PageTitle, UpLink } from '../subpage.tsx';
import { useDropSettled } from './draft.ts';
import { useSignPaths } from './paths.ts';
import { PORTAL } from './queries.ts';
import { SignForm } from './sign-form.tsx';
import { SignedCopy } from './signed-copy.tsx';

/** End of signing, which takes the focus if the form before it is gone. */
function End({ takesFocus, children }: { takesFocus: boolean; children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (takesFocus) box.current?.focus();
  }, [takesFocus]);
  return (
    <Box ref={box} tabIndex={-1} role="status" outline="none" mt="4">
      {children}
    </Box>
  );
}

type ToSign = ClientRequest & { sign: NonNullable<ClientRequest['sign']> };
const isToSign = (request: ClientRequest): request is ToSign => request.sign !== null;

const READ_IT = 'read-it';
const READ_ERROR = 'read-error';

/** Reading, then the form. */
function Signing({ request, token }: { request: ToSign; token: string }) {
  const { documents } = useAccess().portal;
  const { id, sign } = request;
  const file = documents.find((one) => one.id === sign.documentId);
  const [read, setRead] = useState(sign.sha256);
  const [error, setError] = useState<string>();
  const isRead = sign.seenAt !== null;
  const opened = () => {
    setRead(sign.sha256);
    setError(undefined);
  };
  return (
    <>
      <Flex gap="2" wrap="wrap" mt="4">
        {file && (
          <OpenDocument
            document={file}
            token={token}
            label="Read It"
            touched={[PORTAL]}
            onOpened={opened}
            variant={isRead ? 'outline' : 'solid'}
            id={READ_IT}
            aria-describedby={error && READ_ERROR}
          />
        )}
      </Flex>
      <FieldError id={READ_ERROR}>{error}</FieldError>
      {isRead ? (
        <SignForm requestId={id} token={token} sha256={read} readId={READ_IT} onUnread={setError} />
      ) : (
        <Text color="fg.muted" mt="2">
          {REQUEST_TEXTS.notRead}
        </Text>
      )}
    </>
  );
}

/** Says that the request takes no signature any more. */
function Over({ request }: { request: ToSign | undefined }) {
  const { name } = useAccess().portal.adviser;
  return (
    <Text>
      <Words>{name}</Words>{' '}
      <span>
        {request?.state === 'submitted'
          ? 'knows and will tell you here what to do.'
          : 'has already dealt with this. Your page shows it now.'}
      </span>
    </Text>
  );
}

function Settled({ request }: { request: ToSign | undefined }) {
  if (!request?.sign.signedAt) return <Over request={request} />;
  const signed = `Signed ${formatDateTime(request.sign.signedAt, sayLongDay)}.`;
  return (
    <Flex gap="2">
      <Box as={CircleCheck} boxSize="5" flexShrink="0" mt="0.5" color="green.fg" aria-hidden />
      <Box minW="0">
        <SignedCopy sign={request.sign} before={<span>{signed}</span>} />
      </Box>
    </Flex>
  );
}

/** Page on which the client signs a document. */
export default function SignRoute() {
  const { token, portal } = useAccess();
  const id = useParams()['*']?.split('/')[1] ?? '';
  const { card } = useSignPaths(id);
  const request = portal.requests.filter(isToSign).find((one) => one.id === id);
  // An open request is left out once the journey is completed.
  const [first] = useState(request);
  const title = (request ?? first)?.title ?? 'Document to Sign';
  useDropSettled(request ?? { id, state: 'waived' });
  const isOpen = request?.state === 'open';
  if (!token || (isOpen && request.sign.person !== portal.me?.number)) return <Navigate to={card} replace />;
  return (
    <OwnPage title={title}>
      <UpLink to={card}>Your Page</UpLink>
      <PageTitle>
        <Words>{title}</Words>
      </PageTitle>
      {isOpen ? (
        <Signing key={id} request={request} token={token} />
      ) : (
        <End takesFocus={first?.state === 'open'}>
          <Settled request={request} />
        </End>
      )}
    </OwnPage>
  );
}
