/** Validates OAI-PMH requests as the protocol requires. */
import type { Portal } from '../../http/context.ts';
import { createHmac, timingSafeEqual } from 'node:crypto';

export type OaiErrorCode =
  | 'badVerb'
  | 'badArgument'
  | 'badResumptionToken'
  | 'cannotDisseminateFormat'
  | 'idDoesNotExist'
  | 'noRecordsMatch'
  | 'noMetadataFormats'
  | 'noSetHierarchy';

export class OaiError extends Error {
  readonly code: OaiErrorCode;
  constructor(code: OaiErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}

/** Required and optional arguments of each verb. A resumption token must be the only argument. */
const VERBS = {
  Identify: { needs: [], may: [], resumes: false },
  ListMetadataFormats: { needs: [], may: ['identifier'], resumes: false },
  ListSets: { needs: [], may: [], resumes: true },
  GetRecord: { needs: ['identifier', 'metadataPrefix'], may: [], resumes: false },
  ListIdentifiers: { needs: ['metadataPrefix'], may: ['from', 'until', 'set'], resumes: true },
  ListRecords: { needs: ['metadataPrefix'], may: ['from', 'until', 'set'], resumes: true },
} as const satisfies Record<string, { needs: readonly string[]; may: readonly string[]; resumes: boolean }>;
export type Verb = keyof typeof VERBS;

export type Arguments = { verb: Verb; given: Readonly<Record<string, string>> };

export function readArguments(params: URLSearchParams): Arguments {
  const verbs = params.getAll('verb');
  const [verb = ''] = verbs;
  if (verbs.length !== 1 || !Object.hasOwn(VERBS, verb))
    throw new OaiError('badVerb', verbs.length > 1 ? 'verb is repeated' : 'verb is missing or unknown');
  const { needs, may, resumes } = VERBS[verb as Verb];
  const names = [...params.keys()].filter((name) => name !== 'verb');
  const twice = names.find((name, i) => names.indexOf(name) !== i);
  if (twice !== undefined) throw new OaiError('badArgument', `${twice} is repeated`);
  const given = Object.fromEntries(names.map((name) => [name, params.get(name) ?? '']));
  if (resumes && given.resumptionToken !== undefined) {
    if (names.length > 1) throw new OaiError('badArgument', 'resumptionToken stands alone');
    return { verb: verb as Verb, given };
  }
  const illegal = names.find((name) => !([...needs, ...may] as string[]).includes(name));
  if (illegal !== undefined) throw new OaiError('badArgument', `${illegal} is not an argument of ${verb}`);
  const missing = needs.find((name) => given[name] === undefined || given[name] === '');
  if (missing !== undefined) throw new OaiError('badArgument', `${missing} is missing`);
  return { verb: verb as Verb, given };
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const SECOND = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/;

/** Returns the range of time. Both ends must have the same granularity. A day ends with its last second. */
export function readSpan({ from, until }: { from?: string; until?: string }): { from?: Date; until?: Date } {
  if (from !== undefined && until !== undefined && DAY.test(from) !== DAY.test(until))
    throw new OaiError('badArgument', 'from and until differ in granularity');
  const span = {
    ...(from !== undefined && { from: readMoment(from, 'T00:00:00Z') }),
    ...(until !== undefined && { until: readMoment(until, 'T23:59:59Z') }),
  };
  if (span.from && span.until && span.from > span.until) throw new OaiError('badArgument', 'from is later than until');
  return span;
}

function readMoment(text: string, ofDay: string): Date {
  const whole = DAY.test(text) ? text + ofDay : text;
  const moment = new Date(whole);
  // JavaScript would parse 31 February as a day in March.
  if (!SECOND.test(whole) || Number.isNaN(moment.getTime()) || formatMoment(moment) !== whole)
    throw new OaiError('badArgument', `${text} is not a date`);
  return moment;
}

export const formatMoment = (moment: Date): string => moment.toISOString().replace(/\.\d{3}Z$/, 'Z');

/** Position of the next page in a list. */
export type Place = {
  verb: Verb;
  prefix: string;
  from?: string | undefined;
  until?: string | undefined;
  set?: string | undefined;
  after: { at: string; identifier: string };
  cursor: number;
  size?: number | undefined;
};

const LIFE = 24 * 3_600_000;

const sign = (secret: string, text: string): string => createHmac('sha256', secret).update(`oai:${text}`).digest('base64url');

export function writeToken({ secret, now }: Pick<Portal, 'secret' | 'now'>, place: Place): { token: string; expires: Date } {
  const expires = new Date(now().getTime() + LIFE);
  const text = Buffer.from(JSON.stringify({ ...place, expires: expires.getTime() })).toString('base64url');
  return { token: `${text}.${sign(secret, text)}`, expires };
}

export function parseResumptionToken({ secret, now }: Pick<Portal, 'secret' | 'now'>, token: string, verb: Verb): Place {
  const [text = '', signature = ''] = token.split('.');
  const expected = Buffer.from(sign(secret, text));
  const given = Buffer.from(signature);
  if (expected.length !== given.length || !timingSafeEqual(expected, given)) throw new OaiError('badResumptionToken', 'not one of ours');
  const { expires, ...place } = JSON.parse(Buffer.from(text, 'base64url').toString()) as Place & { expires: number };
  if (expires < now().getTime()) throw new OaiError('badResumptionToken', 'expired');
  if (place.verb !== verb) throw new OaiError('badResumptionToken', `given for ${place.verb}`);
  return place;
}
