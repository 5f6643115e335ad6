const ID_LENGTH = 22;
/** Length of a token's id and HMAC. An HMAC may end like the number of a person. */
const SIGNED_LENGTH = 65;

/** Returns the client's id, with which every portal token begins. */
export const clientIdIn = (token: string) => token.slice(0, ID_LENGTH);

/**
 * Returns the id of the person whose link it is, by token or client id. Two people may use one browser, so that what it
 * stores is kept by this id. The first person's is the client's.
 */
export function personIdIn(token: string): string {
  const [, number] = token.slice(SIGNED_LENGTH).split('--');
  return clientIdIn(token) + (number ? `.${Number.parseInt(number, 36)}` : '');
}
