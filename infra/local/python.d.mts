/** A Python that can run the emulator: the one that PYTHON names, else the machine's. Throws a sentence that says what to install. */
export function findPython(named?: string): string;
