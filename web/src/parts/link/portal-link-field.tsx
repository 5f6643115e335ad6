import { useEffect, useRef } from 'react';
import { portalLink } from '../../lib/navigation/paths.ts';
import { Input } from '../../ui/eager/controls.tsx';

const HIDDEN = '••••••••';

/** Read-only portal link, with dots instead of the token until it is fetched. */
export function PortalLinkField({ link }: { link: string | undefined }) {
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
      aria-label="Portal link"
      color={link ? 'fg' : 'fg.muted'}
      value={link ?? portalLink(HIDDEN)}
      onFocus={(event) => event.target.select()}
    />
  );
}
