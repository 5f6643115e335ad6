import { useMutation } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { type View, viewName } from '#shared/contract/views.ts';
import { useMe } from '../../../parts/account/me.ts';
import { useSeenVersion } from '../../../parts/request/use-seen-version.ts';
import type { DialogState } from '../../../ui/eager/lazy-dialog.tsx';
import { TextField } from '../../../ui/form/fields.tsx';
import { Checkbox } from '../../../ui/form/tick.tsx';
import { FormDialog } from '../../../ui/overlay/form-dialog.tsx';
import { changeView, saveView } from './queries.ts';

/** A box that is not ticked has no value. */
const typed = z.object({
  name: viewName,
  shared: z.pipe(
    z.optional(z.string()),
    z.transform((value) => value !== undefined),
  ),
});

interface Props extends DialogState {
  /** View to change; absent for a new one. */
  view: View | undefined;
  /** Query of the list, for a new view. */
  query: string;
  onSaved: (view: View) => void;
}

/** Saves the list as a new view, or renames a view. Admins also choose who sees it. */
export default function ViewDialog({ view, query, onSaved, ...dialog }: Props) {
  const isAdmin = useMe().role === 'admin';
  const { mutateAsync: save } = useMutation(saveView);
  const { mutateAsync: change, isError } = useMutation(changeView);
  const version = useSeenVersion(view?.version ?? 0, { open: dialog.open, isRefused: isError });
  const send = (body: z.output<typeof typed>) =>
    view
      ? change({ params: { id: view.id }, body: { ...body, version } })
      : save({ body: { ...body, query } }).then(onSaved);
  return (
    <FormDialog
      {...dialog}
      title={view ? 'Edit View' : 'Save as View'}
      description={view ? undefined : 'Keeps filter, search, order and columns of the list as they are now.'}
      draft={`clients/view/${view?.id ?? 'new'}`}
      schema={typed}
      onSubmit={send}
      submitLabel={view ? 'Save Changes' : 'Save View'}
      busyLabel="Saving..."
      needs={['name']}
    >
      <TextField name="name" label="Name" defaultValue={view?.name ?? ''} required />
      {isAdmin && (
        <Checkbox
          name="shared"
          defaultChecked={view?.shared ?? false}
          label="Share with everyone in the firm"
          hint="Advisers see their own clients in it. Admins can change it."
        />
      )}
    </FormDialog>
  );
}
