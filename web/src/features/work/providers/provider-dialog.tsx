import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { DialogBody } from '@chakra-ui/react/dialog';
import { Flex } from '@chakra-ui/react/flex';
import { Grid } from '@chakra-ui/react/grid';
import { chakra } from '@chakra-ui/react/styled-system';
import { Text } from '@chakra-ui/react/text';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import * as z from 'zod/mini';
import { emailAddress, oneOf } from '#shared/contract/fields.ts';
import { type Provider, type ProviderChange, providerChange } from '#shared/contract/loas.ts';
import { PROVIDER_TAKES, TAKES_TEXT } from '#shared/rules/providers.ts';
import { sortByName } from '#shared/rules/search.ts';
import { mailLink, phoneLink } from '../../../lib/text/contact-links.ts';
import { useMe } from '../../../parts/account/me.ts';
import { useSeenVersion } from '../../../parts/request/use-seen-version.ts';
import type { DialogState } from '../../../ui/eager/lazy-dialog.tsx';
import { SelectField, TextAreaField, TextField } from '../../../ui/form/fields.tsx';
import { FormDialog } from '../../../ui/overlay/form-dialog.tsx';
import { Modal } from '../../../ui/overlay/modal.tsx';
import { Dash } from '../../../ui/text/dash.tsx';
import { Words } from '../../../ui/text/words.tsx';
import { saveProvider } from './queries.ts';
import { ResponseTimes } from './response-times.tsx';

const blankAsNull = z.transform((value) => (typeof value === 'string' && value.trim() ? value : null));

const { version: _, ...shape } = providerChange.shape;
const typed = z.object({
  ...shape,
  email: z.pipe(blankAsNull, z.nullable(emailAddress())),
  takes: z.pipe(blankAsNull, z.nullable(oneOf(PROVIDER_TAKES))),
});

type Typed = Omit<ProviderChange, 'version'>;

/** Returns the fields that differ. Others need no confirmation of identity, and undo no change of somebody else. */
const changesOf = (provider: Provider, values: Typed): Typed =>
  Object.fromEntries(Object.entries(values).filter(([name, value]) => provider[name as keyof Typed] !== value));

const Facts = chakra('dl', {
  base: {
    display: 'grid',
    gridTemplateColumns: { base: 'minmax(0, 1fr)', sm: 'auto minmax(0, 1fr)' },
    columnGap: '5',
    rowGap: { base: '0.5', sm: '2' },
    '& dt': { color: 'fg.muted' },
    '& dd': { overflowWrap: 'anywhere', mb: { base: '2', sm: '0' } },
    '& a': { textDecoration: 'underline' },
  },
});

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <>
    <dt>{label}</dt>
    <dd>{children || <Dash>None</Dash>}</dd>
  </>
);

const Multiline = ({ children }: { children: string }) => <Words whiteSpace="pre-wrap">{children}</Words>;

/** Provider as advisers read it. */
const ProviderFacts = ({ provider, same }: { provider: Provider; same: Provider | undefined }) => {
  const { phone, email, post, portalUrl, takes, notes } = provider;
  return (
    <>
      <Facts>
        <Fact label="Phone">{phone && <a href={phoneLink(phone)}>{phone}</a>}</Fact>
        <Fact label="Email">{email && <a href={mailLink(email)}>{email}</a>}</Fact>
        <Fact label="Post">{post && <Multiline>{post}</Multiline>}</Fact>
        <Fact label="Portal">
          {portalUrl && (
            <a href={portalUrl} target="_blank" rel="noopener noreferrer">
              {portalUrl}
            </a>
          )}
        </Fact>
        <Fact label="Takes">{takes && TAKES_TEXT[takes]}</Fact>
        <Fact label="Notes">{notes && <Multiline>{notes}</Multiline>}</Fact>
        {same && (
          <Fact label="Same as">
            <Words>{same.name}</Words>
          </Fact>
        )}
      </Facts>
      <Text textStyle="sm" color="fg.muted">
        Only admins change this. Ask one if something is wrong.
      </Text>
    </>
  );
};

const NONE = '';

type Field = keyof Typed;

interface FieldsProps {
  provider: Provider;
  others: readonly Provider[];
  /** Returns the hint of a field, such as a value that somebody else saved meanwhile. */
  hintOf: (field: Field, usual?: string) => string | undefined;
}

const Fields = ({ provider, others, hintOf }: FieldsProps) => (
  <>
    <Grid templateColumns={{ base: '1fr', sm: '1fr 1fr' }} gap="4" alignItems="start">
      <TextField name="phone" label="Phone" hint={hintOf('phone')} type="tel" defaultValue={provider.phone ?? ''} />
      <TextField name="email" label="Email" hint={hintOf('email')} type="email" defaultValue={provider.email ?? ''} />
    </Grid>
    <TextAreaField
      name="post"
      label="Postal Address"
      hint={hintOf('post')}
      rows={2}
      defaultValue={provider.post ?? ''}
    />
    <TextField
      name="portalUrl"
      label="Portal Address"
      hint={hintOf('portalUrl')}
      type="url"
      placeholder="https://"
      defaultValue={provider.portalUrl ?? ''}
    />
    <Grid templateColumns={{ base: '1fr', sm: '1fr 1fr' }} gap="4" alignItems="start">
      <SelectField
        name="takes"
        label="Takes"
        hint={hintOf('takes')}
        placeholder="Not known"
        defaultValue={provider.takes ?? NONE}
        options={Object.entries(TAKES_TEXT).map(([value, label]) => ({ value, label }))}
      />
      <SelectField
        name="sameAs"
        label="Same As"
        hint={hintOf('sameAs', 'For another spelling of its name.')}
        placeholder="No other provider"
        defaultValue={provider.sameAs ?? NONE}
        options={others.map(({ key, name }) => ({ value: key, label: name }))}
      />
    </Grid>
    <TextAreaField name="notes" label="Notes" hint={hintOf('notes')} rows={2} defaultValue={provider.notes ?? ''} />
  </>
);

/** Other spellings of the provider, each with a button that opens it. */
const Spellings = ({ spellings, onOpen }: { spellings: readonly Provider[]; onOpen: (key: string) => void }) => (
  <Flex align="baseline" gap="2" wrap="wrap" textStyle="sm">
    <Text color="fg.muted">Other spellings:</Text>
    {spellings.map(({ key, name }) => (
      <Button key={key} size="xs" variant="outline" colorPalette="gray" onClick={() => onOpen(key)}>
        <Words>{name}</Words>
      </Button>
    ))}
  </Flex>
);

interface Props extends DialogState {
  provider: Provider;
  directory: readonly Provider[];
  onOpen: (key: string) => void;
}

/** Contact details and response times of a provider. Admins change the details. */
export default function ProviderDialog({ provider, directory, onOpen, ...dialog }: Props) {
  const isAdmin = useMe().role === 'admin';
  const { mutateAsync, isError } = useMutation(saveProvider);
  const { key, name, sameAs } = provider;
  const version = useSeenVersion(provider.version, { open: dialog.open, isRefused: isError });
  const [first, setFirst] = useState(provider);
  if (!dialog.open && first !== provider) setFirst(provider);
  const spellings = directory.filter((other) => other.sameAs === key);
  const about = (
    <>
      {spellings.length > 0 && <Spellings spellings={spellings} onOpen={onOpen} />}
      <ResponseTimes {...provider} />
    </>
  );
  if (!isAdmin)
    return (
      <Modal {...dialog} title={name}>
        <DialogBody display="grid" gap="4" pb="6" textStyle="sm">
          <ProviderFacts provider={provider} same={directory.find((other) => other.key === sameAs)} />
          {about}
        </DialogBody>
      </Modal>
    );
  const others = directory.filter((other) => other.key !== key && other.sameAs === null);
  const shown = (field: Field) => {
    if (field === 'takes') return provider.takes && TAKES_TEXT[provider.takes];
    return field === 'sameAs' ? directory.find((other) => other.key === sameAs)?.name : provider[field];
  };
  const hintOf = (field: Field, usual?: string) =>
    provider[field] === first[field] ? usual : `Saved meanwhile: ${shown(field) ?? 'nothing'}`;
  return (
    <FormDialog
      {...dialog}
      title={name}
      draft={`provider/${key}`}
      schema={typed}
      onSubmit={(values) => mutateAsync({ params: { key }, body: { version, ...changesOf(first, values) } })}
      submitLabel="Save"
      busyLabel="Saving..."
    >
      <Fields provider={first} hintOf={hintOf} others={sortByName(others, (other) => other.name)} />
      <Box display="grid" gap="4" borderTopWidth="1px" pt="4">
        {about}
      </Box>
    </FormDialog>
  );
}
