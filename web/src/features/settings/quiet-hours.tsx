import { Flex } from '@chakra-ui/react/flex';
import { Text } from '@chakra-ui/react/text';
import { Moon, MoonStar } from 'lucide-react';
import { useForm } from '../../ui/form/form.tsx';

/** Says what the typed times mean for clients. */
export function QuietHours() {
  const { 'mail.quietFrom': from, 'mail.quietTo': to } = useForm().values;
  return (
    <Flex gap="2" textStyle="sm" color="fg.muted" aria-live="polite">
      {from === to ? <Moon size={16} aria-hidden /> : <MoonStar size={16} aria-hidden />}
      <Text>
        {from === to
          ? 'Both times are the same, so there are no quiet hours: emails are sent at any time.'
          : `From ${from} to ${to}, clients get no automatic emails. Those emails are sent at ${to}.`}
      </Text>
    </Flex>
  );
}
