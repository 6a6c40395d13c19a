/** Responses about a single medium: unAPI for reference managers, oEmbed for embedding, and OpenSearch for the search field of the browser. */
import { COVER_SIZE } from '@fundus/contract/files/files';
import { mediumOf } from '@fundus/contract/medium-pages';
import { href, matchPath, type ScreenName } from '@fundus/contract/screens';
import type { Portal } from '../../http/context.ts';
import { findRemaining, suggestPublic } from '../catalogue/index.ts';
import { describeMedium, type DescribedMedium } from './described.ts';
import { siteName, siteOf, type ExchangeRequest, type Reply } from './exchange.ts';
import { writeAmb } from './write-amb.ts';
import { DC, writeDublinCore } from './write-dublin-core.ts';
import { writeLom } from './write-lom.ts';
import { writeMods } from './write-mods.ts';
import { DECLARATION, wrapElement, writeElement } from './xml.ts';
import { findChange } from './repository.ts';
import { escapeMarkup } from '../../escape-markup.ts';
import { findExported } from './withheld.ts';

const NOT_THERE: Reply = { status: 404, type: 'text/plain; charset=utf-8', body: 'not found\n' };

async function findDescribed(portal: Portal, origin: string, identifier: string): Promise<DescribedMedium | undefined> {
  const standing = (await findRemaining(portal.db, [identifier])).get(identifier) ?? identifier;
  const row = (await findExported(portal, [standing])).get(standing);
  return row && describeMedium(siteOf(portal, origin), row);
}

const OAI_DC = 'http://www.openarchives.org/OAI/2.0/oai_dc/';

type UnapiFormat = { type: string; write: (described: DescribedMedium, portal: Portal, origin: string) => string | Promise<string> };

const UNAPI: Readonly<Record<string, UnapiFormat>> = {
  mods: { type: 'application/xml', write: (described) => DECLARATION + writeMods(described) },
  oai_dc: {
    type: 'application/xml',
    write: (described) => DECLARATION + writeDublinCore(described, 'oai_dc:dc', { 'xmlns:oai_dc': OAI_DC, 'xmlns:dc': DC }),
  },
  lom: { type: 'application/xml', write: (described) => DECLARATION + writeLom(described) },
  amb: {
    type: 'application/ld+json',
    write: async (described, portal, origin) => {
      const change = await findChange(portal.db, described.identifier);
      return JSON.stringify(writeAmb(described, change?.changed_at ?? portal.now(), await siteName(portal), origin));
    },
  },
  ris: { type: 'application/x-research-info-systems', write: writeRis },
  bibtex: { type: 'application/x-bibtex', write: writeBibtex },
};

const formatsOf = (attributes: { id?: string }): string =>
  DECLARATION +
  wrapElement(
    'formats',
    Object.entries(UNAPI).map(([name, { type }]) => wrapElement('format', '', { name, type })),
    attributes,
  );

export async function answerUnapi(portal: Portal, { params, origin }: ExchangeRequest): Promise<Reply> {
  const id = params.get('id');
  const name = params.get('format');
  if (id === null) return { status: 200, type: 'application/xml; charset=utf-8', body: formatsOf({}) };
  const described = await findDescribed(portal, origin, id);
  if (!described) return NOT_THERE;
  if (name === null) return { status: 300, type: 'application/xml; charset=utf-8', body: formatsOf({ id }) };
  const format = Object.hasOwn(UNAPI, name) ? UNAPI[name] : undefined;
  if (!format) return { ...NOT_THERE, status: 406, body: 'no such format\n' };
  return { status: 200, type: `${format.type}; charset=utf-8`, body: await format.write(described, portal, origin) };
}

const RIS_TYPES: Partial<Record<DescribedMedium['type']['class'], string>> = {
  video: 'VIDEO',
  audio: 'SOUND',
  book: 'BOOK',
  picture: 'FIGURE',
  link: 'ELEC',
  software: 'COMP',
};

function writeRis(described: DescribedMedium): string {
  const flat = (text: string): string => text.replace(/\s+/g, ' ').trim();
  const lines: [string, string][] = [
    ['TY', RIS_TYPES[described.type.class] ?? 'GEN'],
    ['TI', described.title],
    ['PB', described.publisher],
    ['PY', described.year === null ? '' : String(described.year)],
    ['AB', described.description],
    ...described.keywords.map((word): [string, string] => ['KW', word]),
    ...described.languages.slice(0, 1).map((code): [string, string] => ['LA', code]),
    ['SN', described.isbn ?? ''],
    ['DO', described.doi ?? ''],
    ['UR', described.address],
    ['ID', described.identifier],
  ];
  return [...lines.flatMap(([tag, text]) => (text ? `${tag}  - ${flat(text)}` : [])), 'ER  - ', ''].join('\r\n');
}

function writeBibtex(described: DescribedMedium): string {
  const fields: [string, string][] = [
    ['title', described.title],
    ['publisher', described.publisher],
    ['year', described.year === null ? '' : String(described.year)],
    ['keywords', described.keywords.join(', ')],
    ['isbn', described.isbn ?? ''],
    ['doi', described.doi ?? ''],
    ['url', described.address],
    ['abstract', described.description],
  ];
  const plain = (text: string): string =>
    text
      .replace(/[{}\\]/g, '')
      .replace(/\s+/g, ' ')
      .trim();
  const lines = fields.flatMap(([name, text]) => (text ? `  ${name} = {${plain(text)}},` : []));
  return `@misc{${described.identifier.replace(/[^\w-]/g, '')},\n${lines.join('\n')}\n}\n`;
}

/** Returns the identifier of the medium that an address of this portal shows, or `undefined`. */
export function identifierOf(url: string, origin: string): string | undefined {
  if (!URL.canParse(url)) return undefined;
  const address = new URL(url);
  if (address.origin !== new URL(origin).origin) return undefined;
  return mediumOfPath(address.pathname);
}

/** Screens that are public for every medium. All other screens belong to a class, a list or a user. */
const FOR_EVERYBODY: ReadonlySet<ScreenName> = new Set(['media', 'search-media-detail', 'csearch-media-detail']);

export function mediumOfPath(path: string): string | undefined {
  const match = matchPath(path);
  return 'name' in match && FOR_EVERYBODY.has(match.name) ? mediumOf(match) : undefined;
}

/** Height in pixels of the title below the picture of a card. */
const TITLE_HEIGHT = 40;

export async function answerOembed(portal: Portal, { params, origin }: ExchangeRequest): Promise<Reply> {
  const format = params.get('format') ?? 'json';
  if (format !== 'json') return { ...NOT_THERE, status: 501, body: 'json only\n' };
  const identifier = identifierOf(params.get('url') ?? '', origin);
  const described = identifier === undefined ? undefined : await findDescribed(portal, origin, identifier);
  if (!described) return NOT_THERE;
  // A medium that requires a licence cannot be embedded.
  if (!described.free) return { ...NOT_THERE, status: 401, body: 'sign in\n' };
  const most = (name: string): number => (/^\d{1,5}$/.test(params.get(name) ?? '') ? Number(params.get(name)) : Infinity);
  const scale = Math.min(1, most('maxwidth') / COVER_SIZE.width, (most('maxheight') - TITLE_HEIGHT) / COVER_SIZE.height);
  const fit = (length: number): number => Math.max(1, Math.floor(length * scale));
  const [width, height] = [fit(COVER_SIZE.width), fit(COVER_SIZE.height)];
  const picture = `<img src="${escapeMarkup(described.cover)}" alt="" width="${width}" height="${height}">`;
  const reply = {
    version: '1.0',
    type: 'rich',
    title: described.title,
    provider_name: await siteName(portal),
    provider_url: origin,
    cache_age: 86_400,
    thumbnail_url: described.cover,
    thumbnail_width: COVER_SIZE.width,
    thumbnail_height: COVER_SIZE.height,
    html: `<a href="${escapeMarkup(described.address)}">${picture}<br>${escapeMarkup(described.title)}</a>`,
    width,
    height: height + TITLE_HEIGHT,
  };
  return { status: 200, type: 'application/json; charset=utf-8', body: JSON.stringify(reply) };
}

const SUGGESTIONS = 'application/x-suggestions+json';

/** Returns suggestions for the search field of the browser, as anonymous visitors receive them. */
export async function answerSuggestions(portal: Portal<'search'>, { params }: ExchangeRequest): Promise<Reply> {
  const q = (params.get('q') ?? '').replaceAll('\0', '').slice(0, 200);
  return { status: 200, type: `${SUGGESTIONS}; charset=utf-8`, body: JSON.stringify([q, await suggestPublic(portal, q)]) };
}

/** Maximum number of characters of a short name in OpenSearch. */
const SHORT_NAME = 16;

export async function answerOpenSearch(portal: Portal, { origin }: ExchangeRequest): Promise<Reply> {
  const name = await siteName(portal);
  const search = portal.config.Katalog ? href('csearch') : href('search');
  const body = wrapElement(
    'OpenSearchDescription',
    [
      writeElement('ShortName', name.slice(0, SHORT_NAME).trim()),
      writeElement('Description', `${name}: Medien für die Schule`),
      writeElement('InputEncoding', 'UTF-8'),
      wrapElement('Image', `${escapeMarkup(origin)}/favicon.svg`, { width: 16, height: 16, type: 'image/svg+xml' }),
      wrapElement('Url', '', { type: 'text/html', template: `${origin}${search}?q={searchTerms}` }),
      wrapElement('Url', '', { type: SUGGESTIONS, template: `${origin}/opensearch-suggestions?q={searchTerms}` }),
    ],
    { xmlns: 'http://a9.com/-/spec/opensearch/1.1/' },
  );
  return { status: 200, type: 'application/opensearchdescription+xml; charset=utf-8', body: DECLARATION + body };
}
