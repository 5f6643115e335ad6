import { Text } from '@chakra-ui/react/text';
import { RotateCw } from 'lucide-react';
import { ActionButton } from '../../../ui/feedback/action-button.tsx';
import type { MailedCode } from './mailed-code.ts';

export const BUTTON_STYLE = {
  variant: 'ghost',
  size: 'lg',
  justifyContent: 'start',
  px: '2',
  ms: '-2',
  textAlign: 'start',
} as const;

/** Button that emails another code, half a minute after the last one. */
export function SendAgain({ mailed, onSend }: { mailed: MailedCode; onSend: () => Promise<unknown> }) {
  const isOff = !mailed.isDue || mailed.state === 'sending';
  return (
    <>
      <ActionButton {...BUTTON_STYLE} disabled={isOff} onAction={onSend} busyLabel="Sending...">
        <RotateCw aria-hidden />
        Send It Again
      </ActionButton>
      <Text role="status" color="fg.muted" mb="1">
        {isOff
          ? 'It can take a minute to arrive. You can ask for another in half a minute.'
          : 'If nothing has arrived, look in your spam folder, or ask for another code.'}
      </Text>
    </>
  );
}
