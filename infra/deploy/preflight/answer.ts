/** What the account says to one question. `wrong` makes a deployment fail, `todo` makes what is deployed less than it should be. */
export interface Answer {
  mark: 'ok' | 'todo' | 'wrong' | 'unknown';
  text: string;
}

/** A question to the account, by what it is about. */
export interface Check {
  about: string;
  ask: () => Promise<Answer | Answer[]>;
}

/** Answers in sentences. */
export const ok = (text: string): Answer => ({ mark: 'ok', text });
export const todo = (text: string): Answer => ({ mark: 'todo', text });
export const wrong = (text: string): Answer => ({ mark: 'wrong', text });
export const unknown = (text: string): Answer => ({ mark: 'unknown', text });

/** The answers to a question; one that could not be asked, for lack of a right or of the network, says so. */
export async function answered({ about, ask }: Check): Promise<Answer[]> {
  try {
    return [await ask()].flat();
  } catch (error) {
    const { name, message } = error as Error;
    return [unknown(`${about}: could not be asked (${name}: ${message}).`)];
  }
}

/** Whether AWS answered that something is not there. */
export const isNotFound = (error: unknown) => error instanceof Error && /NotFound/.test(error.name);
