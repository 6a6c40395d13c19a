/** Consumers that retrieve media through ARIX, each with its school or district and its secret. */
import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Portal } from '../../http/context.ts';
import { seal, tryUnseal } from '../../secrets/sealed.ts';
import type { Place } from '../../visitors/place-repository.ts';
import {
  findSchoolId,
  hasDistrict,
  insertConsumer,
  listConsumers,
  removeConsumer,
  type Consumer,
  type ListedConsumer,
} from './arix-repository.ts';

const PURPOSE = 'arix';

export type AddResult = { secret: string } | { problem: 'name' | 'district' | 'school' | 'taken' };

/** Adds a consumer and returns its secret, which is displayed only now because it is stored encrypted. */
export async function addConsumer(
  portal: Portal,
  { name, district, school }: { name: string; district: string; school?: string | undefined },
): Promise<AddResult> {
  if (!/^[a-z0-9-]{1,40}$/.test(name)) return { problem: 'name' };
  if (!(await hasDistrict(portal.db, district))) return { problem: 'district' };
  const school_id = school === undefined ? null : await findSchoolId(portal.db, district, school);
  if (school_id === undefined) return { problem: 'school' };
  const secret = randomBytes(32).toString('base64url');
  const consumer: Consumer = { name, district_id: district, school_id, secret: seal(portal.secret, PURPOSE, secret) };
  return (await insertConsumer(portal.db, consumer, portal.now())) ? { secret } : { problem: 'taken' };
}

export const deleteConsumer = ({ db }: Portal, name: string): Promise<boolean> => removeConsumer(db, name);

export async function describeConsumers({ db }: Portal): Promise<string[]> {
  const consumers = await listConsumers(db);
  return consumers.map(({ name, district_id, school_id }) => `${name}: ${[district_id, school_id].filter(Boolean).join('/')}`);
}

/**
 * Returns whether a consumer may act for a place. Its own place and all schools of its district are allowed; free media are open to all consumers.
 */
const covers = (consumer: ListedConsumer, { district_id, school_id }: Place): boolean =>
  !consumer.withheld &&
  (district_id === null || (consumer.district_id === district_id && (consumer.school_id === null || consumer.school_id === school_id)));

export const findConsumersAt = async ({ db }: Portal, place: Place): Promise<Consumer[]> =>
  (await listConsumers(db)).filter((consumer) => covers(consumer, place));

/** Returns the consumer with this secret. All secrets are compared, so that timing reveals nothing. */
export async function findBySecret(
  portal: Portal,
  { name, secret }: { name: string | null; secret: string },
): Promise<ListedConsumer | undefined> {
  const hash = (text: string): Buffer => createHash('sha256').update(text).digest();
  const given = hash(secret);
  return (await listConsumers(portal.db))
    .filter((consumer) => {
      const own = secretOf(portal, consumer);
      return timingSafeEqual(hash(own ?? ''), given) && own !== null;
    })
    .find((consumer) => name === null || consumer.name === name);
}

/** Returns the MD5 hash that the protocol requires. Its security depends on the secret. */
const md5 = (text: string): Buffer => Buffer.from(createHash('md5').update(text).digest('hex'));

const isSame = (expected: Buffer, given: string): boolean => {
  const bytes = Buffer.from(given.trim().toLowerCase());
  return expected.length === bytes.length && timingSafeEqual(expected, bytes);
};

/**
 * Returns the secret of a consumer. Returns `null` if it was encrypted with another secret, in which case the operator must add the consumer again.
 */
const secretOf = (portal: Portal, consumer: Consumer): string | null => tryUnseal(portal.secret, PURPOSE, consumer.secret);

/** Returns whether a notch is signed with the secret of a consumer for its place, or with the word that `login` returned. */
export async function isSigned(
  portal: Portal,
  place: Place,
  { notch, signature, login, address }: { notch: string; signature: string; login: string | undefined; address: string },
): Promise<boolean> {
  const consumers = await findConsumersAt(portal, place);
  if (login === undefined)
    return consumers.some((consumer) => {
      const secret = secretOf(portal, consumer);
      return secret !== null && isSame(md5(`${notch}:${secret}`), signature);
    });
  const [, name, until] = /^([a-z0-9-]{1,40})\.(\d{10})$/.exec(login) ?? [];
  if (!consumers.some((consumer) => consumer.name === name) || Number(until) * 1_000 <= portal.now().getTime()) return false;
  return isSame(md5(`${notch}:${wordOf(portal, login, address)}`), signature);
}

const LOGIN_LIFE = 30 * 60;

/** Returns the word with which the holder of a login signs. It is derived from the login and the network, so that it need not be stored. */
const wordOf = (portal: Portal, login: string, address: string): string =>
  createHmac('sha256', portal.secret).update(`arix-login:${login}:${address}`).digest('hex').slice(0, 32);

/**
 * Returns a login that is valid for half an hour, or `undefined` if name or password is wrong. With it, other programs in the network of the consumer
 * can play media.
 */
export async function createLogin(
  portal: Portal,
  places: readonly Place[],
  { name, password, address }: { name: string; password: string; address: string },
): Promise<{ login: string; word: string } | undefined> {
  const covering = (await Promise.all(places.map((place) => findConsumersAt(portal, place)))).flat();
  const consumer = covering.find((each) => each.name === name);
  const secret = consumer && secretOf(portal, consumer);
  if (!consumer || !secret || !isSame(md5(secret), password)) return undefined;
  const login = `${name}.${Math.floor(portal.now().getTime() / 1_000) + LOGIN_LIFE}`;
  return { login, word: wordOf(portal, login, address) };
}
