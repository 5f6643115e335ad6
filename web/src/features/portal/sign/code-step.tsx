import { Box } from '@chakra-ui/react/box';
import { Text } from '@chakra-ui/react/text';
import type { RefObject } from 'react';
import { PORTAL_CODE } from '#shared/rules/lifetimes.ts';
import { CodeField } from '../step-up/code-field.tsx';
import type { MailedCode } from '../step-up/mailed-code.ts';
import { SendAgain } from '../step-up/send-again.tsx';

interface Props {
  mailed: MailedCode;
  field: RefObject<HTMLInputElement | null>;
  code: string;
  onType: (code: string) => void;
  problem: string | undefined;
  onSend: () => Promise<unknown>;
}

/** Field for the code that was emailed, and the way to another one. */
export const CodeStep = ({ mailed, onSend, ...field }: Props) => (
  <Box>
    <Text id="code-sent" role="status" mb="3">
      <span>{`We have emailed you ${mailed.state === 'sent again' ? 'another' : 'a'} code.`}</span>{' '}
      <span>{`It is good for ${PORTAL_CODE.words}.`}</span>
    </Text>
    <CodeField way="code" about="code-sent" {...field} />
    <SendAgain mailed={mailed} onSend={onSend} />
  </Box>
);
