import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import { useBusy } from '../../web/src/lib/screen/use-busy.ts';

type Run = ReturnType<typeof useBusy>[1];

/** Returns the `run` of a single rendering, as two quick clicks share it. */
function runOfOneRendering(): Run {
  let given: Run | undefined;
  renderToStaticMarkup(
    createElement(() => {
      [, given] = useBusy();
      return null;
    }),
  );
  return given ?? expect.fail('not rendered');
}

test('two clicks before the next render run one action', async () => {
  const run = runOfOneRendering();
  const { promise, resolve } = Promise.withResolvers<void>();
  const action = vi.fn(() => promise);
  const first = run(action);
  expect(await run(action)).toBe(false);
  resolve();
  expect(await first).toBe(true);
  expect(action).toHaveBeenCalledTimes(1);
});

test('another action can run after a successful or failed one', async () => {
  const run = runOfOneRendering();
  expect(await run(() => Promise.reject(new Error('refused')))).toBe(false);
  expect(await run(() => Promise.resolve())).toBe(true);
});
