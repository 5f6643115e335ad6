import { Box } from '@chakra-ui/react/box';
import { Button, type ButtonProps } from '@chakra-ui/react/button';
import { Flex } from '@chakra-ui/react/flex';
import { Grid } from '@chakra-ui/react/grid';
import { chakra } from '@chakra-ui/react/styled-system';
import { Text } from '@chakra-ui/react/text';
import { useMutation, useQuery } from '@tanstack/react-query';
import { CalendarX, Plus } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import * as z from 'zod/mini';
import { type ListedAdviser, type ShownColleague, worksChange } from '#shared/contract/advisers.ts';
import { COLLEAGUE_MESSAGES } from '#shared/rules/colleague-messages.ts';
import { MAX_COLLEAGUES } from '#shared/rules/limits.ts';
import { londonParts } from '#shared/rules/london.ts';
import { useSavedBefore } from '../../../lib/drafts/form-draft.ts';
import { useCurrent } from '../../../lib/query/use-current.ts';
import { useFocusFallback } from '../../../lib/screen/use-focus-fallback.ts';
import { parsed } from '../../../lib/storage/storage.ts';
import { advisersQuery } from '../../../parts/account/advisers.ts';
import { isOver, sayDaysLeft } from '../../../parts/account/works.ts';
import { Select } from '../../../ui/eager/controls.tsx';
import type { DialogState } from '../../../ui/eager/lazy-dialog.tsx';
import { Badge } from '../../../ui/feedback/badge.tsx';
import { DateField } from '../../../ui/form/date-field.tsx';
import { FormField } from '../../../ui/form/fields.tsx';
import { useForm } from '../../../ui/form/form.tsx';
import { ChangedMeanwhile } from '../../../ui/overlay/changed-meanwhile.tsx';
import { DialogForm, useDialogForm } from '../../../ui/overlay/form-dialog.tsx';
import { Modal } from '../../../ui/overlay/modal.tsx';
import { deletedNotice } from '../../../ui/overlay/notice.ts';
import { Words } from '../../../ui/text/words.tsx';
import { changeColleagues, isChangedMeanwhile } from '../queries.ts';

/** One row of the list. Saved rows have a name, which an account that is gone needs. */
type Row = Omit<ShownColleague, 'name' | 'named'> & Partial<Pick<ShownColleague, 'name' | 'named'>>;

/** Name of the field that has the whole list, because a draft cannot keep rows that come and go. */
const LIST = 'rows';
/** Name of the list that the typed one is based on. */
const BASE = 'rowsWas';

const write = (rows: readonly Row[]) => JSON.stringify(rows);
const rowsIn = (text: unknown) => parsed<Row[]>(String(text ?? ''), []);
const sentOf = (text: unknown) =>
  rowsIn(text).map(({ id, from, until }) => ({ id, from: from || null, until: until || null }));

const schema = z.pipe(
  z.pipe(
    z.record(z.string(), z.any()),
    z.transform((typed) => ({ works: sentOf(typed[LIST]), worksWas: sentOf(typed[BASE]) })),
  ),
  worksChange,
);

interface RowProps {
  row: Row;
  /** Position in the list, as the server's errors name it. */
  index: number;
  advisers: readonly { id: string; name: string }[];
  onChange: (change: Partial<Row>) => void;
  onRemove: () => void;
}

const Ended = () => (
  <Badge tone="gray" icon={CalendarX}>
    Ended
  </Badge>
);

function RemoveButton({ name, onRemove, ...style }: { name: string; onRemove: () => void } & ButtonProps) {
  return (
    <Button
      ref={useFocusFallback()}
      size="xs"
      variant="outline"
      colorPalette="gray"
      aria-label={`Remove ${name}`}
      onClick={onRemove}
      {...style}
    >
      Remove
    </Button>
  );
}

/** The fields are no part of the form, because their list is. */
const OUTSIDE = { form: '' };

/** Height of a label, plus half of how much a field is higher than the button. */
const BESIDE_FIELD = '1.875rem';

function Fields({ row, index, advisers, name, onChange, onRemove }: RowProps & { name: string }) {
  // A reload of the list may remove the row that has the focus.
  const select = useFocusFallback<HTMLSelectElement>();
  const isKnown = row.id === '' || advisers.some(({ id }) => id === row.id);
  return (
    <Grid
      gap="3"
      templateColumns={{ base: 'minmax(0, 1fr)', md: 'minmax(0, 4fr) minmax(0, 3fr) minmax(0, 3fr) auto' }}
      alignItems="start"
    >
      <FormField name={`works.${index}.id`} label="Adviser" required>
        {(control) => (
          <Select
            ref={select}
            {...control}
            {...OUTSIDE}
            value={row.id}
            onChange={({ target }) => onChange({ id: target.value })}
          >
            <option value="">Select an adviser</option>
            {!isKnown && <option value={row.id}>{row.name}</option>}
            {advisers.map(({ id, name }) => (
              <option key={id} value={id} dir="auto">
                {name}
              </option>
            ))}
          </Select>
        )}
      </FormField>
      <DateField
        name={`works.${index}.from`}
        label="From"
        {...OUTSIDE}
        value={row.from ?? ''}
        onChange={({ target }) => onChange({ from: target.value })}
      />
      <DateField
        name={`works.${index}.until`}
        label="Until"
        {...OUTSIDE}
        value={row.until ?? ''}
        onChange={({ target }) => onChange({ until: target.value })}
      />
      <RemoveButton name={name} onRemove={onRemove} justifySelf="end" mt={{ md: BESIDE_FIELD }} />
    </Grid>
  );
}

function WorksRow(props: RowProps) {
  const { row, index, advisers, onRemove } = props;
  const today = londonParts(new Date()).date;
  const name = advisers.find(({ id }) => id === row.id)?.name ?? row.name ?? `row ${index + 1}`;
  const isEnded = isOver(row, today);
  return (
    <chakra.fieldset
      aria-label={`Row ${index + 1}`}
      minW="0"
      borderTopWidth="1px"
      pt="3"
      color={isEnded ? 'fg.muted' : undefined}
    >
      {row.named ? (
        <Flex columnGap="3" rowGap="2" wrap="wrap" align="center">
          <Box flex="1 1 10rem" minW="0">
            <Words fontWeight="medium">{name}</Words>
            <Words as="p" textStyle="sm" color="fg.muted">{`${sayDaysLeft(row, today)}, named by ${name}`}</Words>
          </Box>
          {isEnded && <Ended />}
          <RemoveButton name={name} onRemove={onRemove} ms="auto" />
        </Flex>
      ) : (
        <Grid gap="2" templateColumns="minmax(0, 1fr)">
          {isEnded && (
            <div>
              <Ended />
            </div>
          )}
          <Fields {...props} name={name} />
        </Grid>
      )}
    </chakra.fieldset>
  );
}

interface RowsProps {
  person: ListedAdviser;
  /** List as it was last read. */
  saved: string;
}

/** Rows of the list. Their only field of the form has the list as JSON. */
function Rows({ person, saved }: RowsProps) {
  const { data: accounts = [] } = useQuery(advisersQuery);
  const { values, errors } = useForm();
  const base = useSavedBefore(LIST) ?? saved;
  const field = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const rows = rowsIn(values[LIST] ?? saved);
  const advisers = accounts.filter(({ id }) => id !== person.id);
  const change = (next: readonly Row[]) => {
    if (!field.current) return;
    field.current.value = write(next);
    field.current.dispatchEvent(new Event('change', { bubbles: true }));
  };
  const add = () => {
    flushSync(() => change([...rows, { id: '', from: null, until: null }]));
    [...(list.current?.querySelectorAll('select') ?? [])].at(-1)?.focus();
  };
  useEffect(() => {
    if (Object.keys(errors).length > 0) list.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  }, [errors]);
  return (
    <>
      <input ref={field} name={LIST} defaultValue={saved} hidden tabIndex={-1} autoComplete="off" />
      <input type="hidden" name={BASE} value={base} />
      {rows.length === 0 && (
        <Text color="fg.muted">
          <Words>{person.name}</Words> works with nobody else.
        </Text>
      )}
      <Grid ref={list} gap="4" templateColumns="minmax(0, 1fr)">
        {rows.map((row, i) => (
          <WorksRow
            // biome-ignore lint/suspicious/noArrayIndexKey: rows have no identity of their own
            key={i}
            row={row}
            index={i}
            advisers={advisers}
            onChange={(changed) => change(rows.with(i, { ...row, ...changed }))}
            onRemove={() => change(rows.toSpliced(i, 1))}
          />
        ))}
      </Grid>
      {errors.works && (
        <Text role="alert" color="fg.error" textStyle="sm">
          {errors.works}
        </Text>
      )}
      <Button size="sm" variant="outline" justifySelf="start" disabled={rows.length >= MAX_COLLEAGUES} onClick={add}>
        <Plus aria-hidden />
        Add Adviser
      </Button>
    </>
  );
}

/** Sets whom a person works with. */
export default function WorksDialog({ adviser, open, onClose }: DialogState & { adviser: ListedAdviser }) {
  const { mutateAsync, error, reset } = useMutation(changeColleagues);
  const { current, isGone } = useCurrent(advisersQuery, adviser);
  const [saved, setSaved] = useState(() => write(adviser.works));
  const form = useDialogForm(`works/${adviser.id}`, onClose);
  const reload = () => {
    // Resetting the field needs the new list.
    flushSync(() => setSaved(write(current.works)));
    form.startAgain();
    reset();
  };
  return (
    <Modal open={open} onClose={form.leave} title={`Who ${adviser.name} Works With`} size="lg">
      <DialogForm
        form={form}
        description="They see the clients of these advisers and can do what the adviser can, except delete them. Without days, always."
        notice={open && isGone ? deletedNotice('account') : undefined}
        schema={schema}
        onSubmit={(body) => mutateAsync({ params: { id: adviser.id }, body }).then(form.close)}
        submitLabel="Save"
        busyLabel="Saving..."
      >
        {isChangedMeanwhile(error) && <ChangedMeanwhile text={COLLEAGUE_MESSAGES.changed} onReload={reload} />}
        <Rows person={adviser} saved={saved} />
      </DialogForm>
    </Modal>
  );
}
