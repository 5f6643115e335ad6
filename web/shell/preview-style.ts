/** Style around a previewed document. The inherited content security policy has its hash (`infra/edge`). */
export const PREVIEW_STYLE = [
  'body{display:flex;flex-direction:column;height:100vh;margin:0;font:1rem/1.5 system-ui,sans-serif}',
  'nav{display:flex;gap:1.5rem;padding:.5rem 1rem;overflow-wrap:anywhere}',
  'iframe{flex:1;border:0}',
].join('');
