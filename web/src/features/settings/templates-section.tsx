import { Text } from '@chakra-ui/react/text';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { RequestTemplates } from '#shared/contract/requests.ts';
import { REQUEST_LIMITS } from '#shared/rules/limits.ts';
import type { RequestTemplate } from '#shared/rules/request-templates.ts';
import type { Draft } from '../../lib/drafts/drafts.ts';
import { templatesQuery } from '../../parts/request/requests.ts';
import { stageName } from '../../parts/request/stages.ts';
import { type DialogState, lazyDialog } from '../../ui/eager/lazy-dialog.tsx';
import { ErrorState } from '../../ui/eager/state.tsx';
import { FieldSkeletons } from '../../ui/layout/page-section.tsx';
import { Words } from '../../ui/text/words.tsx';
import { ListEditor } from './list-editor.tsx';
import { OwnForm, useVersionedDraft } from './own-form.tsx';
import { saveTemplates } from './queries.ts';

const TemplateDialog = lazyDialog(() => import('./template-dialog.tsx'));

const About = ({ stage, help }: RequestTemplate) => (
  <>
    <Text textStyle="sm" color="fg.muted">
      {stageName(stage)}
    </Text>
    {help && (
      <Words as="p" textStyle="sm" color="fg.muted">
        {help}
      </Words>
    )}
  </>
);

const DOCUMENTS = {
  label: 'Documents to ask for',
  noun: 'Document',
  most: { count: REQUEST_LIMITS.templates, text: `${REQUEST_LIMITS.templates} documents` },
  empty: 'The list is empty. Add the documents that you often need.',
  nameOf: ({ title }: RequestTemplate) => title,
  about: About,
  dialog: (state: DialogState, onDone: (template: RequestTemplate) => void, template?: RequestTemplate) => (
    <TemplateDialog {...state} {...(template && { template })} onDone={onDone} />
  ),
};

interface SavedProps {
  saved: RequestTemplates;
  draft: Draft;
}

function SavedList({ saved, draft: kept }: SavedProps) {
  const draft = useVersionedDraft(saved, kept);
  const { mutateAsync } = useMutation(saveTemplates);
  const { shown, set } = draft;
  return (
    <OwnForm
      draft={draft}
      noun="List"
      onSave={() => mutateAsync({ body: { version: saved.version, templates: shown.templates } })}
    >
      <ListEditor kind={DOCUMENTS} list={shown.templates} onChange={(templates) => set({ ...shown, templates })} />
    </OwnForm>
  );
}

/** The firm's list of documents to ask for. Saved as a whole. */
export default function TemplatesFields({ draft }: { draft: Draft }) {
  const { data, error, refetch } = useQuery(templatesQuery);
  if (data) return <SavedList saved={data} draft={draft} />;
  if (error) return <ErrorState title="The list could not be loaded" error={error} onRetry={refetch} />;
  return <FieldSkeletons count={6} />;
}
