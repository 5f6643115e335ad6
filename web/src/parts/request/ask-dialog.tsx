import { useMutation, useQuery } from '@tanstack/react-query';
import type { FullClient } from '#shared/contract/clients.ts';
import { TOP_STAGES } from '#shared/rules/journey.ts';
import type { DialogState } from '../../ui/eager/lazy-dialog.tsx';
import { FormDialog } from '../../ui/overlay/form-dialog.tsx';
import { clientQuery } from '../client/clients.ts';
import { AskFields, AskLabel } from './ask-fields.tsx';
import { askSchemaFor, isAnyAsked, requestsFor } from './ask-schema.ts';
import { shortNames } from './from-each.ts';
import { askForDocuments } from './request-changes.ts';
import { whyNoEmail } from './why-no-email.ts';

const firstBox = () => document.querySelector<HTMLElement>('[role=dialog] input[type=checkbox]');

/** Returns the number of the current stage; the first before any was started. */
const stageOf = ({ currentStage }: FullClient) => TOP_STAGES.find(({ title }) => title === currentStage)?.number ?? 1;

/** Returns the short names of a couple; none if there is no second client. Attorneys have no documents of their own. */
function coupleOf({ name, people }: FullClient): string[] {
  const second = people.filter(({ kind }) => kind === 'second');
  return second.length === 0 ? [] : shortNames([name, ...second.map((person) => person.name)]);
}

/** Requests several documents from a client with one email. */
export default function AskDialog({ clientId, ...dialog }: DialogState & { clientId: string }) {
  const { data: client } = useQuery({ ...clientQuery(clientId), enabled: dialog.open });
  const people = client ? coupleOf(client) : [];
  const why = client && whyNoEmail(client);
  const { mutateAsync } = useMutation(askForDocuments(client !== undefined && !why));
  return (
    <FormDialog
      {...dialog}
      title={client ? `Ask ${client.name} for Documents` : 'Ask for Documents'}
      {...(client && { description: why ? `No email goes out: ${why}.` : 'One email goes out about all of them.' })}
      size="lg"
      draft={`requests/${clientId}`}
      schema={askSchemaFor(people)}
      initialFocus={firstBox}
      onSubmit={(asked) => mutateAsync({ params: { id: clientId }, body: requestsFor(clientId, asked) })}
      submitLabel={<AskLabel people={people} />}
      busyLabel="Asking..."
      needs={isAnyAsked}
    >
      <AskFields current={client && stageOf(client)} people={people} />
    </FormDialog>
  );
}
