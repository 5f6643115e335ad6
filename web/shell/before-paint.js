// Before the first paint: the stored theme, light where nothing valid is stored, which of the outlines to show, and what to fetch
// while the app is.
{
  // React makes a few errors when it is loaded, to throw them later: where each is made the browser would parse all of the app
  // once more, to say in which line. The app takes this back (app/main.tsx).
  Error.stackTraceLimit = 0;
  const root = document.documentElement;
  let theme;
  try {
    theme = localStorage.getItem('theme');
  } catch {
    // Blocked storage.
  }
  root.className = theme === 'dark' ? 'dark' : 'light';
  const colour = document.querySelector('meta[name=theme-color]');
  colour.content = colour.dataset[root.className];
  const [, first] = location.pathname.split('/');
  const outlines = new Map([
    ['portal', 'portal'],
    ['', 'login'],
    ['second-factor', 'login'],
    ['new-password', 'login'],
  ]);
  root.dataset.shell = outlines.get(first) || (/^(reset|confirm)-/.test(first) ? 'login' : 'work');
  // The oldest browsers that the README names: Safari 16.4, Chrome 111 and Firefox 121 for the portal, Safari 17.4, Chrome 119
  // and Firefox 125 for all else. No newer syntax in this file: older browsers have to understand it.
  let isOld =
    !Array.prototype.toSorted || !CSS.supports('selector(:has(a)) and (color: color-mix(in srgb, red, blue))');
  try {
    /(?<=a)b/;
  } catch {
    isOld = true;
  }
  if (root.dataset.shell !== 'portal') isOld = isOld || !Promise.withResolvers || !('popover' in HTMLElement.prototype);
  if (isOld) root.dataset.outdated = '';
  const ahead = new Map(Object.entries(JSON.parse(document.querySelector('meta[name=ahead]').content)));
  for (const place of new Set([root.dataset.shell, first]))
    for (const file of ahead.get(place) || []) {
      const link = document.createElement('link');
      link.rel = 'modulepreload';
      link.href = `/assets/${file}`;
      document.head.append(link);
    }
}
