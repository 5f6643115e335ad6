import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { DialogBody, DialogFooter } from '@chakra-ui/react/dialog';
import { Flex } from '@chakra-ui/react/flex';
import { chakra } from '@chakra-ui/react/styled-system';
import { Text } from '@chakra-ui/react/text';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { Link } from 'react-router';
import * as z from 'zod/mini';
import { dueDate, nullableText } from '#shared/contract/fields.ts';
import { SECTIONS } from '#shared/rules/factfind-questions.ts';
import { REQUEST_LIMITS } from '#shared/rules/limits.ts';
import type { DialogState } from '../../ui/eager/lazy-dialog.tsx';
import { DateField } from '../../ui/form/date-field.tsx';
import { TextAreaField } from '../../ui/form/fields.tsx';
import { useForm } from '../../ui/form/form.tsx';
import { Tick } from '../../ui/form/tick.tsx';
import { FormDialog } from '../../ui/overlay/form-dialog.tsx';
import { Modal } from '../../ui/overlay/modal.tsx';
import { Words } from '../../ui/text/words.tsx';
import { clientQuery } from '../client/clients.ts';
import { factfindPath } from '../client/open-place.ts';
import { startFactfind } from './factfind.tsx';
import { factfindFormQuery } from './factfind-form.ts';
import { useProposedDue } from './proposed-due.ts';
import { canStartFactfind, requestsQuery } from './requests.ts';
import { whyNoEmail } from './why-no-email.ts';

const fieldOf = (section: string) => `section.${section}`;

const chosenIn = (values: Readonly<Record<string, unknown>>) =>
  SECTIONS.map(({ id }) => id).filter((id) => values[fieldOf(id)] !== undefined);

const ticks = Object.fromEntries(SECTIONS.map(({ id }) => [fieldOf(id), z.optional(z.string())]));
const starting = z.object({ ...ticks, dueDate, message: nullableText(REQUEST_LIMITS.text) }).check(
  z.refine((values: Readonly<Record<string, unknown>>) => chosenIn(values).length > 0, {
    path: ['sections'],
    message: 'Choose at least one section',
  }),
);

const Fieldset = chakra('fieldset', { base: { minW: '0', borderRadius: 'l2' } });

interface SectionsProps {
  /** Adds which sections exist for each person. */
  isCouple: boolean;
  /** Sections that are not ticked at first. */
  off: readonly string[];
}

function Sections({ isCouple, off }: SectionsProps) {
  const id = useId();
  const error = useForm().errors.sections;
  return (
    <Fieldset name="sections" tabIndex={-1} aria-describedby={error && `${id}-error`}>
      <Text as="legend" textStyle="sm" fontWeight="medium" mb="1">
        Sections
      </Text>
      <Box display="grid" gridTemplateColumns={{ base: '1fr', sm: '1fr 1fr' }} columnGap="4">
        {SECTIONS.map((section) => (
          <Flex as="label" key={section.id} gap="2.5" py="1" cursor="pointer">
            <Tick name={fieldOf(section.id)} defaultChecked={!off.includes(section.id)} mt="0.5" />
            <span>
              <span>{section.title}</span>
              {isCouple && section.each && (
                <Text as="span" display="block" textStyle="xs" color="fg.muted">
                  for each person
                </Text>
              )}
            </span>
          </Flex>
        ))}
      </Box>
      {error && (
        <Text id={`${id}-error`} role="alert" textStyle="xs" color="fg.error" mt="1">
          {error}
        </Text>
      )}
    </Fieldset>
  );
}

const firstBox = () => document.querySelector<HTMLElement>('[role=dialog] input[type=checkbox]');

const Fields = (sections: SectionsProps) => (
  <>
    <Sections {...sections} />
    <DateField
      name="dueDate"
      label="Due Date"
      hint="Leave it blank if there is no hurry."
      defaultValue={useProposedDue()}
    />
    <TextAreaField name="message" label="Message" hint="Optional. The client reads this." rows={3} />
  </>
);

interface Props extends DialogState {
  clientId: string;
}

/** Leads to the fact-find that has to be settled first. */
const UnderWay = ({ clientId, open, onClose }: Props) => (
  <Modal title="Start Fact-Find" open={open} onClose={onClose} size="sm">
    <DialogBody>A fact-find is under way already. Open it, or waive it.</DialogBody>
    <DialogFooter>
      <Button variant="outline" colorPalette="gray" onClick={onClose}>
        Cancel
      </Button>
      <Button asChild onClick={onClose}>
        <Link to={factfindPath(clientId)}>Open</Link>
      </Button>
    </DialogFooter>
  </Modal>
);

/** Dialog that chooses sections of the fact-find, its due date and a message. */
function Starting({ clientId, off, ...dialog }: Props & Pick<SectionsProps, 'off'>) {
  const { data: client } = useQuery({ ...clientQuery(clientId), enabled: dialog.open });
  const why = client && whyNoEmail(client);
  const { mutateAsync } = useMutation(startFactfind(client !== undefined && !why));
  return (
    <FormDialog
      {...dialog}
      title="Start Fact-Find"
      {...(why && { description: `No email goes out: ${why}.` })}
      draft={`factfind/${clientId}`}
      schema={starting}
      initialFocus={firstBox}
      onSubmit={({ dueDate: due, message, ...chosen }) =>
        mutateAsync({ params: { id: clientId }, body: { sections: chosenIn(chosen), dueDate: due, message } })
      }
      submitLabel="Start Fact-Find"
      busyLabel="Starting..."
    >
      {client && (
        <Text color="fg.muted">
          <Words>{client.name}</Words> answers on their own page, on any device.
        </Text>
      )}
      <Fields isCouple={client?.people.some(({ kind }) => kind === 'second') === true} off={off} />
    </FormDialog>
  );
}

/** Form that starts a fact-find, unless one was under way when it was opened. Without the firm's form, all is ticked. */
export default function StartFactfindDialog(props: Props) {
  const { clientId, open } = props;
  const { data, isPending } = useQuery({ ...requestsQuery(clientId), enabled: open });
  const form = useQuery({ ...factfindFormQuery, enabled: open });
  const [opened, setOpened] = useState<{ open: boolean; isUnderWay?: boolean }>({ open: false });
  if (open !== opened.open) setOpened(open ? { open } : { ...opened, open });
  else if (open && !isPending && !form.isPending && opened.isUnderWay === undefined)
    setOpened({ open, isUnderWay: data !== undefined && !canStartFactfind(data) });
  if (opened.isUnderWay) return <UnderWay {...props} />;
  return <Starting {...props} off={form.data?.off ?? []} open={open && opened.isUnderWay === false} />;
}
