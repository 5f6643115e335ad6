import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { firmName } from '../shared/rules/firm.ts';
import { CLIENT_BROWSERS } from './browsers.ts';
import { compressed } from './compress.ts';
import { computed } from './computed.ts';
import { design } from './design/plugin.ts';
import { shell } from './shell/shell.ts';

/** Code that loads once a large file is sent or opened. */
const LARGE_FILES = ['web/src/lib/large-files', 'web/src/parts/upload/large'];
/** States and names of files, and choices before they are sent, which the portal's first screen knows too. */
const UNSENT = ['page-names.ts', 'photos/photos-choice.tsx', 'queued-file.ts', 'use-unfinished.ts'].map(
  (part) => `web/src/parts/upload/${part}`,
);
/** Loaded after the portal's first screen. */
const SENDING = ['rows', 'send-file.ts', 'draw-on-white.ts', 'photo-limits.ts'].map(
  (part) => `web/src/parts/upload/${part}`,
);

/** Keys of calls that create something, which load with the first of them. */
const ATTEMPTS = 'web/src/lib/http/attempts.ts';

/** Rules of what staff chase, which the first screens of login and portal do not need. */
const CHASE = [
  'client-load',
  'histograms',
  'loa-chase-text',
  'loas',
  'providers',
  'reminder-text',
  'reminders',
  'stuck',
].map((name) => `shared/rules/${name}.ts`);

/** Merge of notes that two people changed, which only a dialog of staff needs. */
const NOTES = 'shared/rules/notes.ts';

/** Acts and refusals of requests, which the first screens of login and portal do not need. */
const ACTS = ['request-acts', 'request-texts', 'signing'].map((rule) => `shared/rules/${rule}.ts`);

/** Rules of open work, which only pages of staff need. */
const OPEN_WORK = ['shared/rules/open-work.ts', 'shared/rules/urgency.ts'];

/** Questions and rules of the fact-find, which only its own pages need. */
const FACTFIND = ['', '-answers', '-money', '-own', '-people', '-plans', '-questions', '-shape'].map(
  (part) => `shared/rules/factfind${part}.ts`,
);

/** Rules of the risk questionnaire and of agreed fact-finds, which only pages of staff need. */
const STAFF_RULES = ['factfind-agreement', 'risk'].map((rule) => `shared/rules/${rule}.ts`);

/** Search, and rules of the clients list, which the first screens of login and portal do not need. */
const SEARCH = 'shared/rules/search.ts';
/** Rules of who works with whom, which the first screens of login and portal do not need. */
const COLLEAGUES = ['shared/rules/colleagues.ts', 'shared/rules/colleague-messages.ts'];
/** Rules of a client's further people, which the first screens of login and portal do not need. */
const PERSONS = 'shared/rules/persons.ts';
const LISTS = [SEARCH, 'shared/rules/client-columns.ts', 'shared/rules/client-list.ts'];

/** Layout of staff's lists and settings, which the first screens of login and portal do not need. */
const STAFF_LAYOUT = ['item-list', 'page-section', 'page-tabs', 'views'].map((part) => `web/src/ui/layout/${part}.tsx`);

/** Reads and changes of a client's work that several pages of staff share, and what joins up their dialogs. */
const CLIENT_FACTS = [
  ...['client-status', 'completion', 'external-tools', 'open-place', 'plans', 'stages'].map(
    (part) => `client/${part}.ts`,
  ),
  'dialogs/delete-client-dialog.tsx',
  'document/documents.ts',
  'link/mail-notice.tsx',
  'link/use-portal-link.ts',
  'loa/loas.ts',
  'message/client-messages.ts',
  'request/requests.ts',
].map((part) => `web/src/parts/${part}`);

interface Chunk {
  folders: string[];
  except?: string[];
  minShareCount?: number;
  /** False leaves out what the files import, as other pages share it. */
  includeDependenciesRecursively?: boolean;
}

/**
 * Chunks by folder. A chunk takes the files of its folders and all that they import, or only the files that at least
 * `minShareCount` chunks share. Rolldown places the rest where it is used.
 */
export const CHUNKS: Readonly<Record<string, Chunk>> = {
  // Merged with the entry, as every page loads it. Without `ui` and `shared/rules` the portal loads 28 files.
  base: {
    folders: [
      'web/index.html',
      'web/src/lib',
      'web/src/parts/firm.ts',
      'web/src/parts/status',
      ...UNSENT,
      'web/src/ui/eager',
      'web/src/ui/feedback',
      'web/src/ui/layout',
      'web/src/ui/text',
      'shared/rules',
      'node_modules/@tanstack/react-query',
      'node_modules/@chakra-ui/react/dist/esm/components/grid/grid.js',
      // Also of dialogs and menus.
      'node_modules/@chakra-ui/react/dist/esm/components/button/close-button.js',
      'node_modules/@chakra-ui/react/dist/esm/components/icons.js',
    ],
    // Also drafts of forms. The entry's own import of the folder is captured with the entry.
    except: [
      'web/src/lib/drafts',
      ATTEMPTS,
      ...CHASE,
      NOTES,
      ...COLLEAGUES,
      PERSONS,
      ...STAFF_LAYOUT,
      ...ACTS,
      ...OPEN_WORK,
      ...FACTFIND,
      ...STAFF_RULES,
      ...LISTS,
      ...LARGE_FILES,
    ],
  },
  // Forms, schemas and zod, for all pages with a form.
  forms: { folders: ['web/src/features/auth/form'] },
  icons: { folders: ['node_modules/lucide-react'], minShareCount: 3 },
  uploads: { folders: ['web/src/parts/upload'], except: [...LARGE_FILES, ...SENDING], minShareCount: 2 },
  // Dialogs, conversations, documents, requests and letters load on demand, some of them in the portal too.
  parts: {
    folders: ['web/src/parts', SEARCH],
    except: [
      'account/works.ts',
      'client/open-place.ts',
      'client/plans.ts',
      'client/stages.ts',
      'client/typed-pounds.ts',
      'client/adviser-line.tsx',
      'dialogs',
      'message',
      'document',
      'request',
      'factfind',
      'filter',
      'legal',
      'list',
      'loa',
      'plan',
      'selection',
    ]
      .map((part) => `web/src/parts/${part}`)
      .concat(LARGE_FILES, SENDING),
    minShareCount: 3,
  },
  // Frame of staff's pages, with what most of them share.
  'adviser-frame': {
    folders: [
      'web/src/app/frame/adviser-frame.tsx',
      'shared/rules/colleagues.ts',
      'web/src/features/client/journey-facts.ts',
      'web/src/features/client/queries.ts',
      'web/src/ui/overlay/dialog-host.tsx',
      ...CLIENT_FACTS,
      ...['rotate-ccw', 'settings', 'user-round-x'].map(
        (icon) => `node_modules/lucide-react/dist/esm/icons/${icon}.mjs`,
      ),
    ],
  },
  // Sections that a client's page draws first: one request instead of 14.
  'client-first': {
    folders: [
      'disclosure.tsx',
      'header/next-line.tsx',
      'journey/meeting-date.tsx',
      'journey/queries.ts',
      'journey/stage-actions.tsx',
      'journey/stages-accordion.tsx',
      'messages-panel.tsx',
      'overview/advice-line.tsx',
      'overview/advice-words.ts',
      'plans/plans.tsx',
      'requests/queries.ts',
      'section-notices.tsx',
      'work-columns.tsx',
    ]
      .map((part) => `web/src/features/client/${part}`)
      .concat('web/src/parts/message/client-thread.tsx'),
    includeDependenciesRecursively: false,
  },
  // Shared by its further sections.
  'client-rows': {
    folders: [
      'documents/changes.ts',
      'documents/document-list.tsx',
      'documents/upload-button.tsx',
      'documents/upload-list.tsx',
      'documents/use-uploads.ts',
      'documents/use-file-drop.ts',
      'folded.tsx',
      'item-row.tsx',
      'journey/completing.ts',
      'plans/offers.ts',
      'shortened-list.tsx',
      'stage-options.tsx',
      'stranded-texts.tsx',
      'tasks/queries.ts',
    ].map((part) => `web/src/features/client/${part}`),
    includeDependenciesRecursively: false,
  },
  // Small parts of many dialogs, in one request.
  'dialog-parts': {
    folders: ['parts/request/use-seen-version.ts', 'ui/form/date-field.tsx', 'ui/overlay/notice.ts'].map(
      (part) => `web/src/${part}`,
    ),
    includeDependenciesRecursively: false,
  },
  // Shared by the dialogs that ask for documents or start a fact-find.
  asking: {
    folders: ['proposed-due', 'why-no-email'].map((part) => `web/src/parts/request/${part}.ts`),
    includeDependenciesRecursively: false,
  },
  // Fields of nouns that forms and the audit log share.
  nouns: {
    folders: ['client', 'field', 'task'].map((noun) => `shared/nouns/${noun}.ts`),
    includeDependenciesRecursively: false,
  },
  // Questions and rules of the fact-find, for clients and staff. Settings need its shape alone.
  'factfind-rules': {
    folders: FACTFIND,
    except: ['shared/rules/factfind-shape.ts'],
    includeDependenciesRecursively: false,
  },
  // Fields of the fact-find, for clients and staff.
  'factfind-fields': { folders: ['web/src/parts/factfind'], includeDependenciesRecursively: false },
  // Shared by the pages that are a list.
  list: { folders: ['web/src/parts/list'], includeDependenciesRecursively: false },
  'stage-icons': { folders: ['web/src/features/client/journey/stage-icons.ts'] },
  // Also the portal's.
  conversation: {
    folders: ['conversation.tsx', 'thread-scroll.ts', 'use-sending.ts'].map((part) => `web/src/parts/message/${part}`),
    includeDependenciesRecursively: false,
  },
  // Downloads and previews of documents, for clients and staff.
  previews: {
    folders: ['open-button.tsx', 'opened.ts', 'preview-tab.ts', 'use-download.ts']
      .map((part) => `web/src/parts/document/${part}`)
      .concat('web/shell/preview-style.ts'),
    includeDependenciesRecursively: false,
  },
  // Pages of the fact-find after its questions, in one request.
  'factfind-answers': {
    folders: [
      'agreed.tsx',
      'answers-page.tsx',
      'changed-since.tsx',
      'conflict.tsx',
      'correction.tsx',
      'section-answers.tsx',
      'sending.tsx',
      'staff-notes-list.tsx',
      'stranded-answers.tsx',
      'together.tsx',
    ].map((part) => `web/src/features/portal/factfind/${part}`),
    includeDependenciesRecursively: false,
  },
  // First screen of the portal, in one request.
  'portal-page': { folders: ['web/src/features/portal/portal-page.tsx'] },
  // Parts that the portal loads after its first screen: one request instead of eight.
  'portal-parts': {
    folders: [
      'web/src/features/portal/documents',
      'web/src/features/portal/journey',
      'web/src/features/portal/messages',
      'web/src/features/portal/requests',
      'web/src/features/portal/stranded',
      'web/src/features/portal/tasks',
    ],
    includeDependenciesRecursively: false,
  },
};
const isIn = (folders: readonly string[], id: string) => folders.some((folder) => id.includes(`/${folder}`));
const groups = Object.entries(CHUNKS).map(([name, { folders, except = [], ...options }]) => ({
  name,
  test: (id: string) => isIn(folders, id) && !isIn(except, id),
  ...options,
}));

/** Schema builders without side effects, so that unused schemas of the contract are removed. */
const SCHEMA_BUILDERS = ['z', 'pageQuery', 'oneOf'];

export default defineConfig({
  plugins: [react(), computed, design, shell, compressed],
  define: { 'import.meta.env.FIRM_NAME': JSON.stringify(firmName(process.env)) },
  server: { host: '127.0.0.1' },
  build: {
    target: Object.entries(CLIENT_BROWSERS).map(([name, version]) => name + version),
    emptyOutDir: true,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      onLog: (level, log, forward) => log.code !== 'MODULE_LEVEL_DIRECTIVE' && forward(level, log),
      treeshake: {
        manualPureFunctions: SCHEMA_BUILDERS,
        propertyReadSideEffects: false,
        moduleSideEffects: [{ test: /\/(hoist-non-react-statics|react-is)\//, sideEffects: false }],
      },
      output: {
        codeSplitting: { groups },
      },
    },
  },
});
