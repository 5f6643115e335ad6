import { START, setNow } from '../clock.ts';
import { test as watched } from './watched.ts';

/** The watched test. Its clock and its pages' clocks start at START. */
export const test = watched.extend({
  context: ({ context }, use) => {
    setNow(START);
    return use(context);
  },
});
