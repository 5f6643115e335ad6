import react from '@vitejs/plugin-react';
import { defineConfig, type ProxyOptions } from 'vite';
import { keptStack } from '../infra/local/kept-stack.ts';
import { firmName } from '../shared/rules/firm.ts';
import { COMMON, ownCopies } from './own-copies.ts';

// What every page loads anyway, in one file with the entry.
const BASE = [
  /vite\/preload-helper|rolldown\/runtime|web\/(index\.html|src\/app\/((main|root|router|route-error)\.tsx$|session\/guard)|src\/features\/portal\/portal-query)/,
  /node_modules\/(react|react-dom|react-is|react-router|scheduler|@tanstack|@emotion|stylis|@pandacss)\//,
  /@chakra-ui\/react\/dist\/esm\/(utils|create-context|merge-props|merge-refs|preset-base|styled-system\/(?!.*slot))/,
  /@chakra-ui\/react\/dist\/esm\/theme\/(tokens|[\w-]+\.js|recipes\/(button|input|skeleton|spinner)\.)/,
  /@chakra-ui\/react\/dist\/esm\/components\/(box|flex|grid|text|center|span|absolute-center|loader|spinner|skeleton|button)\//,
  /lucide-react\/dist\/esm\/((?!icons)|icons\/(sun|moon|cloud-off|refresh-cw|chevron-down)\.)|@zag-js\/dom-query\/dist\/shared/,
  /web\/src\/(ui\/theme|lib\/(?!fold|upload)|parts\/me)/,
  /web\/src\/(parts\/journey-rule|ui\/(controls|wordmark|theme-toggle|relative-time|sheet|page|page-loading|plain-frame|state|words|dialog-button|lazy-dialog))\./,
];
// What a page with a form loads besides.
const FORMS =
  /node_modules\/zod\/|\/shared\/contract\/(fields|advisers)\.|web\/src\/(ui\/(jitless|form|fields|password-field)\.|features\/auth\/(auth-frame|queries|schemas|use-enter)\.)|icons\/eye(-off)?\.mjs/;

// Icons of several advisers' pages: each would be a request of its own.
const ICONS = /lucide-react\/dist\/esm\/icons\/[\w-]+\.mjs$/;

// Building a schema changes nothing, so that a page which uses only the rules of a shared file does not load zod.
const SCHEMA_BUILDERS = [
  'z',
  'accountEmail',
  'emailAddress',
  'newPassword',
  'nullableText',
  'oneOf',
  'requiredLine',
  'requiredText',
  'text',
];

const target = (await keptStack())?.origin ?? 'http://localhost:3000';
/** Calls of a page that vite serves, as the site's own page would make them. */
const local: ProxyOptions = {
  target,
  configure: (proxy) => proxy.on('proxyReq', (call) => call.hasHeader('origin') && call.setHeader('origin', target)),
};

export default defineConfig({
  plugins: [react(), ownCopies],
  define: { 'import.meta.env.FIRM_NAME': JSON.stringify(firmName(process.env)) },
  server: { host: '127.0.0.1', proxy: { '/api': local, '/__mail': local } },
  build: {
    target: 'es2022',
    emptyOutDir: true,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      onLog: (level, log, forward) => log.code !== 'MODULE_LEVEL_DIRECTIVE' && forward(level, log),
      treeshake: {
        manualPureFunctions: SCHEMA_BUILDERS,
        propertyReadSideEffects: false,
        moduleSideEffects: [
          { test: /\/shared\/\w+\/[a-z]+\.ts$/, sideEffects: false },
          { test: /\/(hoist-non-react-statics|react-is)\//, sideEffects: false },
        ],
      },
      output: {
        codeSplitting: {
          groups: [
            { name: 'base', test: (id) => BASE.some((part) => part.test(id)) },
            { name: 'forms', test: FORMS },
            { name: 'common', test: (id) => COMMON.test(id) || id.endsWith('?rules') },
            { name: 'icons', test: ICONS, minShareCount: 2 },
          ],
        },
      },
    },
  },
});
