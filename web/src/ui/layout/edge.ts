/** Space beside the content of pages and cards. It grows less than large text, which needs the room on a phone. */
export const EDGE = 'min({spacing.4}, 4vw)';

/** Margin of what reaches over that space. */
export const OVER_EDGE = `calc(-1 * ${EDGE})`;

/** Margin that aligns the text of a ghost button with the text around it. */
export const GHOST_MARGIN = 'calc(-1 * min({spacing.2.5}, 2.5vw))';
