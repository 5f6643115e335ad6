import bcrypt from 'bcryptjs';

// OWASP's least for bcrypt; with it a sign-in costs about 60 ms of a core, so that guesses cannot tie up the functions.
const COST = 10;
// A valid bcrypt hash that no password matches, so that an unknown address costs the same time as a known one.
const NOBODY = '$2b$10$C6UzMDM.H6dfI/f/IKcEeO7ZBfSeyG8nP2V1tO5TfZCkhT3e.Rv6q';

/** A bcrypt hash. The schemas have made sure that at most 72 bytes come in. */
export const hashPassword = (password: string) => bcrypt.hash(password, COST);

/** Whether a password fits; takes the same work where there is no account. */
export async function passwordFits(password: string, hash: string | undefined): Promise<boolean> {
  const fits = await bcrypt.compare(password, hash ?? NOBODY);
  return hash !== undefined && fits;
}
