import type { ButtonProps } from '@chakra-ui/react/button';
import { DialogButton, lazyDialog } from '../../../ui/overlay/lazy-dialog.tsx';
import type { Editable } from './edit-dialog.tsx';

const EditDialog = lazyDialog(() => import('./edit-dialog.tsx'));

/** Opens the dialog in which some fields of the client are changed. */
export const EditButton = ({ what, ...button }: ButtonProps & { what: Editable }) => (
  <DialogButton
    variant="ghost"
    colorPalette="gray"
    {...button}
    dialog={(state) => <EditDialog what={what} {...state} />}
  />
);
