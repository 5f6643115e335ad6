import { type BrowserContext, test as base, expect, type Page, type Request } from '@playwright/test';

const isIcon = (request: Request) => request.url().endsWith('/favicon.svg');

/** Everything that a page must not do: complain on the console, fail a request, break the content security policy. */
export class Watch {
  readonly faults: string[] = [];
  /** Faults that a test provokes on purpose. */
  readonly expected: RegExp[] = [];
  /** Reads that were given up, each with whether its page was left for another. */
  private readonly aborted: { what: string; left: () => boolean }[] = [];

  attach(page: Page): void {
    const documents = { count: 0 };
    const askedIn = new WeakMap<Request, number>();
    page.on('request', (request) => {
      if (request.isNavigationRequest() && request.frame() === page.mainFrame()) documents.count += 1;
      askedIn.set(request, documents.count);
    });
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) this.faults.push(`console: ${message.text()}`);
    });
    page.on('pageerror', (error) => this.faults.push(`page error: ${error.message}`));
    page.on('requestfailed', (request) => {
      const error = request.failure()?.errorText;
      const what = `request failed: ${request.method()} ${request.url()} ${error}`;
      // A page that is left gives up what it was still reading; its icon the browser fetches when it likes.
      const left = () => page.isClosed() || isIcon(request) || documents.count > (askedIn.get(request) ?? 0);
      if (error === 'net::ERR_ABORTED' && request.method() === 'GET') this.aborted.push({ what, left });
      else this.faults.push(what);
    });
    page.on('response', (response) => {
      if (response.status() >= 400)
        this.faults.push(`${response.status()} ${response.request().method()} ${response.url()}`);
    });
  }

  async attachTo(context: BrowserContext): Promise<void> {
    context.on('page', (page) => this.attach(page));
    await context.exposeFunction('reportViolation', (what: string) =>
      this.faults.push(`content security policy: ${what}`),
    );
    await context.addInitScript(() => {
      document.addEventListener('securitypolicyviolation', (event) => {
        const report = Reflect.get(window, 'reportViolation');
        if (typeof report === 'function') report(`${event.violatedDirective} ${event.blockedURI} ${event.sample}`);
      });
    });
  }

  unexpected(): string[] {
    const givenUp = this.aborted.filter(({ left }) => !left()).map(({ what }) => what);
    return [...this.faults, ...givenUp].filter((fault) => !this.expected.some((known) => known.test(fault)));
  }
}

/** Playwright's test with pages that are watched: a test fails on what it did not expect. */
export const test = base.extend<{ watch: Watch }>({
  watch: [
    async ({ context }, use) => {
      const watch = new Watch();
      await watch.attachTo(context);
      await use(watch);
      expect(watch.unexpected()).toEqual([]);
    },
    { auto: true },
  ],
});

/** Opens a second person's browser, watched by the same test. */
export async function otherBrowser(
  page: Page,
  watch: Watch,
  options: Parameters<NonNullable<ReturnType<BrowserContext['browser']>>['newContext']>[0],
) {
  const browser = page.context().browser();
  if (!browser) throw new Error('no browser');
  const context = await browser.newContext(options);
  await watch.attachTo(context);
  return context.newPage();
}

export { expect };
