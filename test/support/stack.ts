function setting(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set: run the tests with npm test, which starts the local stack for them`);
  return value;
}

export const siteOrigin = () => setting('TEST_ORIGIN');
export const emulatorUrl = () => setting('TEST_EMULATOR');
export const stackOutput = (name: string) => {
  const value = (JSON.parse(setting('TEST_OUTPUTS')) as Record<string, string>)[name];
  if (!value) throw new Error(`The stack has no output ${name}`);
  return value;
};
