import bcrypt from 'bcryptjs';

/** OWASP's minimum for bcrypt, about 60 ms of CPU time. An object so that tests can lower it. */
export const hashing = { cost: 10 };
// A valid hash that no password matches, so that unknown addresses take as long as known ones.
const unmatchedHash = () =>
  `$2b$${`${hashing.cost}`.padStart(2, '0')}$C6UzMDM.H6dfI/f/IKcEeO7ZBfSeyG8nP2V1tO5TfZCkhT3e.Rv6q`;

/** bcrypt reads at most 72 bytes; the request schemas refuse longer passwords. */
export const hashPassword = (password: string) => bcrypt.hash(password, hashing.cost);

/** Takes as long without an account, so that timing does not reveal one. */
export async function passwordFits(password: string, hash: string | undefined): Promise<boolean> {
  const fits = await bcrypt.compare(password, hash ?? unmatchedHash());
  return hash !== undefined && fits;
}
