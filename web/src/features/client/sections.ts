/** The ids of the parts of the page that others lead to. */
export const SECTIONS = { tasks: 'tasks', documents: 'documents' } as const;
