import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { firmName } from '../shared/rules/firm.ts';
import { design } from './design/plugin.ts';
import { portalCopies } from './portal-copies.ts';
import { shell } from './shell/shell.ts';

// A group takes the files of its folders and all that they import. Rolldown places the rest where it is used.
/** Merged with the entry, as every page loads it. Sign-in and portal share Chakra's grid. */
const BASE =
  /virtual:design|\/web\/(index\.html|src\/(lib|ui\/eager)\/)|rolldown\/runtime|\/@tanstack\/(query-core|react-query)\/|\/components\/grid\//;
/** Forms, schemas and zod, for all pages with a form. */
const FORMS = /\/web\/src\/features\/auth\/(?![\w-]+-(page|dialog))/;
/**
 * Code shared by at least 3 chunks of advisers' pages; with 4 the client page exceeds its budget. Dialogs, `ui/form`
 * and `ui/overlay` load on demand: with them the frame is 42 KB instead of 20.
 */
const SHARED =
  /\/(shared\/rules|web\/src\/(ui\/(layout|feedback|text)|parts(\/(?!upload)\w+)?)|lucide-react\/dist\/esm\/icons)\/(?![\w-]+-dialog\.)[\w-]+\.(tsx?|mjs)$/;
/** First screen of the portal. Its rarely used parts load on demand and share this chunk. */
const PORTAL = /\/features\/portal\/(portal-page|firm-contact)\./;
/** Schema builders without side effects, so that unused schemas of the contract are removed. */
const SCHEMA_BUILDERS = ['z', 'pageQuery', 'oneOf'];

export default defineConfig({
  plugins: [react(), design, portalCopies, shell],
  define: { 'import.meta.env.FIRM_NAME': JSON.stringify(firmName(process.env)) },
  server: { host: '127.0.0.1' },
  build: {
    // The portal's minimum (README); web/shell/before-paint.js turns older browsers away.
    target: ['safari16.4', 'firefox121', 'chrome111'],
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
        codeSplitting: {
          groups: [
            { name: 'base', test: BASE },
            { name: 'forms', test: FORMS },
            { name: 'portal-page', test: PORTAL },
            { name: 'shared', test: SHARED, minShareCount: 3 },
          ],
        },
      },
    },
  },
});
