import { globalRules, tokenNames } from 'virtual:design';
import { ChakraProvider } from '@chakra-ui/react/styled-system';
import { CacheProvider } from '@emotion/react';
import { QueryClientProvider } from '@tanstack/react-query';
import { startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import { sayDay } from '#shared/rules/say-date.ts';
import { expireDrafts } from '../lib/drafts/drafts.ts';
import { preventFileNavigation } from '../lib/files/dropped-files.ts';
import { watchTouches } from '../lib/http/attention.ts';
import { queryClient } from '../lib/query/query.ts';
import { watchConnection } from '../lib/query/reconnect.ts';
import { startTheme } from '../lib/screen/color-mode.ts';
import { leaveKeysToInputMethods } from '../lib/screen/input-methods.ts';
import { watchPresses } from '../lib/screen/pressed.ts';
import { styleCache } from '../ui/theme/flat-rules.ts';
import { makeSystem, systemToDraw } from '../ui/theme/system.ts';
import { startRouter } from './router.tsx';

/** Inserts the global rules before all others, by the CSSOM, as the content security policy forbids inline styles. */
function addGlobalStyle() {
  const style = document.createElement('style');
  document.head.prepend(style);
  for (const [place, rule] of globalRules.entries()) style.sheet?.insertRule(rule, place);
}

/** Yields to the browser between the steps of the start: each takes a phone some 100 ms. */
const nextTask = () => new Promise<void>((resolve) => setTimeout(resolve, 0));

expireDrafts();
startTheme();
watchTouches();
watchConnection();
leaveKeysToInputMethods();
preventFileNavigation();
watchPresses();

/** Renders the app once its code is loaded and the design system is built. Until then index.html shows its outline. */
async function start(root: Element) {
  const router = startRouter();
  const isReady = new Promise<void>((resolve) => {
    // Pages in the entry chunk need no loading.
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
  // While the answer is awaited: the first formatter takes a phone 30 ms, which would delay the page's first rows.
  if (!router.state.initialized) {
    await nextTask();
    sayDay(new Date(0).toISOString());
  }
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
