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
/** Loaded after the portal's first screen. */
const SENDING = ['rows', 'upload.ts', 'draw-on-white.ts', 'photo-limits.ts'].map(
  (part) => `web/src/parts/upload/${part}`,
);

/** Keys of calls that create something, which load with the first of them. */
const ATTEMPTS = 'web/src/lib/http/attempts.ts';

/** Rules of what staff chase, which the first screens of login and portal do not need. */
const CHASE = 'shared/rules/chase';

/** Table of what may be done with a request, which only pages of staff need. */
const ACTS = 'shared/rules/request-acts.ts';

/** Rules of open work, which only pages of staff need. */
const OPEN_WORK = 'shared/rules/open-work.ts';

/** Search, and rules of the clients list, which the first screens of login and portal do not need. */
const SEARCH = 'shared/rules/search.ts';
const LISTS = [SEARCH, 'shared/rules/client-columns.ts', 'shared/rules/client-list.ts'];

/** Layout of staff's lists, which the first screens of login and portal do not need. */
const STAFF_LAYOUT = ['web/src/ui/layout/page-tabs.tsx', 'web/src/ui/layout/views.tsx'];

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
      'web/src/ui/eager',
      'web/src/ui/feedback',
      'web/src/ui/layout',
      'web/src/ui/text',
      'shared/rules',
      'node_modules/@tanstack/react-query',
    ],
    // Also drafts of forms. The entry's own import of the folder is captured with the entry.
    except: ['web/src/lib/drafts', ATTEMPTS, CHASE, ...STAFF_LAYOUT, ACTS, OPEN_WORK, ...LISTS, ...LARGE_FILES],
  },
  // Forms, schemas and zod, for all pages with a form.
  forms: { folders: ['web/src/features/auth/form'] },
  icons: { folders: ['node_modules/lucide-react'], minShareCount: 3 },
  uploads: { folders: ['web/src/parts/upload'], except: [...LARGE_FILES, ...SENDING], minShareCount: 2 },
  // Dialogs, conversations, documents, requests and letters load on demand, some of them in the portal too.
  parts: {
    folders: ['web/src/parts', SEARCH],
    except: [
      'client/open-place.ts',
      'client/adviser-line.tsx',
      'dialogs',
      'message',
      'document',
      'request',
      'filter',
      'legal',
      'loa',
      'selection',
    ]
      .map((part) => `web/src/parts/${part}`)
      .concat(LARGE_FILES, SENDING),
    minShareCount: 3,
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
