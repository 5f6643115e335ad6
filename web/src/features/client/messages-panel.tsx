import ClientThread from '../../parts/message/client-thread.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import { useClient } from './client-context.ts';
import { usePanel } from './section-notices.tsx';

export default function MessagesPanel() {
  const { id, name } = useClient().client;
  const { panel, isSeen } = usePanel();
  return (
    <Panel {...panel} weight="raised" title="Messages">
      <ClientThread id={id} name={name} isSeen={isSeen} />
    </Panel>
  );
}
