import { Flex, type FlexProps } from '@chakra-ui/react/flex';
import { MailWarning } from 'lucide-react';
import { undelivered } from '#shared/clients.ts';
import { useClient } from './client-context.ts';

/** Says that no more mail goes to the client's address and, as its children, what to do; nothing where the address takes mail. */
export function MailNotice({ children, ...props }: FlexProps) {
  const { mailProblem } = useClient().client;
  if (!mailProblem) return null;
  return (
    <Flex gap="2" textStyle="sm" {...props}>
      <MailWarning size={16} style={{ flexShrink: 0, marginTop: 2 }} aria-hidden />
      <p>
        <strong>{undelivered(mailProblem)}.</strong> {children}
      </p>
    </Flex>
  );
}
