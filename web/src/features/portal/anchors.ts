/** Places on the page that its links lead to. */
export const ANCHORS = { messages: 'messages', devices: 'devices', task: (id: string) => `task-${id}` } as const;

/** Brings the place that the page's address leads to into view, if the page has it. */
export const toPlace = () => document.getElementById(window.location.hash.slice(1))?.scrollIntoView();
