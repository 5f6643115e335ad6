const ID_LENGTH = 22;

/** The id of the client that a portal token, or its beginning, is of (contract, Identity). */
export const clientIdIn = (token: string) => token.slice(0, ID_LENGTH);
