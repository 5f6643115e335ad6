import { createInterface } from 'node:readline/promises';

/** Why a command does not go on, in a sentence that says what to do. */
export class Refusal extends Error {}

/** Asks the one question of a command; any answer but the wanted one throws {@link Refusal}, and `yes` answers it beforehand. */
export async function ask(question: string, { yes, wanted = 'y' }: { yes: boolean; wanted?: string }): Promise<void> {
  if (yes) return;
  if (!process.stdin.isTTY)
    throw new Refusal(
      'There is no terminal to ask at: add "-- --yes" to the command to answer the question beforehand.',
    );
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await terminal.question(`${question} Type ${wanted}: `).finally(() => terminal.close());
  if (answer.trim() !== wanted) throw new Refusal('Nothing was changed.');
}
