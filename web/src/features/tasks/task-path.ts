import { anchorOf } from '#shared/rules/notices.ts';
import { clientPath } from '../../lib/navigation/paths.ts';

/** The address of a task, on its client's page. */
export const taskPath = ({ id, clientId }: { id: string; clientId: string }) =>
  `${clientPath(clientId)}#${anchorOf.tasks(id)}`;
