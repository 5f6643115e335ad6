/** A Python that can run what the project needs of it: the one that PYTHON names, else the machine's. Throws a sentence that says what to install. */
export function findPython(named?: string): string;
