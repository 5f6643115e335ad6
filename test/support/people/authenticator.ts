import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

/** The part of CBOR that passkeys need: integers, bytes, texts and maps up to 65,535 (RFC 8949). */
type Cbor = number | string | Uint8Array | Map<number | string, Cbor>;

function head(major: number, length: number): Buffer {
  const first = major << 5;
  if (length < 24) return Buffer.of(first | length);
  return length < 256 ? Buffer.of(first | 24, length) : Buffer.of(first | 25, length >> 8, length & 255);
}

function cbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (value instanceof Uint8Array) return Buffer.concat([head(2, value.length), value]);
  return Buffer.concat([head(5, value.size), ...[...value].flatMap(([key, item]) => [cbor(key), cbor(item)])]);
}

const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest();
const base64url = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url');

/** Wrong statements of an authenticator or a browser. */
export interface Changes {
  origin?: string;
  rpId?: string;
  verified?: boolean;
  counter?: number;
  challenge?: string;
  type?: string;
  crossOrigin?: boolean;
  accountId?: string;
  signedBy?: Authenticator;
}

const [PRESENT, VERIFIED, ATTESTED] = [0x01, 0x04, 0x40];

/** A passkey in software, with its browser: one key on P-256 without attestation (WebAuthn, section 6). */
export class Authenticator {
  readonly id = base64url(randomBytes(16));
  counter = 0;
  readonly #origin: string;
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });

  constructor(origin: string) {
    this.#origin = origin;
  }

  #clientData(type: string, challenge: string, { origin = this.#origin, ...changes }: Changes): Buffer {
    return Buffer.from(
      JSON.stringify({
        type: changes.type ?? type,
        challenge: changes.challenge ?? challenge,
        origin,
        crossOrigin: changes.crossOrigin ?? false,
      }),
    );
  }

  #data(flags: number, { rpId = new URL(this.#origin).hostname, verified = true, counter }: Changes): Buffer {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter ?? this.counter);
    return Buffer.concat([sha256(rpId), Buffer.of(flags | PRESENT | (verified ? VERIFIED : 0)), count]);
  }

  /** The COSE public key in base64url. */
  get publicKey(): string {
    const { x = '', y = '' } = this.#keys.publicKey.export({ format: 'jwk' });
    const point = [x, y].map((part) => Buffer.from(part, 'base64url'));
    const [kty, alg, crv] = [2, -7, 1];
    return base64url(
      cbor(
        new Map<number, Cbor>([
          [1, kty],
          [3, alg],
          [-1, crv],
          [-2, point[0] ?? Buffer.alloc(0)],
          [-3, point[1] ?? Buffer.alloc(0)],
        ]),
      ),
    );
  }

  /** The private key in DER, as PKCS #8. */
  get privateKey(): Buffer {
    return this.#keys.privateKey.export({ type: 'pkcs8', format: 'der' });
  }

  /** Returns the browser's answer to a registration. */
  make({ challenge }: { challenge: string }, changes: Changes = {}) {
    const id = Buffer.from(this.id, 'base64url');
    const length = Buffer.of(id.length >> 8, id.length & 255);
    const credential = Buffer.concat([Buffer.alloc(16), length, id, Buffer.from(this.publicKey, 'base64url')]);
    const authData = Buffer.concat([this.#data(ATTESTED, changes), credential]);
    const attestation = cbor(
      new Map<string, Cbor>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', authData],
      ]),
    );
    return this.#credential({
      clientDataJSON: base64url(this.#clientData('webauthn.create', challenge, changes)),
      attestationObject: base64url(attestation),
      transports: ['internal'],
    });
  }

  /** Returns the browser's answer to a sign-in. */
  use({ challenge }: { challenge: string }, accountId: string, changes: Changes = {}) {
    this.counter += 1;
    const clientData = this.#clientData('webauthn.get', challenge, changes);
    const data = this.#data(0, changes);
    return this.#credential({
      clientDataJSON: base64url(clientData),
      authenticatorData: base64url(data),
      signature: base64url((changes.signedBy ?? this).#sign(Buffer.concat([data, sha256(clientData)]))),
      userHandle: base64url(Buffer.from(changes.accountId ?? accountId)),
    });
  }

  #credential<R>(response: R) {
    return { id: this.id, rawId: this.id, type: 'public-key', clientExtensionResults: {}, response };
  }

  #sign(data: Uint8Array): Buffer {
    return sign('sha256', data, this.#keys.privateKey);
  }
}
