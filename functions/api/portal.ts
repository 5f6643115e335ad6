import { query } from '../aws/table.ts';
import { adviserNameOf } from '../domain/clients/assignments.ts';
import { type ClientItem, toClient } from '../domain/clients/client.ts';
import { type DocumentItem, isKept, toDocument } from '../domain/documents/document.ts';
import { toSignature, toStages } from '../domain/journey/stage.ts';
import { clientPartition, PREFIX } from '../domain/keys.ts';
import { type TaskItem, toClientTask } from '../domain/tasks/task.ts';
import { lambda, prepared } from '../pipeline/lambda.ts';

type FileItem = ClientItem | DocumentItem | TaskItem;
const isClient = (item: FileItem): item is ClientItem => item.sk === 'CLIENT';
const isDocument = (item: FileItem): item is DocumentItem => item.sk.startsWith(PREFIX.document) && isKept(item);
/** Changes with whatever the client may see, and where its adviser has read its messages. */
const latestOf = ({ news = '', readByAdviser = '' }: Pick<ClientItem, 'news' | 'readByAdviser'>) =>
  `${news}.${readByAdviser}`;
const isOwnTask = (item: FileItem): item is TaskItem =>
  item.sk.startsWith(PREFIX.task) && (item as TaskItem).card.responsibility === 'client';

export const handler = lambda('portal', {
  'GET /api/portal/{token}': prepared(
    async ({ clientId }): Promise<FileItem[]> =>
      clientId ? query<FileItem>(clientPartition(clientId), PREFIX.file) : [],
    async ({ actor, settings, now }, file) => {
      const adviserName = await adviserNameOf(actor.client);
      const shown = toClient(actor.client, adviserName);
      const { id, name, email, phone, status, completed, progress, currentStage, stuckSince } = shown;
      const { name: firm, phone: firmPhone, hours } = settings.firm;
      return {
        client: { id, name, email, phone, status, completed, progress, currentStage, stuckSince },
        stages: toStages(actor.client, now),
        documents: file
          .filter(isDocument)
          .reverse()
          .map((document) => toDocument(document, actor.client.signature)),
        cesdSignature: toSignature(actor.client),
        tasks: file.filter(isOwnTask).reverse().map(toClientTask),
        adviser: { name: adviserName },
        firm: { name: firm, phone: firmPhone, hours },
        // Read before the rest of the file: what happened meanwhile is news once more, and never missed.
        latest: latestOf(file.find(isClient) ?? actor.client),
      };
    },
  ),

  'GET /api/portal/{token}/news':
    () =>
    async ({ actor }) => ({ latest: latestOf(actor.client) }),
});
