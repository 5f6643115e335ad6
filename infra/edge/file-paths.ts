/**
 * Matches paths of files; all others are screens, because links often end in stray punctuation. The extensions are
 * those that browsers and crawlers request automatically.
 */
export const FILE_PATH = /^\/(assets\/.|[\w-]+\.(ico|json|png|svg|txt|xml)$)/;
