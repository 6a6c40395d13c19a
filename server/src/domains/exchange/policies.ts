/** Returns the licences of a district or school to a consumer, as Schulconnex `policies-info` (docs/operate/exchange.md#licences). */
import { today } from '@fundus/contract/days';
import type { Portal } from '../../http/context.ts';
import { countAttempt, countFailure, limitKey, requireNotBlocked, type LimitRule } from '../../limits/limits.ts';
import { listPlaceLicences, writePolicy } from '../licences/index.ts';
import { findBySecret } from './arix-consumers.ts';
import { findSchoolId, type ListedConsumer } from './arix-repository.ts';
import type { ExchangeRequest, Reply } from './exchange.ts';

const TYPE = 'application/json; charset=utf-8';
/** Maximum number of licences per response. Larger districts must be requested school by school. */
const MAX = 10_000;
const ASKED: LimitRule = { most: 600, withinMinutes: 10, grows: false };
const WRONG: LimitRule = { most: 50, withinMinutes: 15, grows: false, restMinutes: 15 };

const refuse = (status: number, code: string, titel: string, headers: Record<string, string> = {}): Reply => ({
  ...{ status, type: TYPE, headers: { 'cache-control': 'no-store', ...headers } },
  body: JSON.stringify({ code: String(status), subcode: code, titel, beschreibung: titel }),
});

/** Returns the name and secret of HTTP Basic authentication, or the secret in a bearer token. */
function credentialsOf(authorization: string): { name: string | null; secret: string } | null {
  const [, scheme = '', value = ''] = /^(Basic|Bearer) +(\S+)$/i.exec(authorization) ?? [];
  if (scheme === '') return null;
  if (scheme.toLowerCase() === 'bearer') return { name: null, secret: value };
  const [name = '', secret = ''] = Buffer.from(value, 'base64').toString('utf8').split(/:(.*)/s);
  return { name, secret };
}

export async function answerPolicies(portal: Portal, { params, origin, address, authorization }: ExchangeRequest): Promise<Reply> {
  const wrong = limitKey(portal.secret, 'policies', address);
  await countAttempt(portal.db, limitKey(portal.secret, 'policies-asked', address), portal.now(), ASKED);
  const credentials = credentialsOf(authorization);
  const consumer = credentials && (await findBySecret(portal, credentials));
  if (!consumer) {
    // The limit is checked only after a failed verification, so that failures never reject a correct secret.
    if (credentials) await requireNotBlocked(portal.db, [wrong], portal.now());
    if (credentials) await countFailure(portal.db, wrong, portal.now(), WRONG);
    return refuse(401, 'unauthorized', 'A name and secret, or a bearer token, is needed', { 'www-authenticate': 'Basic realm="licences"' });
  }
  const school = await schoolOf(portal, consumer, params.get('organisation.kennung'));
  if (consumer.withheld || school === undefined) return refuse(403, 'forbidden', 'Not allowed for this school or district');
  const partOf = params.get('target.partOf');
  const licences =
    partOf !== null && partOf !== origin
      ? []
      : await listPlaceLicences(portal.db, {
          ...{ district_id: consumer.district_id, school_id: school, identifier: params.get('target.uid') },
          ...{ day: today(portal.now()), limit: MAX + 1 },
        });
  if (licences.length > MAX) return refuse(400, 'too_many', `More than ${MAX}: ask for one school by organisation.kennung`);
  const withKeys = params.get('access_control') === 'true';
  const data = licences.map((licence) => writePolicy(licence, { partOf: origin, withKeys }));
  return { status: 200, type: TYPE, body: JSON.stringify({ data }), headers: { 'cache-control': 'no-store' } };
}

/** Returns the requested school, `null` for the district, or `undefined` if the consumer may not act for it. */
async function schoolOf(portal: Portal, consumer: ListedConsumer, asked: string | null): Promise<string | null | undefined> {
  if (asked === null) return consumer.school_id;
  const found = await findSchoolId(portal.db, consumer.district_id, asked);
  return consumer.school_id === null || consumer.school_id === found ? found : undefined;
}
