import { keep, parsed, readKept } from './storage.ts';

/** Large upload that was begun in this browser. Holds neither the link nor the file. */
export interface UnfinishedUpload {
  uploadId: string;
  /** The client, or the person whose link began it. */
  clientId: string;
  stageId?: string | undefined;
  taskId?: string | undefined;
  requestId?: string | undefined;
  /** Name, size and date of the chosen file, to recognise it. */
  name: string;
  size: number;
  lastModified: number;
  /** ISO time at which the server deletes it. */
  endsAt: string;
}

/** Storage keys: staff and clients may use one browser, and continue only their own uploads. */
const KEYS = { staff: 'unfinished-uploads', client: 'portal-unfinished-uploads' } as const;
export type UploadOwner = keyof typeof KEYS;

const read = (sender: UploadOwner) =>
  parsed<UnfinishedUpload[]>(readKept(KEYS[sender]), []).filter(({ endsAt }) => Date.parse(endsAt) > Date.now());

const write = (sender: UploadOwner, uploads: readonly UnfinishedUpload[]) =>
  keep(KEYS[sender], uploads.length > 0 ? JSON.stringify(uploads) : '');

export const isOfFile = (upload: UnfinishedUpload, { name, size, lastModified }: File) =>
  upload.name === name && upload.size === size && upload.lastModified === lastModified;

export const unfinishedUploads = (sender: UploadOwner, personId: string) =>
  read(sender).filter(({ clientId }) => clientId === personId);

/** Remembers an upload, so that it can be continued after a reload. */
export const rememberUpload = (sender: UploadOwner, upload: UnfinishedUpload) =>
  write(sender, [...read(sender), upload]);

export const forgetUpload = (sender: UploadOwner, id: string) =>
  write(
    sender,
    read(sender).filter(({ uploadId }) => uploadId !== id),
  );

export const forgetStaffUploads = () => write('staff', []);
