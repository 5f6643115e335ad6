import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { Flex } from '@chakra-ui/react/flex';
import { Text } from '@chakra-ui/react/text';
import { useId } from 'react';
import type { ClientRequest } from '#shared/contract/requests.ts';
import { REQUEST_TEXTS } from '#shared/rules/request-texts.ts';
import { Words } from '../../../ui/text/words.tsx';
import { useAccess } from '../access.ts';
import { ANCHORS } from '../anchors.tsx';
import { QUIET } from '../documents/upload-choice.tsx';
import OpenDocument from '../open-document.tsx';
import { useOtherPerson } from '../other-person.ts';
import { isOpenRequest } from '../requests/requests.ts';
import { LinkButton } from '../subpage.tsx';
import { AskForHelp } from '../tasks/ask-for-help.tsx';
import { useDropSettled } from './draft.ts';
import { useSignPaths } from './paths.ts';
import { PORTAL } from './queries.ts';
import { SignedCopy } from './signed-copy.tsx';

interface Props {
  request: ClientRequest;
  titleId: string;
  toTitle: () => void;
}

type ToSign = NonNullable<ClientRequest['sign']>;

/** Link to the page to sign. Back leads to the card. */
function SignLink({ id, isRead, about, why }: { id: string; isRead: boolean; about: string; why: string }) {
  const { page } = useSignPaths(id);
  if (!isRead)
    return (
      <Button size="lg" variant="outline" disabled aria-describedby={why}>
        Sign
      </Button>
    );
  const keepPlace = () => window.history.replaceState(window.history.state, '', `#${ANCHORS.request(id)}`);
  return (
    <LinkButton to={page} aria-describedby={about} onClick={keepPlace}>
      Sign
    </LinkButton>
  );
}

/** Buttons to read and sign. Only reading is for everybody. */
function Buttons({ request, sign, titleId, toTitle }: Props & { sign: ToSign }) {
  const id = useId();
  const { token, portal } = useAccess();
  const { me, documents } = portal;
  const document = documents.find((one) => one.id === sign.documentId);
  const isOwn = me?.number === sign.person;
  const isRead = sign.seenAt !== null;
  if (!token) return null;
  return (
    <>
      <Flex gap="2" wrap="wrap" mt="3">
        {document && (
          <OpenDocument
            document={document}
            token={token}
            label="Read It"
            touched={[PORTAL]}
            variant={isOwn && !isRead ? 'solid' : 'outline'}
            aria-describedby={titleId}
          />
        )}
        {isOwn && <SignLink id={request.id} isRead={isRead} about={titleId} why={id} />}
      </Flex>
      {isOwn && !isRead && (
        <Text id={id} color="fg.muted" mt="2">
          {REQUEST_TEXTS.notRead}
        </Text>
      )}
      {isOwn && (
        <Flex wrap="wrap" rowGap="2" mt="1" ms="-2">
          <AskForHelp subject={request} about={titleId} onDone={toTitle} inRow look={QUIET} />
        </Flex>
      )}
    </>
  );
}

/** Card of a document to sign: its signer, the way to read and sign it, and the signed copy. */
export default function SignCard({ request, sign, ...rest }: Props & { sign: ToSign }) {
  useDropSettled(request);
  const other = useOtherPerson()({ number: sign.person, name: 'somebody else' });
  return (
    <Box mt="3">
      {isOpenRequest(request) && (
        <>
          {other && (
            <Text>
              For <Words>{other}</Words> <span>to sign</span>
            </Text>
          )}
          <Buttons request={request} sign={sign} {...rest} />
        </>
      )}
      {sign.signedAt && <SignedCopy sign={sign} />}
    </Box>
  );
}
