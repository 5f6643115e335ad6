/** Places on the page that its links lead to. */
export const ANCHORS = { messages: 'messages', task: (id: string) => `task-${id}` } as const;
