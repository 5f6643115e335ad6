import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';

const silent = new Writable({ write: (_chunk, _encoding, done) => done() });

async function ask(): Promise<string> {
  process.stderr.write('Password: ');
  const terminal = createInterface({ input: process.stdin, output: silent, terminal: true });
  const answer = await terminal.question('');
  terminal.close();
  process.stderr.write('\n');
  return answer;
}

/** The password on standard input, without the line's end; asked for without an echo where a person types it. */
export const readPassword = async (): Promise<string> =>
  process.stdin.isTTY ? ask() : (await text(process.stdin)).replace(/\r?\n$/, '');
