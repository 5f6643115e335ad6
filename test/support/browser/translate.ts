import type { BrowserContext } from '@playwright/test';

/** Wraps all text of a document, now and later, and reports text that React changes in vain. */
function translatePages() {
  const SKIPPED = 'font, script, style, title, textarea, [translate=no], .notranslate';
  const wrap = (text: Text) => {
    if (text.data.trim() === '' || text.parentElement?.closest(SKIPPED) !== null) return;
    const [outer, inner] = [document.createElement('font'), document.createElement('font')];
    inner.textContent = text.data;
    outer.append(inner);
    text.replaceWith(outer);
    const report = () => outer.isConnected && console.error(`stale text “${inner.textContent}”, now “${text.data}”`);
    new MutationObserver(report).observe(text, { characterData: true });
  };
  const wrapAll = () => {
    const texts = document.createTreeWalker(document, NodeFilter.SHOW_TEXT);
    const found: Text[] = [];
    while (texts.nextNode()) if (texts.currentNode instanceof Text) found.push(texts.currentNode);
    found.forEach(wrap);
  };
  new MutationObserver(wrapAll).observe(document, { childList: true, subtree: true });
}

/**
 * Translates pages as Chrome does: replaces each text node by `<font><font>`, which React then no longer finds.
 * The words stay, so that locators still match.
 */
export const translate = (context: BrowserContext) => context.addInitScript(translatePages);
