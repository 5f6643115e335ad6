import { chakra, type HTMLChakraProps } from '@chakra-ui/react/styled-system';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ShownFirm } from '#shared/contract/firm.ts';
import { lazyDialog } from '../../ui/eager/lazy-dialog.tsx';
import { firmQuery } from '../firm.ts';

const AboutDialog = lazyDialog(async () => ({ default: (await import('./firm-dialogs.tsx')).AboutDialog }));
const ComplaintsDialog = lazyDialog(async () => ({ default: (await import('./firm-dialogs.tsx')).ComplaintsDialog }));

const List = chakra('ul', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    columnGap: { base: '5', md: '2' },
    listStyleType: 'none',
    color: 'fg.muted',
    '& > li:not(:last-child)::after': { content: { md: '"\u00A0·"' }, marginInlineStart: '1' },
  },
});

const Item = chakra('button', {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    minH: '11',
    maxW: 'full',
    textAlign: 'start',
    textDecoration: 'underline',
    textUnderlineOffset: '3px',
    overflowWrap: 'anywhere',
    cursor: 'pointer',
  },
});

const Address = ({ url, children }: { url: string; children: string }) => (
  <li>
    <Item asChild>
      <a href={url} target="_blank" rel="noopener noreferrer">
        {children}
      </a>
    </Item>
  </li>
);

interface Props extends HTMLChakraProps<'footer'> {
  firm: Pick<ShownFirm, 'name' | 'legal'>;
  /** Name of the adviser, if the client can write to them on this page. */
  adviser?: string;
}

const COMPLAIN = 'How to complain';

/** Legal lines of the firm, behind links. Renders nothing if the firm has none. */
export function FirmFoot({ firm, adviser, ...box }: Props) {
  const [opened, setOpened] = useState<'about' | 'complaints'>();
  const { privacyUrl, complaints, ...lines } = firm.legal;
  const hasLines = Object.values(lines).some((line) => line !== null);
  if (!hasLines && !privacyUrl && !complaints) return null;
  const stateOf = (name: typeof opened) => ({ open: opened === name, onClose: () => setOpened(undefined) });
  return (
    <chakra.footer {...box}>
      <List>
        {hasLines && (
          <li>
            <Item type="button" onClick={() => setOpened('about')}>
              {`About ${firm.name}`}
            </Item>
          </li>
        )}
        {privacyUrl && <Address url={privacyUrl}>Privacy notice</Address>}
        {complaints && 'url' in complaints && <Address url={complaints.url}>{COMPLAIN}</Address>}
        {complaints && 'here' in complaints && (
          <li>
            <Item type="button" onClick={() => setOpened('complaints')}>
              {COMPLAIN}
            </Item>
          </li>
        )}
      </List>
      <AboutDialog {...stateOf('about')} firm={firm} />
      <ComplaintsDialog {...stateOf('complaints')} contact={lines.dataContact} adviser={adviser} />
    </chakra.footer>
  );
}

/** Foot of a page without a portal. Renders nothing until the firm is known. */
export default function PublicFoot() {
  const { data } = useQuery(firmQuery);
  return data ? (
    <FirmFoot firm={data} display="grid" justifyContent={{ md: 'center' }} px="min({spacing.4}, 4vw)" py="4" />
  ) : null;
}
