import { defineSemanticTokens } from '@chakra-ui/react/styled-system';

const pair = (light: string, dark: string) => ({ value: { _light: light, _dark: dark } });

interface Palette {
  /** Text and outlines on the page; at least 4.5:1 on every background. */
  fg: [light: string, dark: string];
  subtle: [light: string, dark: string];
  muted: [light: string, dark: string];
  border: [light: string, dark: string];
  solid: [light: string, dark: string];
  contrast?: [light: string, dark: string];
}

const palette = ({ fg, subtle, muted, border, solid, contrast = ['#ffffff', '#10161c'] }: Palette) => ({
  contrast: pair(...contrast),
  fg: pair(...fg),
  subtle: pair(...subtle),
  muted: pair(...muted),
  emphasized: pair(...border),
  border: pair(...border),
  solid: pair(...solid),
  focusRing: pair(...solid),
});

const INK = '#1b2530';
const PAPER = '#f6f4ee';

/** Ink on paper with one accent, petrol blue. Green, orange and red are kept for a client's status alone. */
export const colors = defineSemanticTokens.colors({
  bg: {
    DEFAULT: pair(PAPER, '#11171d'),
    canvas: pair(PAPER, '#11171d'),
    surface: pair('#fffefb', '#19212a'),
    panel: pair('#fffefb', '#19212a'),
    subtle: pair('#faf8f3', '#1d262f'),
    muted: pair('#eeebe2', '#232d37'),
    emphasized: pair('#e2ddd1', '#2c3843'),
    inverted: pair(INK, '#ece8df'),
    error: pair('#fbe9e6', '#3a1c1b'),
    ink: pair('#16303f', '#172630'),
  },
  fg: {
    DEFAULT: pair(INK, '#ece8df'),
    muted: pair('#4d5863', '#b1b9c1'),
    subtle: pair('#626b75', '#98a2ac'),
    inverted: pair(PAPER, INK),
    error: pair('#b3261e', '#f59b92'),
    onInk: pair('#f6f4ee', '#ece8df'),
    onInkMuted: pair('#b9cad3', '#a9b6bf'),
  },
  scrim: pair('rgb(15 22 29 / 0.55)', 'rgb(5 8 11 / 0.7)'),
  border: {
    DEFAULT: pair('#dcd7ca', '#2e3a45'),
    muted: pair('#e8e4d9', '#26303a'),
    subtle: pair('#efece3', '#202a33'),
    emphasized: pair('#8c8a80', '#6b7783'),
    inverted: pair(INK, '#ece8df'),
    error: pair('#b3261e', '#f59b92'),
  },
  brand: palette({
    fg: ['#1d4b63', '#9ccbe2'],
    subtle: ['#e5eef2', '#1b2f3b'],
    muted: ['#d0e0e8', '#234050'],
    border: ['#9dbccb', '#37596c'],
    solid: ['#1d4b63', '#8fc1d9'],
  }),
  gray: palette({
    fg: ['#3f4a55', '#c3cad1'],
    subtle: ['#eeebe2', '#232d37'],
    muted: ['#e2ddd1', '#2c3843'],
    border: ['#c9c3b4', '#41505d'],
    solid: ['#3f4a55', '#c3cad1'],
  }),
  green: palette({
    fg: ['#1b6541', '#84d3a8'],
    subtle: ['#e2f0e6', '#17301f'],
    muted: ['#cbe4d3', '#1e4029'],
    border: ['#93c4a5', '#2f6143'],
    solid: ['#1e7a4c', '#6cc696'],
  }),
  orange: palette({
    fg: ['#8f4700', '#f3b47f'],
    subtle: ['#fbead8', '#382615'],
    muted: ['#f6d9b9', '#4a321a'],
    border: ['#dfab76', '#6f4a24'],
    solid: ['#b0550a', '#eda160'],
  }),
  red: palette({
    fg: ['#a8231c', '#f59f97'],
    subtle: ['#fbe6e3', '#3a1c1b'],
    muted: ['#f6cfca', '#502523'],
    border: ['#e19c95', '#7a3733'],
    solid: ['#b3261e', '#b3261e'],
    contrast: ['#ffffff', '#ffffff'],
  }),
  yellow: palette({
    fg: ['#6d5200', '#e6c968'],
    subtle: ['#f7eecb', '#322b13'],
    muted: ['#efe2a8', '#433917'],
    border: ['#d1bb62', '#665722'],
    solid: ['#876700', '#d9b84d'],
  }),
  blue: palette({
    fg: ['#1c58a0', '#98c1f2'],
    subtle: ['#e3edf9', '#182a40'],
    muted: ['#cde0f5', '#203857'],
    border: ['#95b8e2', '#345680'],
    solid: ['#1f62b2', '#7fb0ea'],
  }),
});
