/** Searches edu-sharing repositories such as WirLernenOnline through their REST API (`ngsearch`). */
import { extractYear } from '@fundus/importer/foreign/foreign-record';
import { z } from 'zod';
import { fetchJson, appendPath, cleanHits, typeFrom, type Adapter, type PartialHit } from './found.ts';

const words = z.array(z.string().nullable()).catch([]);
const Node = z.object({
  ref: z.object({ id: z.string() }).partial().catch({}),
  title: z.string().nullish().catch(null),
  name: z.string().nullish().catch(null),
  mediatype: z.string().nullish().catch(null),
  mimetype: z.string().nullish().catch(null),
  content: z.object({ url: z.string().nullish() }).nullish().catch(null),
  properties: z.record(z.string(), words).catch({}),
});
const Reply = z.object({
  nodes: z.array(z.unknown()),
  pagination: z.object({ total: z.number() }).partial().catch({}),
});

/** Default metadata set of a repository. */
const ANY_SET = '-default-';

export const searchEduSharing: Adapter = async (remote, source, { q, limit, signal }) => {
  const url = appendPath(source.address, `rest/search/v1/queries/-home-/${encodeURIComponent(source.scope || ANY_SET)}/ngsearch`);
  for (const [name, value] of Object.entries({ contentType: 'FILES', maxItems: limit, skipCount: 0, propertyFilter: '-all-' }))
    url.searchParams.set(name, String(value));
  const body = { criteria: [{ property: 'ngsearchword', values: [q] }], facets: [], facetLimit: 0, facetMinCount: 1 };
  const { nodes, pagination } = await fetchJson(remote, source, { url, body, schema: Reply, signal });
  const found = nodes.flatMap((node) => {
    const read = Node.safeParse(node);
    return read.success ? [readNode(read.data, source.address)] : [];
  });
  return { total: pagination.total ?? null, found: cleanHits(found, limit) };
};

function readNode({ ref, title, name, mediatype, mimetype, content, properties }: z.output<typeof Node>, address: string): PartialHit {
  const first = (key: string): string => properties[key]?.find((word) => word?.trim())?.trim() ?? '';
  const version = first('ccm:commonlicense_cc_version');
  const key = first('ccm:commonlicense_key');
  return {
    title: title || first('cclom:title') || first('cm:title') || name,
    description: first('cclom:general_description'),
    creators: names(properties['ccm:lifecyclecontributer_author'] ?? []),
    publisher: names(properties['ccm:lifecyclecontributer_publisher'] ?? [])[0] ?? first('ccm:replicationsource'),
    year: extractYear(first('ccm:published_date')),
    type: typeFrom(mediatype, mimetype, first('cclom:format'), first('ccm:educationallearningresourcetype_DISPLAYNAME')),
    languages: (properties['cclom:general_language'] ?? []).flatMap((word) => word ?? []),
    licence:
      /^CC_BY/.test(key) && version
        ? `https://creativecommons.org/licenses/${key.slice(3).replaceAll('_', '-').toLowerCase()}/${version}`
        : key,
    // Resources collected from other sites have an external address. The repository displays all others.
    address:
      first('ccm:wwwurl') || content?.url || (ref.id ? appendPath(address, `components/render/${encodeURIComponent(ref.id)}`).href : ''),
  };
}

/** Returns the names in vCards of people and organisations. */
const names = (cards: readonly (string | null)[]): string[] =>
  cards.flatMap((card) => /^FN:[ \t]*(\S[^\r\n]*)$/m.exec(card ?? '')?.[1]?.trim() ?? []);
