/**
 * Matches paths of files; all others are screens, whatever they end in: people put a full stop or a quotation mark behind a link,
 * and an unknown address has its own screen. The extensions are those of files that browsers and search engines request unasked.
 */
export const FILE_PATH = /^\/(assets\/.|[\w-]+\.(ico|json|png|svg|txt|xml)$)/;
