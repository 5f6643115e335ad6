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
  // Unlike setting the value, this can be undone and fires `input`.
  if (document.execCommand('insertText', false, address)) event.preventDefault();
}

interface Props {
  defaultValue?: string;
  autoComplete?: string;
}

/** Email address field. Shows an international domain in the form that mail servers use. */
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
