/** Own file, because the portal loads the conversation on demand. */
export const NO_MESSAGES = 'No messages yet';
