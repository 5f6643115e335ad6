import { Box } from '@chakra-ui/react/box';
import { Button, IconButton } from '@chakra-ui/react/button';
import { Flex } from '@chakra-ui/react/flex';
import { Grid } from '@chakra-ui/react/grid';
import { chakra } from '@chakra-ui/react/styled-system';
import { Text } from '@chakra-ui/react/text';
import { useMutation, useQuery } from '@tanstack/react-query';
import { ArrowDown, ArrowUp, Pencil, Plus, Trash2 } from 'lucide-react';
import { useLayoutEffect, useRef, useState } from 'react';
import type { RequestTemplates } from '#shared/contract/requests.ts';
import { REQUEST_LIMITS } from '#shared/rules/limits.ts';
import type { RequestTemplate } from '#shared/rules/request-templates.ts';
import type { Draft } from '../../lib/drafts/drafts.ts';
import { useFocusFallback } from '../../lib/screen/use-focus-fallback.ts';
import { parsed } from '../../lib/storage/storage.ts';
import { templatesQuery } from '../../parts/request/requests.ts';
import { stageName } from '../../parts/request/stages.ts';
import { DialogButton, lazyDialog } from '../../ui/eager/lazy-dialog.tsx';
import { ErrorState } from '../../ui/eager/state.tsx';
import { ActionButton } from '../../ui/feedback/action-button.tsx';
import { Restored } from '../../ui/form/draft-note.tsx';
import { ItemList } from '../../ui/layout/item-list.tsx';
import { FieldSkeletons } from '../../ui/layout/page-section.tsx';
import { MenuButton } from '../../ui/overlay/menu.tsx';
import type { MenuGroups } from '../../ui/overlay/menu-keys.ts';
import { Words } from '../../ui/text/words.tsx';
import { saveTemplates } from './queries.ts';
import { Conflict } from './section-form.tsx';

const TemplateDialog = lazyDialog(() => import('./template-dialog.tsx'));

const isSame = (a: readonly RequestTemplate[], b: readonly RequestTemplate[]) =>
  JSON.stringify(a) === JSON.stringify(b);

/** Keeps an unsaved list, and the version of the saved one that it is based on. */
function useListDraft(saved: RequestTemplates, { text, type, isRestored }: Draft) {
  const draft = parsed<RequestTemplates>(text, saved);
  return {
    shown: draft.templates,
    isChanged: !isSame(draft.templates, saved.templates),
    isOutdated: draft.version !== saved.version,
    isRestored,
    set: (templates: RequestTemplate[]) =>
      type(isSame(templates, saved.templates) ? '' : JSON.stringify({ version: draft.version, templates })),
    reset: () => type(''),
    /** Ends the draft after saving, but keeps what was changed meanwhile. */
    rebase: (version: number) =>
      type((text) => {
        const { templates } = parsed<RequestTemplates>(text, saved);
        return isSame(templates, draft.templates) ? '' : JSON.stringify({ version, templates });
      }),
  };
}

const rowId = (id: string) => `template-${id}`;

interface RowProps {
  template: RequestTemplate;
  isFirst: boolean;
  isLast: boolean;
  onMove: (by: 1 | -1) => void;
  onChange: (template: RequestTemplate) => void;
  onRemove: () => void;
}

function Row({ template, isFirst, isLast, onMove, onChange, onRemove }: RowProps) {
  const { id, title, help, stage } = template;
  const [isOpen, setOpen] = useState(false);
  const groups: MenuGroups = [
    [
      ...(isFirst ? [] : [{ label: 'Move Up', icon: ArrowUp, onSelect: () => onMove(-1) }]),
      ...(isLast ? [] : [{ label: 'Move Down', icon: ArrowDown, onSelect: () => onMove(1) }]),
    ],
    [{ label: 'Remove', icon: Trash2, danger: true, onSelect: onRemove }],
  ];
  return (
    <chakra.li
      id={rowId(id)}
      py="3"
      borderTopWidth="1px"
      borderColor="border.muted"
      _first={{ pt: '0', borderTopWidth: '0' }}
    >
      <Flex columnGap="4" rowGap="1" wrap="wrap" align="center">
        <Box flex="1 1 16rem">
          <Words fontWeight="medium">{title}</Words>
          <Text textStyle="sm" color="fg.muted">
            {stageName(stage)}
          </Text>
          {help && (
            <Words as="p" textStyle="sm" color="fg.muted">
              {help}
            </Words>
          )}
        </Box>
        <Flex gap="1" ms={{ base: '-2', sm: '0' }}>
          <IconButton
            size="sm"
            variant="ghost"
            colorPalette="gray"
            aria-label={`Edit ${title}`}
            onClick={() => setOpen(true)}
          >
            <Pencil aria-hidden />
          </IconButton>
          <MenuButton ref={useFocusFallback()} size="sm" label={`More for ${title}`} groups={groups} />
        </Flex>
      </Flex>
      <TemplateDialog template={template} onDone={onChange} open={isOpen} onClose={() => setOpen(false)} />
    </chakra.li>
  );
}

/** Returns the list with an item one place further up or down. */
function moved(list: readonly RequestTemplate[], from: number, by: 1 | -1): RequestTemplate[] {
  const others = list.filter((_, i) => i !== from);
  return [...others.slice(0, from + by), ...list.slice(from, from + 1), ...others.slice(from + by)];
}

interface ListProps {
  list: readonly RequestTemplate[];
  onChange: (list: RequestTemplate[]) => void;
}

function TemplateList({ list, onChange }: ListProps) {
  const [said, say] = useState('');
  const moving = useRef<string>(undefined);
  // A row that moves loses the focus.
  useLayoutEffect(() => {
    if (moving.current) document.getElementById(moving.current)?.querySelector<HTMLElement>('[aria-haspopup]')?.focus();
    moving.current = undefined;
  });
  const change = (next: RequestTemplate[], text: string) => {
    onChange(next);
    say(text);
  };
  return (
    <div>
      {list.length === 0 && <Text color="fg.muted">The list is empty. Add the documents that you often need.</Text>}
      <ItemList label="Documents to ask for">
        {list.map((template, i) => (
          <Row
            key={template.id}
            template={template}
            isFirst={i === 0}
            isLast={i === list.length - 1}
            onMove={(by) => {
              moving.current = rowId(template.id);
              change(moved(list, i, by), `${template.title} is now number ${i + by + 1} of ${list.length}`);
            }}
            onChange={(next) => change(list.with(i, next), `Changed ${next.title}`)}
            onRemove={() => change(list.toSpliced(i, 1), `Removed ${template.title}`)}
          />
        ))}
      </ItemList>
      <Text role="status" textStyle="xs" color="fg.muted" mt="1.5" minH="1lh">
        {said}
      </Text>
    </div>
  );
}

function AddButton({ list, onChange }: ListProps) {
  const isFull = list.length >= REQUEST_LIMITS.templates;
  return (
    <Flex gap="3" align="center" wrap="wrap">
      <DialogButton
        variant="outline"
        disabled={isFull}
        dialog={(state) => <TemplateDialog {...state} onDone={(template) => onChange([...list, template])} />}
      >
        <Plus aria-hidden />
        Add Document
      </DialogButton>
      {isFull && (
        <Text textStyle="sm" color="fg.muted">
          {`${REQUEST_LIMITS.templates} documents at most. Remove one to add another.`}
        </Text>
      )}
    </Flex>
  );
}

const OUTDATED = 'The saved list has changed since. Save List replaces it with yours; Discard shows it.';

interface SavedProps {
  saved: RequestTemplates;
  draft: Draft;
}

function SavedList({ saved, draft }: SavedProps) {
  const { shown, isChanged, isOutdated, isRestored, set, reset, rebase } = useListDraft(saved, draft);
  const { mutateAsync } = useMutation(saveTemplates);
  const save = () =>
    mutateAsync({ body: { version: saved.version, templates: [...shown] } }).then(
      ({ version }) => rebase(version),
      () => undefined,
    );
  const idle = isChanged ? {} : { 'aria-disabled': true };
  return (
    <Grid gap="5" templateColumns="minmax(0, 1fr)">
      {isRestored && isChanged && <Restored isOutdated={isOutdated} onDiscard={reset} />}
      <TemplateList list={shown} onChange={set} />
      <AddButton list={shown} onChange={set} />
      {isChanged && isOutdated && <Conflict>{OUTDATED}</Conflict>}
      <Flex gap="2" wrap="wrap">
        <ActionButton onAction={async () => isChanged && save()} busyLabel="Saving..." {...idle}>
          Save List
        </ActionButton>
        <Button variant="outline" colorPalette="gray" onClick={() => isChanged && reset()} {...idle}>
          Discard
        </Button>
      </Flex>
    </Grid>
  );
}

/** The firm's list of documents to ask for. Saved as a whole. */
export default function TemplatesFields({ draft }: { draft: Draft }) {
  const { data, error, refetch } = useQuery(templatesQuery);
  if (data) return <SavedList saved={data} draft={draft} />;
  if (error) return <ErrorState title="The list could not be loaded" error={error} onRetry={refetch} />;
  return <FieldSkeletons count={6} />;
}
