import { useEffect, useRef } from 'react';
import { portalLink } from '../../lib/navigation/paths.ts';
import { Input } from '../../ui/eager/controls.tsx';

const HIDDEN = '••••••••';

interface Props {
  link: string | undefined;
  label?: string;
}

/** Read-only portal link, with dots instead of the token until it is fetched. */
export function PortalLinkField({ link, label = 'Portal link' }: Props) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (link) field.current?.select();
  }, [link]);
  return (
    <Input
      ref={field}
      readOnly
      size="sm"
      fontFamily="mono"
      textStyle="xs"
      aria-label={label}
      color={link ? 'fg' : 'fg.muted'}
      value={link ?? portalLink(HIDDEN)}
      onFocus={(event) => event.target.select()}
    />
  );
}
