import type { Upload } from '#shared/contract/uploads.ts';
import { isSettled } from '#shared/rules/requests.ts';
import { UnfinishedList } from '../../../parts/upload/large/unfinished-list.tsx';
import { useAccess } from '../access.ts';
import { ANCHORS, goTo } from '../anchors.tsx';
import { type PortalTarget, taskTarget, useUploader } from '../documents/uploader-context.ts';
import { requestTarget } from '../requests/requests.ts';
import { isOpenTask } from '../tasks/next-step.ts';

type Continued = readonly [target: PortalTarget, place: string];

/** Returns where a file is continued: in the row of its request or task, else among all documents. */
function usePlaceOf(): (upload: Upload) => Continued {
  const { requests, tasks } = useAccess().portal;
  return ({ stageId, taskId, requestId }) => {
    const request = requests.find(({ id }) => id === requestId);
    if (request && !isSettled(request)) return [requestTarget(request), ANCHORS.request(request.id)];
    const task = tasks.find(({ id }) => id === taskId);
    if (task && isOpenTask(task)) return [taskTarget(task), ANCHORS.task(task.id)];
    const isLinked = taskId !== null || requestId !== null;
    return [
      {
        key: '',
        stageId: isLinked ? null : stageId,
        taskId: taskId ?? undefined,
        requestId: requestId ?? undefined,
      },
      ANCHORS.documents,
    ];
  };
}

/** Large files that were begun and not finished. */
export default function OwnUnfinishedUploads() {
  const { token, portal } = useAccess();
  const { send } = useUploader();
  const placeOf = usePlaceOf();
  return (
    <UnfinishedList
      sender={{ clientId: portal.client.id, token }}
      size="lg"
      onSend={(file, upload, isOther) => {
        const [target, place] = placeOf(upload);
        send({ files: [file], target, isCamera: false, isContinued: !isOther });
        goTo(place);
      }}
    />
  );
}
