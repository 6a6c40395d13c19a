/** The list from which editors choose media, and the code tables for the fields of a record. */
import { MAX_BULK, type catalogueEdit, type EditRow, type EditState, type Gap, type References } from '@fundus/contract/catalogue/edit';
import type { SearchWords } from '@fundus/contract/catalogue/catalogue';
import type { Answer, Input } from '@fundus/contract/endpoint';
import { today } from '@fundus/contract/days';
import { coverHref } from '@fundus/contract/files/files';
import { GRADE_LEVELS } from '@fundus/contract/reference/grade-levels';
import { LANGUAGES } from '@fundus/contract/reference/languages';
import { MEDIA_TYPES } from '@fundus/contract/reference/media-types';
import { subjectLabel, SUBJECTS } from '@fundus/contract/reference/subjects';
import type { UserCtx } from '../../../http/context.ts';
import { CATALOGUE, DRAFTS } from '../../licences/index.ts';
import { listEditMedia } from './edit-list-repository.ts';
import { findEditable } from './edit-repository.ts';
import { indexQuery } from '../search/filters.ts';
import { withSearchErrors } from '../search/search-errors.ts';

type Asked = SearchWords & { state: EditState; missing?: Gap | undefined; offset: number; limit: number };

/** Reads active media from the index. Other states and incomplete records are read from the database. */
async function find(
  ctx: UserCtx<'search'>,
  { state, missing, offset, limit, ...words }: Asked,
): Promise<{ total: number; identifiers: string[] }> {
  if (state !== 'active' || missing)
    return listEditMedia(ctx.db, { state, missing, words: words.q.trim(), day: today(ctx.now), offset, limit });
  const answer = await withSearchErrors(() =>
    ctx.search.search({
      ...indexQuery(ctx, 'catalogue', words),
      visible: [CATALOGUE, DRAFTS],
      offset,
      limit,
      sort: words.q.trim() ? 'relevance' : 'title',
      boosts: [],
    }),
  );
  return { total: answer.total, identifiers: answer.hits.filter((hit) => !hit.partial).map((hit) => hit.id) };
}

/** Returns the media of a page of the list with all fields of their records. */
export async function readEditable(ctx: UserCtx<'search'>, query: Asked) {
  const { total, identifiers } = await find(ctx, query);
  const rows = new Map((await findEditable(ctx.db, identifiers)).map((row) => [row.identifier, row]));
  return { total, rows: identifiers.flatMap((identifier) => rows.get(identifier) ?? []) };
}

export async function readEditList(
  ctx: UserCtx<'search'>,
  { query }: Input<typeof catalogueEdit.editList>,
): Promise<Answer<typeof catalogueEdit.editList>> {
  const { total, rows } = await readEditable(ctx, query);
  const items = rows.map((row): EditRow => {
    const { identifier } = row;
    const { version, record, draft, retired_at, updated_at } = row;
    const { fn_titel, fn_kurztext, fn_typ, fn_geb, free } = record;
    return {
      identifier,
      fn_titel,
      fn_kurztext,
      fn_typ,
      subjects: fn_geb.map((code) => ({ code, label: subjectLabel(code) })),
      cover: coverHref({ identifier, ...record }, ctx.config.CoverService),
      version,
      free,
      draft,
      retired_at: retired_at?.toISOString() ?? null,
      changed_at: updated_at.toISOString(),
    };
  });
  return { total, offset: query.offset, limit: query.limit, items };
}

export async function readIdentifiers(
  ctx: UserCtx<'search'>,
  { query }: Input<typeof catalogueEdit.editIdentifiers>,
): Promise<Answer<typeof catalogueEdit.editIdentifiers>> {
  return find(ctx, { ...query, offset: 0, limit: MAX_BULK });
}

export const readReferences = (): References => ({
  subjects: [...SUBJECTS],
  languages: [...LANGUAGES],
  grades: [...GRADE_LEVELS],
  types: MEDIA_TYPES.map(({ code, label, carrier }) => ({ code, label: carrier === 'physical' ? `${label} (Verleih)` : label })),
});
