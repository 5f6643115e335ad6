import { hmacText, isSameText } from '../../aws/derived-keys.ts';
import { clientIdOf } from '../../services/keys/keys.ts';
import { FIRST_KEY_VERSION, type KeyVersions, keyVersionIn, readSettings } from '../../services/settings.ts';
import { FIRST_PERSON, type LinkItem, numberOf, type Person, personId } from './person.ts';

const FIRST_VERSION = 1;
// Split by length: an HMAC may end like the number of a person.
const TOKEN = /^([\w-]{22})[\w-]{43}([0-9a-z]{0,6})(?:-([0-9a-z]{1,3}))?(?:--([0-9a-z]{1,3}))?$/;

/** Content of a portal token. The client item and the settings decide if it is still valid. */
export interface TokenClaim {
  clientId: string;
  /** Number of the person whose link it is. */
  person: number;
  version: number;
  keyVersion: number;
}

/** Concatenates id, HMAC, versions of link and key, and number of the person; numbers in base 36, 1 omitted. */
export async function portalToken({ clientId, person, version, keyVersion }: TokenClaim): Promise<string> {
  const mac = await hmacText('portal-token', keyVersion, `${personId(clientId, person)}.${version}`);
  const ofLink = version === FIRST_VERSION ? '' : version.toString(36);
  const ofKey = keyVersion === FIRST_KEY_VERSION ? '' : `-${keyVersion.toString(36)}`;
  const ofPerson = person === FIRST_PERSON ? '' : `--${person.toString(36)}`;
  return clientId + mac + ofLink + ofKey + ofPerson;
}

/** Returns the token of a person's link. `link` holds attributes that replace the stored ones. */
export const portalTokenOf = ({ own }: Person, keys: KeyVersions, link: Partial<LinkItem> = {}) =>
  portalToken({
    clientId: clientIdOf(own),
    person: numberOf({ own }),
    version: link.tokenVersion ?? own.tokenVersion,
    keyVersion: keys.portal,
  });

/** Parses a token without verifying it; `undefined` if it is malformed. */
function claimOf(token: string): TokenClaim | undefined {
  const [, clientId, ofLink, ofKey, ofPerson] = TOKEN.exec(token) ?? [];
  const version = ofLink ? Number.parseInt(ofLink, 36) : FIRST_VERSION;
  const keyVersion = ofKey ? keyVersionIn(ofKey, 36) : FIRST_KEY_VERSION;
  const person = ofPerson ? Number.parseInt(ofPerson, 36) : FIRST_PERSON;
  return clientId && keyVersion ? { clientId, person, version, keyVersion } : undefined;
}

export const claimedClientId = (token: string) => claimOf(token)?.clientId;

/** Key versions that this process may derive: the first, and those found in the settings. */
const derivable = new Set([FIRST_KEY_VERSION]);

/** Returns true if the settings name a key version. Saves a KMS call for forged tokens. */
async function isDerivable(version: number): Promise<boolean> {
  if (!derivable.has(version)) derivable.add((await readSettings()).keys.portal);
  return derivable.has(version);
}

/** Returns the content of a genuine token. Compares text, so another base64 spelling of the same bytes is rejected. */
export async function readPortalToken(token: string): Promise<TokenClaim | undefined> {
  const claim = claimOf(token);
  if (!claim || !(await isDerivable(claim.keyVersion))) return undefined;
  return isSameText(await portalToken(claim), token) ? claim : undefined;
}
