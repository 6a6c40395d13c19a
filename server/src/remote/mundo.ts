/** Searches MUNDO through its search of SODIX. */
import { z } from 'zod';
import { fetchJson, appendPath, cleanHits, typeFrom, type Adapter } from './found.ts';

const words = z.array(z.string()).nullish().catch(null);
const Tile = z.object({
  identifier: z.string().trim().min(1),
  title: z.string(),
  description: z.string().nullish().catch(null),
  learnResourceType: words,
  language: words,
  publishers: z
    .array(z.object({ name: z.string() }))
    .nullish()
    .catch(null),
  source: z.object({ name: z.string() }).nullish().catch(null),
});
const Reply = z.object({ tiles: z.array(z.unknown()) });

export const searchMundo: Adapter = async (remote, source, { q, limit, signal }) => {
  const { tiles } = await fetchJson(remote, source, {
    url: appendPath(source.address, 'api/search'),
    body: { search: q },
    schema: Reply,
    signal,
  });
  const found = tiles.flatMap((tile) => {
    const read = Tile.safeParse(tile);
    if (!read.success) return [];
    const { identifier, title, description, learnResourceType, language, publishers, source: from } = read.data;
    return {
      ...{ title, description, languages: language, type: typeFrom(...(learnResourceType ?? [])) },
      publisher: publishers?.[0]?.name ?? from?.name,
      address: appendPath(source.address, `details/${encodeURIComponent(identifier)}`).href,
    };
  });
  return { total: null, found: cleanHits(found, limit) };
};
