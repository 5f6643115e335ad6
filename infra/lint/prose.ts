import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

// Checks the language of comments, and that the files, scripts and names in comments and guides exist.
// The rules are in docs/contributing.md, "Language".

const MAX_WORDS = 25;
const BEGINNINGS = /^(What|Whether|Where|Who|Whoever|Whom|Whose|Of|As|Since when|How much|Gives|The same)\b/;
const BANNED =
  /\b(anew|thereby|in place of|by itself|that of|for good|so many|stands|tells|gives|asks|comes back|agenda|the record|side by side)\b/i;
const CITATION = /\((contract|product|specification)\b[^)]*\)/i;
// Matches block comments, "//" lines below one another, and comments behind code.
const COMMENT = /(?<=^[ \t]*)\/\*[\s\S]*?\*\/|(?<=^[ \t]*)\/\/.*(?:\n[ \t]*\/\/.*)*|(?<=[;,{(\])}] +)\/\/ .*/gm;
/** A table cell, or lines up to the next blank line, list item, heading or table row. */
const PIECE = /(?<=^\|.*)[^|\n]+|^(?!\|).+(?:\n(?![ \t]*(?:[-*]|\d+\.)[ \t]|[ \t]*\n|#|\|).+)*/gm;
const PATH = /(?<![\w:/.@-])(?:[\w-]+\/)*[\w.-]+\.(?:tsx?|mjs|md|ya?ml|sh)\b/g;
const NAME = /`([a-z]\w*[A-Z]\w*|[A-Z][A-Z\d]*_\w+)(?:\(\))?`|\{@link ([\w.]+)\}/g;
/** Names of browsers and of build tools. */
const FOREIGN = ['removeChild', 'insertBefore', 'onAnimationEnd', 'experimentalInlineCommonChunks'];
const SCRIPT = /\bnpm run ([\w:]+)/g;

const paths = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  encoding: 'utf8',
}).split('\n');
const texts = new Map(
  paths
    .filter((file) => /\.(tsx?|mjs|md)$/.test(file) && existsSync(file))
    .map((file) => [file, readFileSync(file, 'utf8')]),
);
const scripts = Object.keys(JSON.parse(readFileSync('package.json', 'utf8')).scripts);

const withoutMarks = (comment: string) =>
  comment.replaceAll(/^[ \t]*(?:\/\*\*?|\*\/|\*|\/\/)[ \t]?|\*\/$/gm, '').trim();
const commentsOf = (text: string) =>
  [...text.matchAll(COMMENT)].map(({ 0: comment, index }) => ({ text: withoutMarks(comment), index }));

const code = [...texts].filter(([file]) => !file.endsWith('.md')).map(([, text]) => text.replaceAll(COMMENT, ''));
const names = new Set([...FOREIGN, ...code.flatMap((text) => text.match(/[\w$]+/g) ?? [])]);

const sentencesOf = (text: string) => text.split(/(?<=[.!?])\s+(?=[A-Z`(])|\n\s*(?:-|\d\.)\s|\n\n/);
const wordsOf = (sentence: string) => sentence.split(/\s+/).filter((word) => /\w/.test(word)).length;

/** Guides quote texts of the product, commands and generated tables, which follow other rules. */
const QUOTED = /“[^”]*”|"[^"\n]*"|`[^`\n]*`|\]\([^)]*\)/g;
const blank = (text: string) => text.replaceAll(/[^\n]/g, ' ');
const unquoted = (text: string) => text.replaceAll(QUOTED, (quoted) => `Q${' '.repeat(quoted.length - 1)}`);

/** Paragraphs, list items and table cells of a guide, without code blocks and generated parts. */
const piecesOf = (text: string) =>
  [...text.replaceAll(/^```[\s\S]*?^```|^<!-- (\S+)[\s\S]*?^<!-- \/\S+ -->/gm, blank).matchAll(PIECE)].map(
    ({ 0: piece, index }) => ({ text: piece, index }),
  );

function languageOf(written: string, isGuide: boolean): string[] {
  const text = isGuide ? unquoted(written) : written;
  const [beginning] = (!isGuide && BEGINNINGS.exec(text)) || [];
  const [banned] = BANNED.exec(text) ?? [];
  const [citation] = CITATION.exec(text) ?? [];
  // A colon in a guide introduces a list of its own.
  const long = sentencesOf(isGuide ? text.replaceAll(/[:;] (?=\w)/g, '. A') : text)
    .map(wordsOf)
    .filter((words) => words > MAX_WORDS);
  return [
    ...(beginning ? [`begins with "${beginning}"`] : []),
    ...(banned ? [`says "${banned}"`] : []),
    ...(citation ? [`cites ${citation}`] : []),
    ...long.map((words) => `has a sentence of ${words} words`),
  ];
}

function danglingIn(text: string): string[] {
  const isFile = (name: string) => paths.some((file) => file === name || file.endsWith(`/${name}`));
  const found = [...text.matchAll(PATH)]
    .map(([name]) => name)
    .filter((name) => !isFile(name) && !isFile(path.basename(name)));
  const unknown = [...text.matchAll(NAME)]
    .map(([, quoted, linked]) => quoted ?? linked ?? '')
    .filter((name) => !names.has(name.split('.').at(-1) ?? ''));
  const run = [...text.matchAll(SCRIPT)].map(([, name = '']) => name).filter((name) => !scripts.includes(name));
  return [...found, ...unknown, ...run.map((name) => `npm run ${name}`)].map(
    (name) => `names ${name}, which does not exist`,
  );
}

let problems = 0;
function report(file: string, index: number, found: readonly string[]) {
  const line = texts.get(file)?.slice(0, index).split('\n').length;
  for (const problem of found) console.error(`${file}:${line}: ${problem}`);
  problems += found.length;
}
for (const [file, text] of texts) {
  const isGuide = file.endsWith('.md');
  const pieces = isGuide ? piecesOf(text) : commentsOf(text);
  for (const piece of pieces) report(file, piece.index, languageOf(piece.text, isGuide));
  for (const piece of isGuide ? [{ text, index: 0 }] : pieces) report(file, piece.index, danglingIn(piece.text));
}
if (problems > 0) {
  console.error(`${problems} problems of language: see "Language" in docs/contributing.md`);
  process.exitCode = 1;
}
