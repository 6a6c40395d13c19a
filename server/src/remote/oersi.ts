/** OERSI: its public index (Elasticsearch), whose records are AMB. */
import { readYear } from '@fundus/importer/foreign/foreign-record';
import { findNumbers } from '@fundus/importer/foreign/work-numbers';
import { z } from 'zod';
import { askJson, below, numbersOf, tidy, typeFrom, type Adapter, type Rough } from './found.ts';

const named = z.object({ name: z.string().nullish() }).catch({});
const many = <S extends z.ZodType>(schema: S) => z.array(schema).nullish().catch(null);
const Resource = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string().nullish().catch(null),
  creator: many(named),
  publisher: many(named),
  sourceOrganization: many(named),
  datePublished: z.string().nullish().catch(null),
  inLanguage: many(z.string()),
  license: z.object({ id: z.string() }).nullish().catch(null),
  learningResourceType: many(z.object({ id: z.string() })),
});
const Reply = z.object({
  hits: z.object({
    total: z.object({ value: z.number() }).partial().catch({}),
    hits: z.array(z.object({ _source: z.unknown() })),
  }),
});

const FIELDS = ['name^4', 'keywords^2', 'about.prefLabel.de', 'description', 'creator.name', 'publisher.name'];

export const searchOersi: Adapter = async (remote, source, { q, limit, signal }) => {
  const query = { multi_match: { query: q, fields: FIELDS, type: 'cross_fields', operator: 'and' } };
  const body = { size: limit, track_total_hits: true, query, _source: Object.keys(Resource.shape) };
  const { hits } = await askJson(remote, source, {
    url: below(source.address, 'api/search/oer_data/_search'),
    body,
    schema: Reply,
    signal,
  });
  const found = hits.hits.flatMap(({ _source }) => {
    const read = Resource.safeParse(_source);
    return read.success ? [readResource(read.data)] : [];
  });
  return { total: hits.total.value ?? null, found: tidy(found, limit) };
};

function readResource(resource: z.output<typeof Resource>): Rough {
  const namesOf = (those: z.output<typeof named>[] | null | undefined) => (those ?? []).flatMap(({ name }) => name ?? []);
  return {
    numbers: numbersOf(findNumbers([resource.id])),
    title: resource.name,
    description: resource.description,
    creators: namesOf(resource.creator),
    publisher: namesOf(resource.publisher)[0] ?? namesOf(resource.sourceOrganization)[0],
    year: readYear(resource.datePublished ?? ''),
    type: typeFrom(...(resource.learningResourceType ?? []).map(({ id }) => id.split('/').at(-1))),
    languages: resource.inLanguage,
    licence: resource.license?.id,
    address: resource.id,
  };
}
