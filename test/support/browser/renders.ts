import type { Page } from '@playwright/test';

/** React's message to its developer tools about a component. */
interface Fiber {
  tag: number;
  flags: number;
  alternate: Fiber | null;
  child: Fiber | null;
  sibling: Fiber | null;
}

/** Counts rendered components from now on, by React's messages to its developer tools, which production builds send too. */
export async function countRenders(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const DRAWN = 1;
    // Functions, classes, and their memo and forwardRef variants.
    const COMPONENTS = [0, 1, 11, 14, 15];
    let drawn = 0;
    const visit = (fiber: Fiber) => {
      const before = fiber.alternate;
      if (COMPONENTS.includes(fiber.tag) && (before === null || (fiber.flags & DRAWN) === DRAWN)) drawn += 1;
      if (before && before.child === fiber.child) return;
      for (let child = fiber.child; child; child = child.sibling) visit(child);
    };
    Object.assign(window, {
      drawn: () => drawn,
      __REACT_DEVTOOLS_GLOBAL_HOOK__: {
        isDisabled: false,
        supportsFiber: true,
        inject: () => 1,
        onCommitFiberUnmount: () => undefined,
        onPostCommitFiberRoot: () => undefined,
        onCommitFiberRoot: (_: number, root: { current: Fiber }) => visit(root.current),
      },
    });
  });
}

/** Returns how many components were rendered once three idle moments in a row rendered none: lists are drawn in several parts. */
export const rendersOf = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const count = () => ('drawn' in window && typeof window.drawn === 'function' ? window.drawn() : Number.NaN);
    let last = count();
    for (let still = 0; still < 3; ) {
      // Chromium starts no idle period on a page that it draws in parts.
      await new Promise((idle) => requestIdleCallback(idle, { timeout: 200 }));
      await new Promise(requestAnimationFrame);
      const now = count();
      still = now === last ? still + 1 : 0;
      last = now;
    }
    return last;
  });
