/** A function's setting. Throws where the stack did not set it, so that a wrong deployment fails at once. */
export function env(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set`);
  return value;
}
