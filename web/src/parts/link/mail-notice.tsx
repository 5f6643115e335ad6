import { Flex, type FlexProps } from '@chakra-ui/react/flex';
import { MailWarning } from 'lucide-react';
import { type MailProblem, undelivered } from '#shared/rules/clients.ts';

interface Props extends FlexProps {
  problem: MailProblem | null;
}

/** Warns that mail to the client is stopped; its children say what to do. Renders nothing without a problem. */
export const MailNotice = ({ problem, children, ...props }: Props) =>
  problem && (
    <Flex gap="2" textStyle="sm" {...props}>
      <MailWarning size={16} style={{ marginTop: 2 }} aria-hidden />
      <p>
        <strong>{`${undelivered(problem)}.`}</strong> <span>{children}</span>
      </p>
    </Flex>
  );
