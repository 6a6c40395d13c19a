/** Searches OERSI through its public Elasticsearch index of AMB records. */
import { isResource, readAmb } from '@fundus/importer/foreign/amb';
import { z } from 'zod';
import { fetchJson, appendPath, fromRecord, cleanHits, type Adapter } from './found.ts';

const Reply = z.object({
  hits: z.object({
    total: z.object({ value: z.number() }).partial().catch({}),
    hits: z.array(z.object({ _source: z.unknown() })),
  }),
});

const FIELDS = ['name^4', 'keywords^2', 'about.prefLabel.de', 'description', 'creator.name', 'publisher.name'];
/** Requested fields of a record. */
const WANTED = [
  'id',
  'type',
  'name',
  'description',
  'creator',
  'publisher',
  'datePublished',
  'inLanguage',
  'license',
  'learningResourceType',
];

export const searchOersi: Adapter = async (remote, source, { q, limit, signal }) => {
  const query = { multi_match: { query: q, fields: FIELDS, type: 'cross_fields', operator: 'and' } };
  const body = { size: limit, track_total_hits: true, query, _source: WANTED };
  const { hits } = await fetchJson(remote, source, {
    url: appendPath(source.address, 'api/search/oer_data/_search'),
    body,
    schema: Reply,
    signal,
  });
  const found = hits.hits.flatMap(({ _source }) => (isResource(_source) ? [fromRecord(readAmb(_source))] : []));
  return { total: hits.total.value ?? null, found: cleanHits(found, limit) };
};
