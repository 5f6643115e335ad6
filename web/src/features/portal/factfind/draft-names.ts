/** Beginning of the names of drafts: the key of the section and the id of the question follow. */
export const DRAFTS = 'factfind/';

export const isFactfindDraft = (name: string) => name.startsWith(DRAFTS);
