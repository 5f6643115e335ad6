// Runs before the first paint: sets the theme (default: light), selects the outline, asks for the first reads and preloads
// chunks.
{
  const root = document.documentElement;
  let theme;
  let wasSignedIn;
  try {
    theme = localStorage.getItem('theme');
    wasSignedIn = localStorage.getItem('signed in');
  } catch {
    // Blocked storage.
  }
  root.className = theme === 'dark' ? 'dark' : 'light';
  const colour = document.querySelector('meta[name=theme-color]');
  colour.content = colour.dataset[root.className];
  const [, first, second, third, fourth] = location.pathname.split('/');
  const outlines = new Map([
    ['portal', 'portal'],
    ['reminders', 'plain'],
    ['', 'login'],
    ['second-factor', 'login'],
    ['new-password', 'login'],
  ]);
  root.dataset.shell = outlines.get(first) || (/^(reset|confirm)-/.test(first) ? 'login' : 'work');
  // Minimum versions of the README: Safari 16.4, Chrome 111 and Firefox 121 for clients; Safari 17.4, Chrome 119 and
  // Firefox 125 for advisers. Older browsers must be able to parse this file.
  let isOld =
    !Array.prototype.toSorted || !CSS.supports('selector(:has(a)) and (color: color-mix(in srgb, red, blue))');
  try {
    /(?<=a)b/;
  } catch {
    isOld = true;
  }
  if (!['portal', 'plain'].includes(root.dataset.shell))
    isOld = isOld || !Promise.withResolvers || !('popover' in HTMLElement.prototype);
  if (isOld) root.dataset.outdated = '';
  const isId = (text) => /^[\w-]+$/.test(text || '');
  // A preview is recorded, so only its page asks for it.
  const isPreview = new URLSearchParams(location.search).has('preview');
  const token = first === 'portal' && !isPreview && isId(second) && second;
  const client = first === 'adviser' && wasSignedIn && !fourth && isId(third) && third;
  const reads = JSON.parse(document.querySelector('meta[name=first-reads]').content)[first] || [];
  if (!isOld && (token || client)) {
    const headers = token ? { 'x-client-token': token } : {};
    const answers = new Map();
    for (const read of reads) {
      const url = read.replace('{}', token || client);
      const answer = fetch(url, { headers });
      answer.catch(() => undefined);
      answers.set(url, answer);
    }
    globalThis.firstReads = { path: location.pathname, answers };
  }
  const ahead = new Map(Object.entries(JSON.parse(document.querySelector('meta[name=ahead]').content)));
  for (const place of new Set([root.dataset.shell, first]))
    for (const file of ahead.get(place) || []) {
      const link = document.createElement('link');
      link.rel = 'modulepreload';
      link.href = `/assets/${file}`;
      document.head.append(link);
    }
}
