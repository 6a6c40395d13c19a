/** Searches Wikimedia Commons through the MediaWiki API. */
import { extractYear } from '@fundus/importer/foreign/foreign-record';
import { z } from 'zod';
import { fetchJson, appendPath, cleanHits, typeFrom, type Adapter, type PartialHit } from './found.ts';

const Page = z.object({
  index: z.number().catch(0),
  title: z.string(),
  imageinfo: z
    .array(
      z.object({
        descriptionurl: z.string(),
        mime: z.string().nullish().catch(null),
        extmetadata: z.record(z.string(), z.object({ value: z.union([z.string(), z.number()]) }).catch({ value: '' })).catch({}),
      }),
    )
    .min(1),
});
const Reply = z.object({
  query: z.object({ pages: z.array(z.unknown()) }).optional(),
  error: z.object({ code: z.string() }).optional(),
});

export const searchCommons: Adapter = async (remote, source, { q, limit, signal }) => {
  const url = appendPath(source.address, 'w/api.php');
  const parameters = {
    ...{ action: 'query', format: 'json', formatversion: 2, generator: 'search', gsrsearch: q, gsrnamespace: 6, gsrlimit: limit },
    ...{ prop: 'imageinfo', iiprop: 'url|mime|extmetadata', iiextmetadatalanguage: 'de' },
    iiextmetadatafilter: 'ObjectName|ImageDescription|Artist|LicenseShortName|DateTimeOriginal',
  };
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, String(value));
  const { query } = await fetchJson(remote, source, { url, schema: Reply, signal });
  const pages = (query?.pages ?? []).flatMap((page) => Page.safeParse(page).data ?? []).sort((a, b) => a.index - b.index);
  return { total: null, found: cleanHits(pages.map(readPage), limit) };
};

function readPage({ title, imageinfo }: z.output<typeof Page>): PartialHit {
  const { descriptionurl, mime, extmetadata } = imageinfo[0]!;
  const about = (name: string): string => String(extmetadata[name]?.value ?? '');
  return {
    title: about('ObjectName') || title.replace(/^[^:]+:/, '').replace(/\.\w{2,5}$/, ''),
    description: about('ImageDescription'),
    creators: [about('Artist')],
    publisher: 'Wikimedia Commons',
    year: extractYear(about('DateTimeOriginal')),
    type: typeFrom(mime),
    licence: about('LicenseShortName'),
    address: descriptionurl,
  };
}
