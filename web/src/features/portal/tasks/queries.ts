import { mutationOptions } from '@tanstack/react-query';
import { call, type Sent } from '../../../lib/http/api.ts';
import { inWords, TASK, taskMeta } from '../queries.ts';

export const saveNotes = (adviser: string) =>
  mutationOptions({
    mutationFn: (sent: Sent<typeof TASK>) =>
      call(TASK, sent).catch((error: unknown) => {
        throw inWords(adviser)(error);
      }),
    meta: taskMeta({ success: { title: 'Task Updated', description: 'Your notes have been saved.' } }),
  });
