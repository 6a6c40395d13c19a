/** Site map with all public pages of media, divided into parts. */
import type { Portal } from '../../http/context.ts';
import { siteOf, type ExchangeRequest, type Reply } from './exchange.ts';
import { listPartEnds, listPresentAfter } from './repository.ts';
import { formatMoment } from './oai-arguments.ts';
import { pageOf } from './described.ts';
import { DECLARATION, wrapElement, writeElement } from './xml.ts';
import { findExported, exportedTokens } from './withheld.ts';

const PART = 10_000;
/** Milliseconds for which the ends of parts are cached, because computing them reads all media. */
const KEPT = 3_600_000;
const CARDS = 2_000;

const SITEMAP = { xmlns: 'http://www.sitemaps.org/schemas/sitemap/0.9' };
const TYPE = 'application/xml; charset=utf-8';

const cache = new WeakMap<Portal, { until: number; ends: Promise<string[]> }>();

function findEnds(portal: Portal): Promise<string[]> {
  const now = portal.now().getTime();
  const known = cache.get(portal);
  if (known && known.until > now) return known.ends;
  const ends = listPartEnds(portal.db, PART);
  cache.set(portal, { until: now + KEPT, ends });
  ends.catch(() => cache.delete(portal));
  return ends;
}

export async function answerSiteMap(portal: Portal, { origin }: ExchangeRequest): Promise<Reply> {
  const starts = ['', ...(await findEnds(portal))];
  const parts = starts.map((after) =>
    wrapElement('sitemap', writeElement('loc', `${origin}/sitemap-part.xml?after=${encodeURIComponent(after)}`)),
  );
  return { status: 200, type: TYPE, body: DECLARATION + wrapElement('sitemapindex', parts, SITEMAP) };
}

export async function answerSiteMapPart(portal: Portal, { params, origin }: ExchangeRequest): Promise<Reply> {
  const site = siteOf(portal, origin);
  const rows = await listPresentAfter(portal.db, (params.get('after') ?? '').replaceAll('\0', ''), PART);
  // Without a public catalogue, anonymous visitors see fewer media. A district may withhold its media as well.
  const seen =
    portal.config.Katalog && (await exportedTokens(portal)) === undefined
      ? null
      : await findSeen(
          portal,
          rows.map((row) => row.identifier),
        );
  const urls = rows.flatMap(({ identifier, changed_at }) =>
    seen && !seen.has(identifier)
      ? []
      : wrapElement('url', writeElement('loc', origin + pageOf(site, identifier)) + writeElement('lastmod', formatMoment(changed_at))),
  );
  return { status: 200, type: TYPE, body: DECLARATION + wrapElement('urlset', urls, SITEMAP) };
}

async function findSeen(portal: Portal, identifiers: readonly string[]): Promise<Set<string>> {
  const seen = new Set<string>();
  for (let from = 0; from < identifiers.length; from += CARDS)
    for (const identifier of (await findExported(portal, identifiers.slice(from, from + CARDS))).keys()) seen.add(identifier);
  return seen;
}
