/** Returns PYTHON if it is set, otherwise the machine's Python. Throws an error that says what to install. */
export function findPython(named?: string): string;

/** Returns the folder of a virtual environment's programs. Installs its packages with `run` if they are missing. */
export function virtualEnvironment(
  name: 'emulator' | 'lint',
  run: (command: string, args: readonly string[]) => Promise<void>,
): Promise<string>;
