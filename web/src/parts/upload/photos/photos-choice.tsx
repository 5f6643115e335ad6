import { useState } from 'react';
import { lazyDialog } from '../../../ui/eager/lazy-dialog.tsx';

export interface PhotosChoice {
  files: readonly File[];
  /** Title of the task that the files are for. */
  title?: string | undefined;
  send: (files: readonly File[]) => void;
}

const load = () => import('./photos-dialog.tsx');
const PhotosDialog = lazyDialog(load);

// Systems give no type to files of unknown formats, such as HEIC.
export const canBePage = ({ type, name }: File) => type.startsWith('image/') || /\.hei[cf]$/i.test(name);

/** Returns a dialog, and `offer`, which sends files. It opens the dialog first if two or more of them are photos. */
export function usePhotosChoice(maxMb: number) {
  const [choice, setChoice] = useState<PhotosChoice & { id: number }>();
  const [isOpen, setOpen] = useState(false);
  const offer = (next: PhotosChoice) => {
    const open = () => {
      setChoice({ ...next, id: (choice?.id ?? 0) + 1 });
      setOpen(true);
    };
    // Files dropped beside the open dialog, and those chosen without a connection, are sent as they are.
    if (isOpen || next.files.filter(canBePage).length < 2) next.send(next.files);
    else void load().then(open, () => next.send(next.files));
  };
  return {
    offer,
    dialog: choice && (
      <PhotosDialog key={choice.id} choice={choice} maxMb={maxMb} open={isOpen} onClose={() => setOpen(false)} />
    ),
  };
}
