import { Text } from '@chakra-ui/react/text';
import type { ClipboardEvent } from 'react';
import { canonicalAddress, foreignDomain } from '#shared/rules/people.ts';
import { TextField } from './fields.tsx';
import { useForm } from './form.tsx';

/** Pastes the address alone. Chrome would turn a hyphen from Word into another domain before we could read it. */
function pasteAddress(event: ClipboardEvent) {
  const pasted = event.clipboardData.getData('text');
  const address = canonicalAddress(pasted);
  if (address === pasted || !address.includes('@')) return;
  // Unlike a new value, it can be undone and is seen by the form.
  if (document.execCommand('insertText', false, address)) event.preventDefault();
}

interface Props {
  defaultValue?: string;
  autoComplete?: string;
}

/** A form's field for an email address, with a domain beyond ASCII shown as mail servers see it. */
export function EmailField(props: Props) {
  const domain = foreignDomain(String(useForm().values.email ?? ''));
  return (
    <div>
      <TextField name="email" label="Email" type="email" onPaste={pasteAddress} required {...props} />
      <Text role="status" textStyle="xs" overflowWrap="anywhere" mt={domain && '1.5'}>
        {domain && `Emails will go to ${domain}. Check that this is the right domain.`}
      </Text>
    </div>
  );
}
