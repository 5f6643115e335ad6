// Longest texts, largest files and highest numbers. How long something lives is in lifetimes.ts; how often something
// may be tried or sent is in functions/services/limits.ts.

/** Longest accepted texts in characters. */
export const LIMITS = { name: 200, email: 254, phone: 40, title: 200, link: 2000, text: 10_000 } as const;

/** Shortest passwords in characters; one that an admin sets may be shorter. */
export const PASSWORD_MIN = { own: 8, byAdmin: 6 } as const;
/** bcrypt reads 72 bytes: longer passwords are rejected, never truncated. */
export const PASSWORD_MAX_BYTES = 72;
/** Passkeys of an account. */
export const MAX_PASSKEYS = 20;
/** Advisers that one person can work with, and people who can work with one adviser. */
export const MAX_COLLEAGUES = 20;

/** People of a client besides the first. */
export const MAX_PEOPLE = 4;
export const MAX_TASKS = 1000;
/** Largest number of rows that can be read by id. */
export const MAX_CHOSEN = 50;
/** Most clients of one exported file. */
export const MOST_EXPORTED = 3000;
/** `query` in characters, and the most saved views of an adviser and of the firm. */
export const VIEW_LIMITS = { name: 60, query: 1000, views: 50 } as const;

export const MB = 1024 * 1024;
/** Largest file in one request: a Lambda payload is limited to 6 MB, including base64. */
export const MAX_FILE_MB = 4;
export const MAX_FILE_BYTES = MAX_FILE_MB * MB;
/** Largest file that a firm may allow, and does by default. */
export const MAX_UPLOAD_MB = 50;
/** Unfinished uploads of a client that one sender may have at a time. */
export const MAX_OPEN_UPLOADS = 20;
export const MAX_DOCUMENTS = 1000;
/** Sum over all files of a client. */
export const MAX_TOTAL_BYTES = 5 * 1024 ** 3;

export const REQUEST_LIMITS = {
  /** Requests made by one call. */
  items: 20,
  perClient: 200,
  /** Files of one attempt. */
  files: 20,
  text: 1000,
  templates: 60,
} as const;

export const FACTFIND_LIMITS = {
  /** Rows of a list. */
  rows: 20,
  /** Characters. */
  line: 200,
  text: 1000,
  /** Question of staff at an answer. */
  ask: 300,
  sectionBytes: 60_000,
  /** Answers of one save. */
  answersAtOnce: 20,
  /** Former values that are kept of an answer. */
  formerValues: 20,
  /** Questions of the firm's own. */
  ownQuestions: 10,
} as const;

export const SIGNING_LIMITS = {
  /** 20 MB of a document to sign. A literal, because bundles keep a product that they do not use. */
  bytes: 20_971_520,
  pages: 200,
  /** Dots of a signer’s mark, which has 60 KB at most: one bit a dot. */
  markWidth: 1200,
  markHeight: 400,
  /** Least and largest part of a mark’s dots that are ink. */
  leastInk: 0.001,
  mostInk: 0.6,
} as const;

export const LOA_LIMITS = {
  plans: 10,
  perClient: 50,
  steps: 100,
  gaps: 12,
  /** Characters. */
  note: 1000,
  reference: 100,
  gap: 100,
  /** Oldest day of a step, in days before today. */
  daysBack: 365,
} as const;

export const PROVIDER_LIMITS = {
  /** Everyone reads the whole list: with the longest texts, 500 fit into the 6 MB of a Lambda response. */
  providers: 500,
  /** Characters. */
  name: 200,
  notes: 1000,
  post: 500,
} as const;

/** Notices per request that marks them as read. */
export const MAX_READ_NOTICES = 100;
/** Days on which the firm is closed, including past ones. */
export const MAX_CLOSED_DAYS = 200;
