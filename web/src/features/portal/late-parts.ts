import { AdviserCard } from './adviser-card.tsx';
import { DocumentList } from './documents/document-list.tsx';
import { UploadBox } from './documents/upload-box.tsx';
import { uploadsOf } from './documents/upload-pages.ts';
import { UploadProgress } from './documents/upload-progress.tsx';
import { StageDetail } from './journey/stage-detail.tsx';
import { Thread } from './messages/thread.tsx';
import { HelpForm } from './tasks/help-form.tsx';
import { NotesForm } from './tasks/task-notes.tsx';

/** What nobody sees at once, fetched in one piece after the first picture. */
export const lateParts = {
  AdviserCard,
  DocumentList,
  HelpForm,
  NotesForm,
  StageDetail,
  Thread,
  UploadBox,
  UploadProgress,
  uploadsOf,
};

/** What comes after the first picture. */
export type LateParts = typeof lateParts;
