/** A Python that can run what the project needs of it: the one that PYTHON names, else the machine's. Throws a sentence that says what to install. */
export function findPython(named?: string): string;

/** The folder of a virtual environment's programs; `run` runs the commands that install what it holds, unless it is there. */
export function virtualEnvironment(
  name: 'emulator' | 'lint',
  run: (command: string, args: readonly string[]) => Promise<void>,
): Promise<string>;
