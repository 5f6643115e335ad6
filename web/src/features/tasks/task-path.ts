import { clientPath } from '../../lib/paths.ts';
import { anchorOf } from '../../parts/notices.ts';

/** The address of a task, on its client's page. */
export const taskPath = ({ id, clientId }: { id: string; clientId: string }) =>
  `${clientPath(clientId)}#${anchorOf.tasks(id)}`;
