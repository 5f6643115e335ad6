import { ChakraProvider } from '@chakra-ui/react/styled-system';
import { QueryClientProvider } from '@tanstack/react-query';
import { startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import { keepPageFromFiles } from '../lib/files/dropped-files.ts';
import { watchTouches } from '../lib/http/attention.ts';
import { queryClient } from '../lib/query/query.ts';
import { startTheme } from '../lib/screen/color-mode.ts';
import { watchPresses } from '../lib/screen/pressed.ts';
import { globalRules } from '../ui/theme/global-rules.ts';
import { makeSystem } from '../ui/theme/system.ts';
import { readFirst } from './read-ahead.ts';
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

startTheme();
watchTouches();
keepPageFromFiles();
watchPresses();

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

/** Draws the app in place of the outline that index.html has, a little in each frame. */
function draw(root: Element, router: ReturnType<typeof startRouter>) {
  addGlobalStyle();
  const system = makeSystem();
  startTransition(() =>
    createRoot(root).render(
      <ChakraProvider value={system}>
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </ChakraProvider>,
    ),
  );
}

/** Fetches what the address leads to, and draws it once its code is there: until then the outline says that it is loading. */
function start(root: Element) {
  const router = startRouter();
  const stop = router.subscribe(({ initialized, location }) => {
    if (!initialized) return;
    stop();
    // What the page shows is on its way while the frame around it is drawn.
    readFirst(location.pathname).catch(() => undefined);
    draw(root, router);
  });
}

// In a task of its own, as the code alone takes a phone a tenth of a second.
setTimeout(start, 0, root);
