import bcrypt from 'bcryptjs';

/** OWASP's minimum for bcrypt. A sign-in takes about 60 ms of a core. An object so that tests can lower it. */
export const hashing = { cost: 10 };
// A valid bcrypt hash that no password matches, so that an unknown address costs the same time as a known one.
const nobody = () => `$2b$${`${hashing.cost}`.padStart(2, '0')}$C6UzMDM.H6dfI/f/IKcEeO7ZBfSeyG8nP2V1tO5TfZCkhT3e.Rv6q`;

/** A bcrypt hash. The schemas have made sure that at most 72 bytes come in. */
export const hashPassword = (password: string) => bcrypt.hash(password, hashing.cost);

/** Whether a password fits; takes the same work where there is no account. */
export async function passwordFits(password: string, hash: string | undefined): Promise<boolean> {
  const fits = await bcrypt.compare(password, hash ?? nobody());
  return hash !== undefined && fits;
}
