import { type BrowserContext, test as base, expect, type Page, type Request } from '@playwright/test';
import { CLIENT_BROWSERS, STAFF_BROWSERS } from '../../../web/browsers.ts';
import { imitate } from './old-browser.ts';
import { translate } from './translate.ts';

/** Calls other than GET that may be aborted too. A later visit marks notices again. */
const ABORTABLE = /\/api\/(auth\/passkey\/options|notifications\/read)$/;
/** Returns true for reads, which a page that is left aborts. */
const isRead = (request: Request) => request.method() === 'GET' || ABORTABLE.test(request.url());

const isIcon = (request: Request) => request.url().endsWith('/favicon.svg');

const withoutHash = (url: string) => url.split('#')[0];

/**
 * Counts the documents that a page commits. Until a commit the old document still sends requests, which the commit aborts.
 */
function countCommits(page: Page): { readonly count: number } {
  const commits = { count: 0 };
  let asked: string | undefined;
  page.on('request', (request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) asked = withoutHash(request.url());
  });
  page.on('framenavigated', (frame) => {
    // A navigation within a document emits the same event, without a request.
    if (frame !== page.mainFrame() || withoutHash(frame.url()) !== asked) return;
    asked = undefined;
    commits.count += 1;
  });
  return commits;
}

/** Collects reads that were in flight at sign-out: their 401 is expected. */
function refusedAtSignOut(page: Page): ReadonlySet<Request> {
  const refused = new Set<Request>();
  let underWay = new WeakSet<Request>();
  let state: 'signed in' | 'leaving' | 'signed out' = 'signed in';
  const is = (request: Request, what: string) => request.url().endsWith(`/api/auth/${what}`);
  page.on('request', (request) => {
    if (is(request, 'logout')) state = 'leaving';
    if (state !== 'signed out') underWay.add(request);
  });
  page.on('response', (response) => {
    const request = response.request();
    if (is(request, 'logout')) state = 'signed out';
    const isLeft = state !== 'signed in' && underWay.has(request);
    if (isLeft && request.method() === 'GET' && response.status() === 401) refused.add(request);
    if (!is(request, 'login')) return;
    state = 'signed in';
    underWay = new WeakSet();
  });
  return refused;
}

/** Slows the page's processor, to find tests that depend on speed (docs/tests.md). */
async function slowDown(page: Page, rate: number) {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate });
}

/** Sets the pages' clock to this process's clock, which `clock.ts` may have replaced. */
async function followTime(context: BrowserContext) {
  const offset = Date.now() - performance.timeOrigin - performance.now();
  await context.addInitScript((ms) => {
    const MachineDate = Date;
    const now = () => Math.floor(MachineDate.now() + ms);
    window.Date = new Proxy(MachineDate, {
      construct: (target, args) => (args.length > 0 ? Reflect.construct(target, args) : new target(now())),
      apply: () => new MachineDate(now()).toString(),
      get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
    });
  }, offset);
}

const SLOWED_BY = Number(process.env.CPU_SLOWDOWN ?? 1);
/** Set for pages without what the oldest supported browsers of clients or staff lack. */
const OLD_BROWSERS = { clients: CLIENT_BROWSERS, staff: STAFF_BROWSERS }[process.env.OLD_BROWSERS ?? ''];

/** Collects faults of pages: console errors, failed requests, violations of the content security policy. */
export class Watch {
  readonly faults: string[] = [];
  /** Faults that a test provokes on purpose. */
  readonly expected: RegExp[] = [];
  /** Faults that a later event may excuse. */
  private readonly doubtful: { what: string; isFault: () => boolean }[] = [];

  attach(page: Page): void {
    const commits = countCommits(page);
    const askedIn = new WeakMap<Request, number>();
    const answered = new WeakSet<Request>();
    const refused = refusedAtSignOut(page);
    page.on('request', (request) => askedIn.set(request, commits.count));
    page.on('console', (message) => {
      const { url } = message.location();
      // The message can precede its response.
      const isFault = () => ![...refused].some((request) => request.url() === url);
      if (['error', 'warning'].includes(message.type()))
        this.doubtful.push({ what: `console: ${message.text()}`, isFault });
    });
    page.on('pageerror', (error) => this.faults.push(`page error: ${error.message}`));
    page.on('requestfailed', (request) => {
      const error = request.failure()?.errorText;
      // A document that is shown in the page is dropped as the next one takes its place.
      if (error === 'net::ERR_ABORTED' && request.url().startsWith('blob:')) return;
      const what = `request failed: ${request.method()} ${request.url()} ${error}`;
      // A page that is left aborts its reads; the browser fetches the icon at any time.
      const isFault = () => !page.isClosed() && !isIcon(request) && commits.count <= (askedIn.get(request) ?? 0);
      // Playwright reports answered requests whose body nobody read as aborted when the next document commits.
      const mayBeAborted = isRead(request) || answered.has(request);
      if (error === 'net::ERR_ABORTED' && mayBeAborted) this.doubtful.push({ what, isFault });
      else this.faults.push(what);
    });
    page.on('response', (response) => {
      answered.add(response.request());
      if (response.status() >= 400 && !refused.has(response.request()))
        this.faults.push(`${response.status()} ${response.request().method()} ${response.url()}`);
    });
  }

  async attachTo(context: BrowserContext): Promise<void> {
    await followTime(context);
    if (process.env.TRANSLATED) await translate(context);
    if (OLD_BROWSERS) await imitate(context, OLD_BROWSERS);
    context.on('page', (page) => {
      this.attach(page);
      // The page may close first.
      if (SLOWED_BY > 1) slowDown(page, SLOWED_BY).catch(() => undefined);
    });
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
    const turnedOut = this.doubtful.filter(({ isFault }) => isFault()).map(({ what }) => what);
    return [...this.faults, ...turnedOut].filter((fault) => !this.expected.some((known) => known.test(fault)));
  }
}

/** Playwright's test on watched pages: unexpected faults fail it. */
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
