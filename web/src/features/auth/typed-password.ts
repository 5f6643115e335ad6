let typed: string | undefined;

/** Keeps the password that was just typed, in memory alone, for the page that asks for a new one. */
export function keepTyped(password: string | undefined) {
  typed = password;
}

/** The password that was just typed; `undefined` where the page was loaded anew since. */
export const typedPassword = () => typed;
