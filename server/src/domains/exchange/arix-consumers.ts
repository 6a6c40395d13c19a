/** Programs that may give out media by ARIX: whom they speak for, and the secret by which they show it. */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Portal } from '../../http/context.ts';
import { seal, unseal } from '../../secrets/sealed.ts';
import type { Place } from '../../visitors/place-repository.ts';
import { findSchoolId, hasDistrict, insertConsumer, listConsumers, removeConsumer, type Consumer } from './arix-repository.ts';

const PURPOSE = 'arix';

export type Added = { secret: string } | { problem: 'name' | 'district' | 'school' | 'taken' };

/** Gives the secret once; what is stored is sealed. */
export async function addConsumer(
  portal: Portal,
  { name, district, school }: { name: string; district: string; school?: string | undefined },
): Promise<Added> {
  if (!/^[a-z0-9-]{1,40}$/.test(name)) return { problem: 'name' };
  if (!(await hasDistrict(portal.db, district))) return { problem: 'district' };
  const school_id = school === undefined ? null : await findSchoolId(portal.db, district, school);
  if (school_id === undefined) return { problem: 'school' };
  const secret = randomBytes(32).toString('base64url');
  const consumer: Consumer = { name, district_id: district, school_id, secret: seal(portal.secret, PURPOSE, secret) };
  return (await insertConsumer(portal.db, consumer, portal.now())) ? { secret } : { problem: 'taken' };
}

export const dropConsumer = ({ db }: Portal, name: string): Promise<boolean> => removeConsumer(db, name);

export async function describeConsumers({ db }: Portal): Promise<string[]> {
  const consumers = await listConsumers(db);
  return consumers.map(({ name, district_id, school_id }) => `${name}: ${[district_id, school_id].filter(Boolean).join('/')}`);
}

/** Whether a program may speak for a place: its own, and every school of its district. Everybody may ask for what is free to all. */
const covers = (consumer: Consumer, { district_id, school_id }: Place): boolean =>
  district_id === null || (consumer.district_id === district_id && (consumer.school_id === null || consumer.school_id === school_id));

export const findCovering = async ({ db }: Portal, place: Place): Promise<Consumer[]> =>
  (await listConsumers(db)).filter((consumer) => covers(consumer, place));

/** MD5 is what the protocol says; it is worth what the secret is, which nobody guesses. */
const sign = (notch: string, secret: string): Buffer => Buffer.from(createHash('md5').update(`${notch}:${secret}`).digest('hex'));

/** Who signed a notch with the secret of a program that may speak for its place. */
export async function isSigned(portal: Portal, place: Place, notch: string, signature: string): Promise<boolean> {
  const given = Buffer.from(signature.trim().toLowerCase());
  const secrets = (await findCovering(portal, place)).map(({ secret }) => unseal(portal.secret, PURPOSE, secret));
  return secrets.some((secret) => {
    const expected = sign(notch, secret);
    return expected.length === given.length && timingSafeEqual(expected, given);
  });
}
