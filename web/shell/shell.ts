import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';
import { aheadOf } from './ahead.ts';

const COMMENTS = /\/\*[\s\S]*?\*\/|^ *\/\/.*$/gm;
const text = (file: string) =>
  readFileSync(new URL(file, import.meta.url), 'utf8')
    .replace(COMMENTS, '')
    .replace(/\s*\n\s*/g, '\n')
    .trim();

/** The shell's style and script as they stand in the page. The page's policy names their digests (`infra/edge`). */
export const SHELL = { style: text('./shell.css'), script: text('./before-paint.js') };

/** Puts both into index.html, so that the page has its colours and outline with its first bytes, and names what to fetch ahead. */
export const shell: Plugin = {
  name: 'shell',
  transformIndexHtml: {
    order: 'post',
    handler: (html, { bundle }) =>
      html
        .replace(
          'name="ahead" content="{}"',
          () => `name="ahead" content='${JSON.stringify(bundle ? aheadOf(bundle) : {})}'`,
        )
        .replace('<style></style>', () => `<style>${SHELL.style}</style>`)
        .replace('<script></script>', () => `<script>${SHELL.script}</script>`),
  },
};
