import { Text } from '@chakra-ui/react/text';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import * as z from 'zod/mini';
import { type ClientPerson, newPerson } from '#shared/contract/people.ts';
import { londonParts } from '#shared/rules/london.ts';
import { comparableAddress } from '#shared/rules/people.ts';
import { PERSON_MESSAGES } from '#shared/rules/persons.ts';
import { ApiError } from '../../../lib/http/api.ts';
import { useCurrent } from '../../../lib/query/use-current.ts';
import { notify } from '../../../lib/screen/notify.ts';
import { peopleQuery } from '../../../parts/client/people.ts';
import { newLinkToast, notEmailedToast, useEmailChoice } from '../../../parts/link/new-link.ts';
import { runChange } from '../../../parts/refreshes.ts';
import type { DialogState } from '../../../ui/eager/lazy-dialog.tsx';
import { DateField } from '../../../ui/form/date-field.tsx';
import { EmailField } from '../../../ui/form/email-field.tsx';
import { TextField } from '../../../ui/form/fields.tsx';
import { useForm } from '../../../ui/form/form.tsx';
import { RadioField } from '../../../ui/form/radio.tsx';
import { Checkbox } from '../../../ui/form/tick.tsx';
import { ChangedMeanwhile } from '../../../ui/overlay/changed-meanwhile.tsx';
import { DialogForm, FormDialog, useDialogForm } from '../../../ui/overlay/form-dialog.tsx';
import { Modal } from '../../../ui/overlay/modal.tsx';
import { finalNotice } from '../../../ui/overlay/notice.ts';
import { useClient } from '../client-context.ts';
import { addPerson, changePerson, emailPersonLink } from './people.ts';

const KINDS = { second: 'Second client', attorney: 'Attorney' } as const;

/** Warns that two people share a mailbox, as some couples do. */
function SharedMailbox({ own = '' }: { own: string | undefined }) {
  const { email, people } = useClient().client;
  const all = [email, ...people.map((other) => other.email)];
  const others = all.filter((_, at) => at !== all.lastIndexOf(own));
  const typed = comparableAddress(String(useForm().values.email ?? ''));
  const isShared = typed !== '' && others.some((address) => comparableAddress(address) === typed);
  return (
    <Text role="status" textStyle="xs" color="fg.muted" mt={isShared ? '-2.5' : '-4'}>
      {isShared && 'Both use this mailbox, so either can open the other’s link.'}
    </Text>
  );
}

function PersonFields({ person }: { person?: ClientPerson }) {
  const kind = person && person.kind !== 'first' ? person.kind : 'second';
  const isAttorney = (useForm().values.kind ?? kind) === 'attorney';
  return (
    <>
      <TextField name="name" label="Name" defaultValue={person?.name} required />
      <EmailField defaultValue={person?.email} />
      <SharedMailbox own={person?.email} />
      <TextField name="phone" label="Phone" type="tel" defaultValue={person?.phone ?? undefined} />
      <RadioField name="kind" label="This person is" options={KINDS} defaultValue={kind} />
      {isAttorney && (
        <DateField
          name="powerSeenOn"
          label="Registered power seen on"
          max={londonParts(new Date()).date}
          defaultValue={person?.powerSeenOn ?? undefined}
          required
        />
      )}
    </>
  );
}

/** Shows why the server refused what was typed, if that is about no single field. */
const Refusal = ({ error }: { error: Error | null }) =>
  error instanceof ApiError &&
  error.status === 409 && (
    <Text role="alert" color="fg.error" textStyle="sm">
      {error.serverMessage}
    </Text>
  );

const NEEDS = ['name', 'email'];

/** Adds a person with a link of their own, which a toast shows. */
export function AddPersonDialog(dialog: DialogState) {
  const clientId = useClient().client.id;
  const emailed = useEmailChoice();
  const { mutateAsync, error } = useMutation(addPerson);
  const add = async (body: z.output<typeof newPerson>) => {
    const person = await mutateAsync({ params: { id: clientId }, body: { ...body, emailLink: emailed.checked } });
    const { id, email, linkEmailed } = person;
    const onEmail = () => void runChange(emailPersonLink(email), { params: { id } });
    if (linkEmailed === false) notify(notEmailedToast(person, 'added', onEmail), 'error');
    else notify(newLinkToast(person, { title: 'Person Added' }));
  };
  return (
    <FormDialog
      {...dialog}
      title="Add a Person"
      draft={`new-person/${clientId}`}
      description="They see all of the client’s page, by a link of their own."
      schema={newPerson}
      onSubmit={add}
      submitLabel="Add Person"
      busyLabel="Adding..."
      needs={NEEDS}
    >
      <Refusal error={error} />
      <PersonFields />
      <Checkbox label="Email them their link" hint="You can also email it later, beside their name." {...emailed} />
    </FormDialog>
  );
}

const edited = z.omit(newPerson, { emailLink: true });

/** Changes a person as they were when the dialog was opened. */
export function EditPersonDialog({ person, open, onClose }: DialogState & { person: ClientPerson }) {
  const { id: clientId, people } = useClient().client;
  const [saved, setSaved] = useState(person);
  const { current, isGone } = useCurrent(peopleQuery(clientId), person);
  // The list is not read once there is one person.
  const isRemoved = isGone || people.length === 0;
  const { mutateAsync, error, reset } = useMutation(changePerson(saved));
  const form = useDialogForm(`person/${person.id}`, onClose);
  const isChanged = current.version !== saved.version;
  const reload = () => {
    // Resetting the fields needs the new values.
    flushSync(() => setSaved(current));
    form.startAgain();
    reset();
  };
  return (
    <Modal open={open} onClose={form.leave} title={`Edit ${person.name}`}>
      <DialogForm
        form={form}
        notice={open && isRemoved ? finalNotice('This person has been removed.') : undefined}
        schema={edited}
        onSubmit={(body) =>
          mutateAsync({ params: { id: person.id }, body: { ...body, version: saved.version ?? 0 } }).then(form.close)
        }
        submitLabel="Save"
        busyLabel="Saving..."
        needs={NEEDS}
      >
        {error && isChanged ? (
          <ChangedMeanwhile text={PERSON_MESSAGES.changed} onReload={reload} />
        ) : (
          <Refusal error={error} />
        )}
        <PersonFields person={saved} />
      </DialogForm>
    </Modal>
  );
}
