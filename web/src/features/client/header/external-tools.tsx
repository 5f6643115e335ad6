import { Button } from '@chakra-ui/react/button';
import { Flex } from '@chakra-ui/react/flex';
import { ExternalLink, Link2 } from 'lucide-react';
import { useLazy } from '../../../lib/lazy/use-lazy.ts';
import { notify } from '../../../lib/screen/notify.ts';
import { useTooltip } from '../../../ui/overlay/use-tooltip.ts';
import { useClient } from '../client-context.ts';
import { EditButton } from './edit-button.tsx';
import { EXTERNAL_TOOLS } from './external-tool-list.ts';

const loadTooltip = () => import('../../../ui/overlay/tooltip.tsx');

const LOOK = { size: 'xs', variant: 'outline', colorPalette: 'gray' } as const;

const ToolLink = ({ name, href }: { name: string; href: string }) => (
  <Button asChild {...LOOK} bg="bg.surface">
    <a href={href} target="_blank" rel="noopener noreferrer">
      {name}
      <ExternalLink aria-hidden />
    </a>
  </Button>
);

/** Stays reachable by keyboard and by touch, so that it can say why it does nothing. */
function NoTool({ name }: { name: string }) {
  const reason = `No ${name} link set`;
  const { trigger, tooltip } = useTooltip();
  const Tooltip = useLazy(loadTooltip, tooltip.open);
  const explain = () => notify({ title: reason, description: 'Add one with Edit Links.' });
  return (
    <>
      <Button
        {...LOOK}
        {...trigger}
        aria-disabled
        borderStyle="dashed"
        color="fg.muted"
        _disabled={{ opacity: 1 }}
        onClick={explain}
      >
        {name}
      </Button>
      {Tooltip && <Tooltip {...tooltip} text={reason} />}
    </>
  );
}

/** The firm's tools at this client's place in them (product 2). */
export function ExternalTools() {
  const { client } = useClient();
  return (
    <Flex as="section" aria-label="External tools" gap="2" wrap="wrap" align="center">
      {EXTERNAL_TOOLS.map(([name, field]) => {
        const href = client[field];
        return href ? <ToolLink key={field} name={name} href={href} /> : <NoTool key={field} name={name} />;
      })}
      <EditButton what="links" size="xs">
        <Link2 aria-hidden />
        Edit Links
      </EditButton>
    </Flex>
  );
}
