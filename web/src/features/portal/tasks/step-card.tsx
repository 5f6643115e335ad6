import { Flex } from '@chakra-ui/react/flex';
import { chakra } from '@chakra-ui/react/styled-system';
import { Text } from '@chakra-ui/react/text';
import { type ReactNode, useRef } from 'react';
import type { ClientTask } from '#shared/contract/tasks.ts';
import { Sheet } from '../../../ui/layout/sheet.tsx';
import { INSETS } from '../insets.ts';
import { AskForHelp } from './ask-for-help.tsx';

/** Buttons side by side where they fit, below one another on a phone. */
export const WIDE = { flex: { base: '1 1 100%', sm: '0 1 auto' }, py: '2' };

interface Props {
  title: ReactNode;
  text: ReactNode;
  /** What it is about, where that is a task. */
  task: ClientTask | undefined;
  /** What can be done. */
  children: ReactNode;
  /** After all that can be done. */
  more?: ReactNode;
}

/** The sheet that says what comes next, with the way to ask for help, or that the adviser knows already. */
export function StepCard({ title, text, task, children, more }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <Sheet as="section" aria-labelledby="next-step" boxShadow="md" px={INSETS.section} py={{ base: '5', md: '7' }}>
      <chakra.h2
        ref={heading}
        id="next-step"
        tabIndex={-1}
        fontFamily="body"
        textStyle="md"
        letterSpacing="wide"
        color="brand.fg"
        fontWeight="semibold"
        mb="2"
      >
        Your next step
      </chakra.h2>
      <Text
        id="next-step-title"
        fontFamily="heading"
        fontWeight="semibold"
        textStyle={{ base: '2xl', md: '3xl' }}
        lineHeight="shorter"
      >
        {title}
      </Text>
      <Text color="fg.muted" textStyle={{ base: 'md', md: 'lg' }} mt="2" maxW="2xl" whiteSpace="pre-line">
        {text}
      </Text>
      <Flex gap="3" mt="5" wrap="wrap" align="center">
        {children}
        <AskForHelp
          task={task}
          about="next-step-title"
          tells="always"
          onDone={() => heading.current?.focus()}
          look={{ variant: 'outline', size: 'lg', ...WIDE }}
        />
        {more}
      </Flex>
    </Sheet>
  );
}
