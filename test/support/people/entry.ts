import { put } from '#functions/aws/table.ts';
import { adviserKey } from '#functions/domain/accounts/account.ts';
import { type HalfSession, newHalfSession } from '#functions/domain/accounts/session.ts';
import { type DeviceItem, deviceIdOf, deviceKey } from '#functions/domain/portal/device.ts';
import { newId } from '#functions/services/keys/keys.ts';
import { deviceCookie, deviceMark } from '#functions/services/sessions/device-cookie.ts';
import { DAY_MS } from '#shared/rules/time.ts';
import { stored } from '../aws.ts';
import '../handlers.ts';

const nameAndValue = (setCookie: string) => setCookie.split(';')[0] ?? '';

/** Stores a confirmed browser of a client's person. */
export async function confirmedDevice(clientId: string, person = 1): Promise<{ cookie: string; id: string }> {
  const [browser, now] = [newId(), Date.now()];
  const [at, endsAt] = [now, now + DAY_MS].map((time) => new Date(time).toISOString()) as [string, string];
  const id = deviceIdOf(person, deviceMark(browser));
  const item: DeviceItem = {
    ...deviceKey(clientId, id),
    v: 1,
    label: 'Windows, Chrome',
    by: 'code',
    confirmedAt: at,
    lastAt: at,
    endsAt,
    version: 0,
    ttl: Math.floor((now + DAY_MS) / 1000),
  };
  await put({ ...item });
  return { cookie: nameAndValue(await deviceCookie(browser, { remember: true })), id };
}

/** Stores a half session. Returns its cookie. */
export async function halfSessionOf(accountId: string, next: HalfSession['next']): Promise<string> {
  const account = await stored<HalfSession & { sessionVersion: number }>(adviserKey(accountId));
  const { item, cookie } = newHalfSession(
    accountId,
    { next, version: account?.sessionVersion ?? 0, by: 'password' },
    new Date(),
  );
  await put({ ...item });
  return nameAndValue(cookie);
}
