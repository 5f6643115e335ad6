import { ChakraProvider } from '@chakra-ui/react/styled-system';
import { QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import { watchTouches } from '../lib/attention.ts';
import { startTheme } from '../lib/color-mode.ts';
import { queryClient } from '../lib/query.ts';
import { system } from '../ui/theme/system.ts';
import { router } from './router.tsx';

startTheme();
watchTouches();

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
createRoot(root).render(
  <ChakraProvider value={system}>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </ChakraProvider>,
);
