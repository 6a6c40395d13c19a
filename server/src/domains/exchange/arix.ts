/** ARIX 1.4 server. Systems of media centres and Moodle retrieve media that a district or school has licensed (docs/operate/exchange.md#arix). */
import { createHmac, randomUUID } from 'node:crypto';
import { readText } from '@fundus/importer/xml/elements';
import { readXml, type XmlElement } from '@fundus/importer/xml/read-xml';
import { XmlProblem } from '@fundus/importer/xml/xml-problem';
import { LANGUAGES } from '@fundus/contract/reference/languages';
import { MEDIA_TYPES } from '@fundus/contract/reference/media-types';
import { SUBJECTS } from '@fundus/contract/reference/subjects';
import { AppError } from '@fundus/contract/errors';
import type { Portal } from '../../http/context.ts';
import { countAttempt, countFailure, limitKey, requireNotBlocked, type LimitRule } from '../../limits/limits.ts';
import type { Place } from '../../visitors/place-repository.ts';
import { readPlace } from '../../visitors/place.ts';
import { findRemaining, findUsableAt, listKeywordsAt, presentFilesAt, searchAt, type CardRow } from '../catalogue/index.ts';
import { findConsumersAt, isSigned, createLogin } from './arix-consumers.ts';
import { findSchoolId, hasDistrict, insertTicket, insertUsedTicket, claimNotch } from './arix-repository.ts';
import { ArixProblem, readLimit, readSearch } from './arix-search.ts';
import { describeMedium, type DescribedMedium } from './described.ts';
import { siteOf, XML_TYPE, type ExchangeRequest, type Reply } from './exchange.ts';
import { DECLARATION, wrapElement, writeElement } from './xml.ts';
import { escapeMarkup } from '../../escape-markup.ts';
import type { SignedIn } from '../../visitors/signed-in.ts';

const MAX = 64 * 1024;
const MAX_CONTEXTS = 5;
const NOTCH_LIFE = 5 * 60_000;
const GRANT_LIFE = 30 * 60_000;
/** Rate limit for statements from one network. A class that opens media at the same time must stay below it. */
const ASKED: LimitRule = { most: 3_000, withinMinutes: 10, grows: false };
/** Rate limit for wrong signatures from one network. */
const WRONG_LINKS: LimitRule = { most: 50, withinMinutes: 15, grows: false, restMinutes: 15 };

type Question = {
  portal: Portal<'contentUrl' | 'search'>;
  origin: string;
  address: string;
  statement: XmlElement;
  places: { place: Place; visitor: SignedIn | null }[];
};

const STATEMENTS: Readonly<Record<string, (question: Question) => Promise<string>>> = {
  search: answerSearch,
  record: answerRecord,
  notch,
  link: answerLink,
  login,
  harvest,
  taxonomy,
  logo: ({ origin }) => Promise.resolve(writeElement('logo', `${origin}/favicon.svg`)),
};

export async function answerArix(portal: Portal<'contentUrl' | 'search'>, { params, origin, address }: ExchangeRequest): Promise<Reply> {
  let body: string;
  try {
    const statement = readXml(params.get('xmlstatement') ?? '', { limit: MAX });
    const answer = Object.hasOwn(STATEMENTS, statement.name) ? STATEMENTS[statement.name] : undefined;
    if (!answer) throw new ArixProblem(`Unknown statement ${statement.name}`);
    await countAttempt(portal.db, limitKey(portal.secret, 'arix-asked', address), portal.now(), ASKED);
    const places = await readPlaces(portal, params.get('*') || (params.get('context') ?? ''));
    body = await answer({ portal, origin, address, statement, places });
  } catch (error) {
    if (error instanceof AppError && error.code === 'too_many_attempts') throw error;
    if (!(error instanceof ArixProblem || error instanceof XmlProblem || error instanceof AppError)) throw error;
    body = writeElement('error', error instanceof AppError ? error.code : error.message);
  }
  return { status: 200, type: XML_TYPE, body: DECLARATION + body };
}

/** Parses a comma-separated list of `LAND[/STANDORT[/SCHULE[/USER]]]`. Places without a consumer are omitted. */
async function readPlaces(portal: Portal, context: string): Promise<Question['places']> {
  const parts = context
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);
  if (parts.length === 0 || parts.length > MAX_CONTEXTS) throw new ArixProblem('No context');
  return Promise.all(
    parts.map(async (part) => {
      const [, district, school] = part.split('/');
      const place = {
        district_id: district || null,
        school_id: school ? ((await findSchoolId(portal.db, district!, school)) ?? null) : null,
      };
      const isUnknown = (district && !(await hasDistrict(portal.db, district))) || (school && place.school_id === null);
      const visitor = isUnknown ? undefined : await readPlace(portal.db, place);
      if (visitor === undefined || (await findConsumersAt(portal, place)).length === 0) throw new ArixProblem('Unknown context');
      return { place, visitor };
    }),
  );
}

const visitorsOf = ({ places }: Question): (SignedIn | null)[] => places.map(({ visitor }) => visitor);

async function answerSearch(question: Question): Promise<string> {
  const { portal, origin, statement } = question;
  const { qs, filters, identifiers } = readSearch(statement);
  const { offset, limit, limited } = readLimit(statement.attributes.limit);
  const fields = new Set((statement.attributes.fields ?? '*').split(',').map((field) => field.trim()));
  const all = fields.has('*');
  const { total, rows } =
    identifiers.length > 0
      ? { total: 1, rows: (await findUsable(question, identifiers.slice(0, 1))).map(({ row }) => row) }
      : await searchAt(portal, visitorsOf(question), { qs, filters }, { offset, limit });
  const more = total > offset + limit;
  const records = rows.map((row) => writeRecord(describeMedium(siteOf(portal, origin), row), row, (name) => all || fields.has(name)));
  return wrapElement('result', records, { resume: limited ? (more ? 1 : 0) : undefined });
}

async function harvest(question: Question): Promise<string> {
  const { portal, origin, statement } = question;
  const { start = '0', count = '100' } = statement.attributes;
  const { offset, limit } = readLimit(`${start},${count}`);
  const { total, rows } = await searchAt(portal, visitorsOf(question), { qs: [''] }, { offset, limit, sort: 'title' });
  const site = siteOf(portal, origin);
  return wrapElement(
    'harvest',
    rows.map((row) => writeRecord(describeMedium(site, row), row, () => true)),
    { more: total > offset + limit ? 'more' : undefined },
  );
}

/** Returns those of the media that one of the places may use, with this place. */
async function findUsable({ portal, places }: Question, asked: readonly string[]) {
  const standing = await findRemaining(portal.db, asked);
  const identifiers = asked.map((identifier) => standing.get(identifier) ?? identifier);
  for (const { place, visitor } of places) {
    const found = await findUsableAt(portal, visitor, identifiers);
    if (found.length > 0) return found.map((usable) => ({ ...usable, place }));
  }
  return [];
}

async function answerRecord(question: Question): Promise<string> {
  const { portal, origin, statement } = question;
  const [usable] = await findUsable(question, [statement.attributes.identifier ?? '']);
  if (!usable) throw new ArixProblem('No valid licence');
  const described = describeMedium(siteOf(portal, origin), usable.row);
  if (statement.attributes.template === undefined) return writeRecord(described, usable.row, () => true);
  return wrapElement('div', [
    writeElement('h1', described.title),
    writeElement('p', described.description),
    writeElement('p', described.publisher),
  ]);
}

function writeRecord(described: DescribedMedium, row: CardRow, isAsked: (name: string) => boolean): string {
  const fields: readonly (readonly [string, string | number | null | undefined])[] = [
    ['nr', row.fn_nr ?? described.identifier],
    ['titel', described.title],
    ['utitel', described.short],
    ['text', described.description],
    ['typ', described.type.code],
    ['geb', described.subjects.map(({ code }) => code).join(', ')],
    ['schlag', described.keywords.join(', ')],
    ['sprache', described.languages.join(', ')],
    ['adressat', described.grades.map(({ code }) => code).join('; ')],
    ['produ', described.publisher],
    ['prodjahr', described.year],
    ['laenge', described.duration === null ? null : `${Math.round(described.duration / 60)} min`],
    ['datum', described.published],
    ['url', described.address],
  ];
  const written = fields.filter(([name]) => isAsked(name)).map(([name, value]) => writeElement('f', value, { n: name }));
  return wrapElement('r', written, { identifier: described.identifier });
}

/** Returns the text that must be signed for a ticket. It differs from the public id of the ticket. */
const notchOf = (secret: string, id: string): string => createHmac('sha256', secret).update(`arix:${id}`).digest('hex').slice(0, 32);

async function notch(question: Question): Promise<string> {
  const { portal, statement } = question;
  const [usable] = await findUsable(question, [statement.attributes.identifier ?? '']);
  if (!usable?.rights.stream || !usable.rights.lms_embed) throw new ArixProblem('No valid licence');
  const id = randomUUID();
  await insertTicket(portal.db, {
    ...usable.place,
    id,
    identifier: usable.row.identifier,
    expires_at: new Date(portal.now().getTime() + NOTCH_LIFE),
  });
  return writeElement('notch', notchOf(portal.secret, id), { id: id.replaceAll('-', '') });
}

/** Counts a wrong secret. Called after the verification, so that failures never reject a correct secret. Throws `too_many_attempts`. */
async function countWrongSecret({ portal, address }: Question): Promise<void> {
  const key = limitKey(portal.secret, 'arix', address);
  await requireNotBlocked(portal.db, [key], portal.now());
  await countFailure(portal.db, key, portal.now(), WRONG_LINKS);
}

async function login(question: Question): Promise<string> {
  const { portal, address, statement, places } = question;
  const { user_id: name = '', password = '' } = statement.attributes;
  const given = await createLogin(
    portal,
    places.map(({ place }) => place),
    { name, password, address },
  );
  if (given) return writeElement('login', given.word, { allow: 'yes', tmpuser: given.login });
  await countWrongSecret(question);
  return wrapElement('login', '', { allow: 'no' });
}

async function answerLink(question: Question): Promise<string> {
  const { portal, address, statement } = question;
  const hex = /^[0-9a-f]{32}$/.exec(statement.attributes.id ?? '')?.[0];
  const id = hex?.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  const ticket = id === undefined ? undefined : await claimNotch(portal.db, id, portal.now());
  const signed = { signature: readText(statement), login: statement.attributes.tmpuser, address };
  if (!id || !ticket || !(await isSigned(portal, ticket, { ...signed, notch: notchOf(portal.secret, id) }))) {
    await countWrongSecret(question);
    throw new ArixProblem('No valid notch');
  }
  const visitor = await readPlace(portal.db, ticket);
  const [usable] = visitor === undefined ? [] : await findUsableAt(portal, visitor, [ticket.identifier]);
  if (!usable?.rights.stream || !usable.rights.lms_embed) throw new ArixProblem('No valid licence');
  const grant = randomUUID();
  await insertUsedTicket(portal.db, { ...ticket, id: grant, expires_at: new Date(portal.now().getTime() + GRANT_LIFE) });
  return writeLink(question, grant, usable.row);
}

/** Writes the links. `direct` must be the first parameter, because Moodle appends `?play` to the address. */
async function writeLink({ portal, origin }: Question, grant: string, row: CardRow): Promise<string> {
  const files = await presentFilesAt(portal, grant, row.identifier);
  const main = files.find(({ role }) => role === 'main');
  const href = main && (main.href.startsWith('/') ? origin + main.href : main.href);
  const direct = href ?? row.url;
  if (!direct) throw new ArixProblem('No file');
  const size = main ? `${Math.max(1, Math.round(main.bytes / 1_000_000))} MByte` : undefined;
  const anchor = (text: string): string => `<a href="${escapeMarkup(direct)}">${text}</a>`;
  return wrapElement('link', [anchor('direct'), anchor('download')], { size });
}

const TABLES: Readonly<Record<string, readonly { code: string; label: string }[]>> = {
  eafgebiete: SUBJECTS,
  sprache: LANGUAGES,
  typen: MEDIA_TYPES,
};

/** Returns the taxonomy `schlag`, which contains the most frequent keywords of usable media. */
async function taxonomy(question: Question): Promise<string> {
  const { type = '' } = question.statement.attributes;
  const table = Object.hasOwn(TABLES, type)
    ? TABLES[type]!
    : type === 'schlag'
      ? (await listKeywordsAt(question.portal, visitorsOf(question))).map((word) => ({ code: word, label: word }))
      : undefined;
  if (!table) throw new ArixProblem(`Unknown taxonomy ${type}`);
  return wrapElement(
    'taxonomy',
    table.map(({ code, label }) => wrapElement('t', writeElement('key', code) + writeElement('value', label))),
  );
}
