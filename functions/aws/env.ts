/** Throws if the stack did not set the variable, so that a wrong deployment fails immediately. */
export function env(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set`);
  return value;
}
