import { Flex } from '@chakra-ui/react/flex';
import { Grid } from '@chakra-ui/react/grid';
import { Text } from '@chakra-ui/react/text';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { type Account, newCover } from '#shared/contract/account.ts';
import { COLLEAGUE_MESSAGES } from '#shared/rules/colleague-messages.ts';
import { londonParts } from '#shared/rules/london.ts';
import { useValuesDraft } from '../../lib/drafts/values-draft.ts';
import { useFocusFallback } from '../../lib/screen/use-focus-fallback.ts';
import { accountQuery } from '../../parts/account/account.ts';
import { sayAllDays, sayWorks } from '../../parts/account/works.ts';
import { Select } from '../../ui/eager/controls.tsx';
import { ErrorState } from '../../ui/eager/state.tsx';
import { ActionButton } from '../../ui/feedback/action-button.tsx';
import { DateField } from '../../ui/form/date-field.tsx';
import { Restored } from '../../ui/form/draft-note.tsx';
import { FormField } from '../../ui/form/fields.tsx';
import { Form, SubmitButton } from '../../ui/form/form.tsx';
import { FieldSkeletons, PageSection } from '../../ui/layout/page-section.tsx';
import { Words } from '../../ui/text/words.tsx';
import { colleaguesQuery, removeCover, saveCover } from './queries.ts';

type Cover = NonNullable<Account['cover']>;

function Present({ cover }: { cover: Cover }) {
  const { mutateAsync } = useMutation(removeCover);
  return (
    <Flex columnGap="4" rowGap="2" wrap="wrap" align="center" justify="space-between">
      <Words as="p">{`${cover.name} sees your clients ${sayAllDays(cover)}.`}</Words>
      <ActionButton
        ref={useFocusFallback()}
        size="sm"
        variant="outline"
        colorPalette="gray"
        onAction={() => mutateAsync({ body: { colleagueId: null } })}
        busyLabel="Removing..."
      >
        Remove Cover
      </ActionButton>
    </Flex>
  );
}

const NO_COVER = { colleagueId: '', from: '', until: '' };

interface ColleagueProps {
  value: string;
  onChoose: (id: string) => void;
}

function ColleagueField({ value, onChoose }: ColleagueProps) {
  const { data = [], isPending } = useQuery(colleaguesQuery);
  return (
    <FormField name="colleagueId" label="Colleague" required>
      {(control) => (
        <Select {...control} value={value} onChange={({ target }) => onChoose(target.value)}>
          <option value="">{isPending ? 'Loading colleagues...' : 'Select a colleague'}</option>
          {data.map(({ id, name }) => (
            <option key={id} value={id} dir="auto">
              {name}
            </option>
          ))}
        </Select>
      )}
    </FormField>
  );
}

/** Fields that follow the saved cover until they are changed. */
function CoverForm({ cover }: { cover: Cover | null }) {
  const { mutateAsync } = useMutation(saveCover);
  const saved = cover ? { colleagueId: cover.id, from: cover.from ?? '', until: cover.until ?? '' } : NO_COVER;
  const { shown, set, reset, restored } = useValuesDraft('cover', saved);
  const fields = useRef<HTMLDivElement>(null);
  const discard = () => {
    fields.current?.closest('form')?.reset();
    reset();
  };
  const today = londonParts(new Date()).date;
  return (
    <Form schema={newCover} onSubmit={(body) => mutateAsync({ body }).then(reset)}>
      <Grid ref={fields} gap="4" templateColumns="minmax(0, 1fr)">
        {restored && <Restored isOutdated={restored.isOutdated} onDiscard={discard} />}
        <Grid gap="4" templateColumns={{ base: 'minmax(0, 1fr)', md: 'minmax(0, 2fr) minmax(0, 1fr) minmax(0, 1fr)' }}>
          <ColleagueField value={shown.colleagueId} onChoose={(colleagueId) => set({ colleagueId })} />
          <DateField
            name="from"
            label="From"
            min={today}
            value={shown.from}
            onChange={({ target }) => set({ from: target.value })}
            required
          />
          <DateField
            name="until"
            label="Until"
            hint={COLLEAGUE_MESSAGES.long}
            min={shown.from || today}
            value={shown.until}
            onChange={({ target }) => set({ until: target.value })}
            required
          />
        </Grid>
        <SubmitButton busyLabel="Saving..." justifySelf="start">
          Save Cover
        </SubmitButton>
      </Grid>
    </Form>
  );
}

function Loaded({ account: { works, cover } }: { account: Account }) {
  const said = sayWorks(works, londonParts(new Date()).date);
  return (
    <Grid gap="5" templateColumns="minmax(0, 1fr)">
      {cover ? <Present cover={cover} /> : <Text>Nobody covers for you.</Text>}
      <CoverForm cover={cover} />
      {said && (
        <Words as="p" textStyle="sm" color="fg.muted" borderTopWidth="1px" borderColor="border.muted" pt="4">
          {`You work with ${said}.`}
        </Words>
      )}
    </Grid>
  );
}

/** Names a colleague who sees the own clients for some days, and says whose clients the account sees. */
export function CoverSection() {
  const { data, error, refetch } = useQuery(accountQuery);
  return (
    <PageSection
      title="While You Are Away"
      about={<p>A colleague sees your clients on these days and can do what you can, except delete them.</p>}
    >
      {data && <Loaded account={data} />}
      {!data && error && <ErrorState title="Your cover could not be loaded" error={error} onRetry={refetch} />}
      {!data && !error && <FieldSkeletons count={2} />}
    </PageSection>
  );
}
