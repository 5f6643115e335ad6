function setting(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set: run the tests with npm test, which starts the local stack for them`);
  return value;
}

/** The site of the local stack under test. */
export const siteOrigin = () => setting('TEST_ORIGIN');
/** The local AWS of the stack under test. */
export const emulatorUrl = () => setting('TEST_EMULATOR');
/** An output of the deployed stack, such as the table's name. */
export const stackOutput = (name: string) => {
  const value = (JSON.parse(setting('TEST_OUTPUTS')) as Record<string, string>)[name];
  if (!value) throw new Error(`The stack has no output ${name}`);
  return value;
};
