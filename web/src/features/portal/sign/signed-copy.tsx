import { Flex } from '@chakra-ui/react/flex';
import { Text } from '@chakra-ui/react/text';
import type { ReactNode } from 'react';
import type { ClientRequest } from '#shared/contract/requests.ts';
import { useAccess } from '../access.ts';
import OpenDocument from '../open-document.tsx';

interface Props {
  sign: NonNullable<ClientRequest['sign']>;
  /** Shown before the line about the copy. */
  before?: ReactNode;
}

/** Says where the signed copy is, and opens it. */
export function SignedCopy({ sign, before }: Props) {
  const { token, portal } = useAccess();
  const copy = portal.documents.find(({ id }) => id === sign.signedDocumentId);
  return (
    <>
      <Text>
        {before} <span>Your copy is with your documents.</span>
      </Text>
      {token && copy && (
        <Flex gap="2" wrap="wrap" mt="3">
          <OpenDocument document={copy} token={token} label="Open My Copy" />
        </Flex>
      )}
    </>
  );
}
