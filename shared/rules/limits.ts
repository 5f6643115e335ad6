/** Longest accepted texts in characters. */
export const LIMITS = { name: 200, email: 254, phone: 40, title: 200, link: 2000, text: 10_000 } as const;

/** Shortest passwords in characters; one that an admin sets may be shorter. */
export const PASSWORD_MIN = { own: 8, byAdmin: 6 } as const;
/** bcrypt reads 72 bytes: longer passwords are rejected, never truncated. */
export const PASSWORD_MAX_BYTES = 72;

export const MB = 1024 * 1024;
/** Largest file in one request: a Lambda payload is limited to 6 MB, including base64. */
export const MAX_FILE_MB = 4;
export const MAX_FILE_BYTES = MAX_FILE_MB * MB;
/** Largest file that a firm may allow, and does by default. */
export const MAX_UPLOAD_MB = 50;
export const MAX_DOCUMENTS = 1000;
/** Sum over all files of a client. */
export const MAX_TOTAL_BYTES = 5 * 1024 ** 3;
export const MAX_TASKS = 1000;
/** Notices per request that marks them as read. */
export const MAX_READ_NOTICES = 100;
