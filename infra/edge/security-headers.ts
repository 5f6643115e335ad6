import { createHash } from 'node:crypto';
import { PREVIEW_STYLE } from '../../web/shell/preview-style.ts';
import { SHELL } from '../../web/shell/shell.ts';

/** A policy's word for one text that stands in the page itself, and no other. */
const digestOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** SHA-256 of the empty string: the one empty `<style>` that Emotion inserts before it turns to the CSSOM. */
const EMPTY_STYLE = "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='";

/**
 * Policy that allows only what the app loads: styles in the page itself by their digests, no workers or manifest, and no policy of
 * trusted types, as none is in use. Only documents in memory are framed, in the tab of their preview.
 */
const PAGE_POLICY = [
  "default-src 'none'",
  `script-src 'self' ${digestOf(SHELL.script)}`,
  `style-src 'self' ${EMPTY_STYLE} ${digestOf(SHELL.style)} ${digestOf(PREVIEW_STYLE)}`,
  "font-src 'self'",
  "img-src 'self' blob:",
  'frame-src blob:',
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "object-src 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
];

const CLOSED_FEATURES = [
  'accelerometer',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'screen-wake-lock',
  'usb',
];

const OWN_FEATURES = ['publickey-credentials-create', 'publickey-credentials-get'];

const EVERYWHERE = {
  'strict-transport-security': 'max-age=63072000; includeSubDomains',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': [
    ...CLOSED_FEATURES.map((feature) => `${feature}=()`),
    ...OWN_FEATURES.map((feature) => `${feature}=(self)`),
  ].join(', '),
  'x-robots-tag': 'noindex',
};

/** Headers of the web app's files, sent by CloudFront and by the local origin alike. */
export const PAGE_HEADERS = { ...EVERYWHERE, 'content-security-policy': PAGE_POLICY.join('; ') } as const;

/** Headers of everything under `/api`, errors of the gateway included. */
export const API_HEADERS = {
  ...EVERYWHERE,
  'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
  'cache-control': 'no-store',
} as const;

/**
 * API Gateway returns binary bodies as base64 text unless Accept matches a binary type, so CloudFront always sends
 * an Accept header for any type.
 */
export const API_REQUEST_HEADERS = { accept: '*/*' } as const;

/** How long a browser keeps a file: names with a digest for good, everything else is asked for again. */
export const CACHE_CONTROL = { hashed: 'public, max-age=31536000, immutable', other: 'no-cache' } as const;
