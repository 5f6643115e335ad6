/** Returns ids of rows on the client's page. */
export const anchorOf = {
  tasks: (id: string) => `task-${id}`,
  documents: (id: string) => `document-${id}`,
  requests: (id: string) => `request-${id}`,
  loas: (id: string) => `loa-${id}`,
  stages: (id: string) => `stage-${id}`,
};
