import { globalRules, tokenNames } from 'virtual:design';
import { ChakraProvider } from '@chakra-ui/react/styled-system';
import { CacheProvider } from '@emotion/react';
import { QueryClientProvider } from '@tanstack/react-query';
import { startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import { keepPageFromFiles } from '../lib/files/dropped-files.ts';
import { watchTouches } from '../lib/http/attention.ts';
import { queryClient } from '../lib/query/query.ts';
import { watchConnection } from '../lib/query/reconnect.ts';
import { startTheme } from '../lib/screen/color-mode.ts';
import { leaveKeysToInputMethods } from '../lib/screen/input-methods.ts';
import { watchPresses } from '../lib/screen/pressed.ts';
import { styleCache } from '../ui/theme/flat-rules.ts';
import { makeSystem, systemToDraw } from '../ui/theme/system.ts';
import { startRouter } from './router.tsx';

/** How many lines an error says it comes through; none while the app was loaded (web/shell/before-paint.js). */
const TRACED = 10;
Object.assign(Error, { stackTraceLimit: TRACED });

/** Puts the global style before all others; by the CSSOM, which the page's policy allows. */
function addGlobalStyle() {
  const style = document.createElement('style');
  document.head.prepend(style);
  for (const [place, rule] of globalRules.entries()) style.sheet?.insertRule(rule, place);
}

/** Lets the browser do something else: the code and each part of starting take a phone a tenth of a second. */
const nextTask = () => new Promise<void>((resolve) => setTimeout(resolve, 0));

startTheme();
watchTouches();
watchConnection();
leaveKeysToInputMethods();
keepPageFromFiles();
watchPresses();

/**
 * Fetches what the address leads to, makes the design system meanwhile, and draws the app once both are there: until then the
 * outline of index.html says that it is loading.
 */
async function start(root: Element) {
  const router = startRouter();
  const isReady = new Promise<void>((resolve) => {
    // A page that is part of the entry has nothing to wait for.
    if (router.state.initialized) return resolve();
    const stop = router.subscribe(({ initialized }) => {
      if (!initialized) return;
      stop();
      resolve();
    });
  });
  await nextTask();
  addGlobalStyle();
  await nextTask();
  const { cache, serialize } = styleCache();
  const plain = makeSystem();
  await nextTask();
  const system = systemToDraw(plain, tokenNames, serialize);
  await isReady;
  await nextTask();
  startTransition(() =>
    createRoot(root).render(
      <CacheProvider value={cache}>
        <ChakraProvider value={system}>
          <QueryClientProvider client={queryClient}>
            <RouterProvider router={router} />
          </QueryClientProvider>
        </ChakraProvider>
      </CacheProvider>,
    ),
  );
}

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
nextTask().then(() => start(root));
