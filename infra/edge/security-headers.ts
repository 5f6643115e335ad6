import { createHash } from 'node:crypto';
import { PREVIEW_STYLE } from '../../web/shell/preview-style.ts';
import { SHELL } from '../../web/shell/shell.ts';

/** Returns the policy source of one inline text. */
const digestOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** SHA-256 of the empty string: Emotion inserts one empty `<style>` before it uses the CSSOM. */
const EMPTY_STYLE = "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='";

/** Policy that allows only what the app loads. Frames show only documents in memory, in their preview tab. */
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

/** Headers of the web app's files. CloudFront and the local origin send the same. */
export const PAGE_HEADERS = { ...EVERYWHERE, 'content-security-policy': PAGE_POLICY.join('; ') } as const;

/** Headers of everything under `/api`, including the gateway's own errors. */
export const API_HEADERS = {
  ...EVERYWHERE,
  'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
  'cache-control': 'no-store',
} as const;

/** Accept header that CloudFront sends. Without a matching type, API Gateway returns binary bodies as base64 text. */
export const API_REQUEST_HEADERS = { accept: '*/*' } as const;

/** Browser caching: hashed files never change; everything else is revalidated. */
export const CACHE_CONTROL = { hashed: 'public, max-age=31536000, immutable', other: 'no-cache' } as const;
