/** Longest accepted texts in characters (contract, General). */
export const LIMITS = { name: 200, email: 254, phone: 40, title: 200, link: 2000, text: 10_000 } as const;

/** Shortest password in characters: 8 for one's own, 6 for one that an admin sets (product 9). */
export const PASSWORD_MIN = { own: 8, byAdmin: 6 } as const;
/** bcrypt reads 72 bytes: longer passwords are refused, never cut. */
export const PASSWORD_MAX_BYTES = 72;

/** Largest file in bytes: a function's payload is 6 MB with base64 (contract, Documents). */
export const MAX_FILE_BYTES = 4 * 1024 * 1024;
export const MAX_DOCUMENTS = 1000;
export const MAX_TASKS = 1000;
