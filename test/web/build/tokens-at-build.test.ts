import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build } from 'vite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { chakraAtBuild } from '../../../web/chakra/plugin.ts';
import { makeSystem } from '../../../web/src/ui/theme/system.ts';

// The design system as the build makes it answers like Chakra's own.

const theirs = makeSystem();
let folder: string;
let ours: typeof theirs;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'onboarding-portal-system-'));
  await build({
    configFile: false,
    logLevel: 'error',
    plugins: [chakraAtBuild],
    ssr: { noExternal: true },
    build: { ssr: 'web/src/ui/theme/system.ts', outDir: folder, emptyOutDir: true, minify: false },
  });
  ours = (await import(path.join(folder, 'system.js'))).makeSystem();
}, 60_000);
afterAll(() => rm(folder, { recursive: true }));

test.each([
  ['a width to hide below', { hideBelow: 'md' }],
  ['a width to hide from', { hideFrom: 'lg', display: 'flex' }],
  ['a width that is no token', { hideBelow: '500px' }],
  ['widths in turn', { px: { base: '4', md: '8', '2xl': '10' } }],
  ['a shorthand', { p: '2.5', mt: '-0.5', w: 'full', rounded: 'l2', bg: 'bg.surface' }],
  ['a reference', { borderInlineStart: '4px solid {colors.brand.solid}' }],
  ['references in calculations', { width: 'calc({sizes.8} + {spacing.0.5})', '--own': 'colors.fg.muted' }],
  ['a colour with a share', { color: 'brand.fg/50', bg: 'red.solid/20' }],
  ['a palette', { colorPalette: 'red', color: 'colorPalette.fg' }],
  ['conditions', { _hover: { bg: 'bg.muted' }, _dark: { color: 'fg' }, _focusVisible: { outlineWidth: '2px' } }],
  ['styles of texts and motion', { textStyle: 'sm', animationStyle: 'settles', zIndex: 'toast', shadow: 'md' }],
  ['what is there for readers alone', { srOnly: true, lineClamp: 2, truncate: true }],
])('%s', (_, styles) => {
  expect(ours.css(styles)).toEqual(theirs.css(styles));
});

test.each([
  'p',
  'paddingInline',
  'hideBelow',
  '_hover',
  'color',
  'width',
  'colorPalette',
  'textStyle',
  'onClick',
  'href',
])('%s is a style, or is none', (name) => {
  expect(ours.isValidProperty(name)).toBe(theirs.isValidProperty(name));
});
