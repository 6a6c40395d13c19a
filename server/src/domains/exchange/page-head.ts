/** Metadata in the HTML page of a public medium, for search engines and reference managers that do not run scripts. */
import type { PageMetadata } from '../../http/pages/client-page.ts';
import type { Portal } from '../../http/context.ts';
import { findPublicCards, isPublic } from '../catalogue/index.ts';
import { mediumOfPath } from './citing.ts';
import { describeMedium, isoDuration, type DescribedMedium } from './described.ts';
import { siteName, siteOf, exportsMetadata } from './exchange.ts';
import { findChange } from './repository.ts';
import { writeAmb, type Json } from './write-amb.ts';
import { escapeMarkup } from '../../escape-markup.ts';
import { findExported } from './withheld.ts';

/**
 * Returns the metadata of the page of a medium. Returns `undefined` for other pages, if anonymous visitors may not see media, and if metadata is not
 * exported. A medium that they may not see is treated like an unknown one.
 */
export async function describePage(portal: Portal, path: string, origin: string): Promise<PageMetadata | undefined> {
  const identifier = mediumOfPath(path);
  if (identifier === undefined || !isPublic(portal.config)) return undefined;
  const row = exportsMetadata(portal) ? (await findExported(portal, [identifier])).get(identifier) : undefined;
  const name = await siteName(portal);
  if (!row) {
    // The page of a withheld medium exists but has no metadata.
    const found = (await findPublicCards(portal, [identifier])).has(identifier);
    if (found && !exportsMetadata(portal)) return undefined;
    return { found, title: name, description: '', head: '<meta name="robots" content="noindex" />', body: '' };
  }
  const described = describeMedium(siteOf(portal, origin), row);
  const changedAt = (await findChange(portal.db, identifier))?.changed_at ?? portal.now();
  const short = (described.short || described.description).replace(/\s+/g, ' ').slice(0, 300);
  return {
    found: true,
    title: `${described.title} – ${name}`,
    description: short,
    head: [...linksOf(described, origin), ...metaOf(described, short, name), ...blocksOf(described, changedAt, name, origin)].join(
      '\n    ',
    ),
    body: `<span class="Z3988" hidden data-page="${escapeMarkup(path)}" title="${escapeMarkup(coins(described))}"></span><abbr class="unapi-id" hidden data-page="${escapeMarkup(path)}" title="${escapeMarkup(identifier)}"></abbr>`,
  };
}

const link = (rel: string, to: string, type?: string): string =>
  `<link rel="${rel}"${type ? ` type="${type}"` : ''} href="${escapeMarkup(to)}" />`;

const linksOf = (described: DescribedMedium, origin: string): string[] => [
  link('canonical', described.address),
  link('search', `${origin}/opensearch.xml`, 'application/opensearchdescription+xml'),
  link('unapi-server', `${origin}/unapi`, 'application/xml'),
  ...(described.free
    ? [link('alternate', `${origin}/oembed?url=${encodeURIComponent(described.address)}&format=json`, 'application/json+oembed')]
    : []),
];

const meta = (kind: 'name' | 'property', name: string, content: string | number | null): string[] =>
  content === null || content === '' ? [] : [`<meta ${kind}="${name}" content="${escapeMarkup(String(content))}" />`];

const metaOf = (described: DescribedMedium, short: string, name: string): string[] => [
  ...meta('property', 'og:type', described.type.class === 'video' ? 'video.other' : 'article'),
  ...meta('property', 'og:title', described.title),
  ...meta('property', 'og:description', short),
  ...meta('property', 'og:url', described.address),
  ...meta('property', 'og:image', described.cover),
  ...meta('property', 'og:site_name', name),
  ...meta('name', 'DC.title', described.title),
  ...meta('name', 'DC.publisher', described.publisher),
  ...meta('name', 'DC.date', described.year),
  ...meta('name', 'DC.identifier', described.address),
  ...described.languages.flatMap((code) => meta('name', 'DC.language', code)),
  ...described.subjects.flatMap(({ label }) => meta('name', 'DC.subject', label)),
];

/** In a script element, `<` must be escaped. */
const block = (json: Json): string => `<script type="application/ld+json">${JSON.stringify(json).replaceAll('<', '\\u003c')}</script>`;

function blocksOf(described: DescribedMedium, changedAt: Date, name: string, origin: string): string[] {
  const amb = writeAmb(described, changedAt, name, origin);
  const kinds = { video: 'VideoObject', audio: 'AudioObject' } as const;
  const kind = kinds[described.type.class as keyof typeof kinds];
  if (!kind) return [block(amb)];
  const media: Json = {
    '@context': 'https://schema.org',
    '@type': kind,
    name: described.title,
    description: described.description || described.title,
    thumbnailUrl: described.cover,
    uploadDate: described.published,
    url: described.address,
    ...(described.duration !== null && described.duration > 0 && { duration: isoDuration(described.duration) }),
    ...(described.licence && { license: described.licence }),
  };
  return [block(amb), block(media)];
}

/** Returns a `span` with a ContextObject (Z39.88-2004). */
function coins(described: DescribedMedium): string {
  const fields = new URLSearchParams([
    ['ctx_ver', 'Z39.88-2004'],
    ['rft_val_fmt', 'info:ofi/fmt:kev:mtx:dc'],
    ['rft.title', described.title],
    ['rft.identifier', described.address],
    ...(described.publisher ? [['rft.publisher', described.publisher] as [string, string]] : []),
    ...(described.year === null ? [] : [['rft.date', String(described.year)] as [string, string]]),
    ...described.languages.slice(0, 1).map((code): [string, string] => ['rft.language', code]),
    ...(described.isbn ? [['rft_id', `urn:isbn:${described.isbn}`] as [string, string]] : []),
    ...(described.doi ? [['rft_id', `info:doi/${described.doi}`] as [string, string]] : []),
  ]);
  return fields.toString();
}
