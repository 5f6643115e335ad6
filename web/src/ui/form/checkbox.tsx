import { Flex } from '@chakra-ui/react/flex';
import { Text } from '@chakra-ui/react/text';
import { type ReactNode, useId } from 'react';
import { Tick } from './tick.tsx';

/** A tick that is kept where it is used or, by its name, in the form around. */
export type Choice =
  | { checked: boolean; onChange: (checked: boolean) => void }
  | { name: string; defaultChecked: boolean };

type Props = Choice & {
  label: string;
  /** What it means, below. */
  hint: ReactNode;
};

/** The browser's own tick box with what it is for; all of it can be pressed. */
export function Checkbox({ label, hint, ...choice }: Props) {
  const id = useId();
  return (
    <Flex as="label" gap="2.5" cursor="pointer">
      <Tick {...choice} mt="0.5" aria-labelledby={`${id}-label`} aria-describedby={`${id}-hint`} />
      <span>
        <span id={`${id}-label`}>{label}</span>
        <Text as="span" id={`${id}-hint`} display="block" color="fg.muted" textStyle="sm">
          {hint}
        </Text>
      </span>
    </Flex>
  );
}
