/** Queries for link checks. */
import type { LinkProblem, LinkState } from '@fundus/contract/link-checks/link-checks';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../db/open.ts';
import { isOfCatalogue } from '../../visitors/own-material-repository.ts';

export type Due = { identifier: string; url: string };

/**
 * Condition that the medium is a visible catalogue medium with an address. Own material is excluded, because editors, who see the results, do not see
 * it.
 */
const isAsked = sql<boolean>`media_item.url is not null and media_item.retired_at is null and ${isOfCatalogue}
  and not exists (select from media_draft where media_draft.identifier = media_item.identifier)`;

/** Host of an address in lower case, for comparison. */
const host = sql`lower(substring(media_item.url from '^[a-zA-Z]+://([^/?#]+)'))`;

/**
 * Returns the media whose check is due: never checked, checked with another address, or last checked before `good` or `bad`. Returns at most `ofHost`
 * media per host, taking the hosts in turn, so that a host with many, busy or silent links does not delay the others.
 */
export async function listDueLinks(
  db: Db,
  { good, bad, ofHost, limit }: { good: Date; bad: Date; ofHost: number; limit: number },
): Promise<Due[]> {
  const { rows } = await sql<Due>`
    select due.identifier, due.url from (
      select media_item.identifier, media_item.url, link_check.checked_at,
        row_number() over (partition by ${host} order by link_check.checked_at nulls first, media_item.identifier) as nth
      from media_item left join link_check on link_check.identifier = media_item.identifier
      where ${isAsked} and (link_check.identifier is null or link_check.url <> media_item.url
        or link_check.checked_at <= case when link_check.problem is null or link_check.problem = 'address'
          then ${good}::timestamptz else ${bad}::timestamptz end)
    ) as due
    where due.nth <= ${ofHost} order by due.nth, due.checked_at nulls first, due.identifier limit ${limit}`.execute(db);
  return rows;
}

export const findRequestedCheck = (db: Db, identifier: string): Promise<Due | undefined> =>
  db
    .selectFrom('media_item')
    .select(['media_item.identifier', sql<string>`media_item.url`.as('url')])
    .where('media_item.identifier', '=', identifier)
    .where(isAsked)
    .executeTakeFirst();

export type CheckResult = { problem: LinkProblem | null; status: number | null };

/** Stores a result. Consecutive failing days are counted per address, and a success resets the count. */
export async function writeCheck(db: Db, { identifier, url }: Due, { problem, status }: CheckResult, at: Date, day: string): Promise<void> {
  const failed = problem !== null && problem !== 'address' ? day : null;
  await db
    .insertInto('link_check')
    // The medium may have been deleted meanwhile.
    .columns(['identifier', 'url', 'checked_at', 'problem', 'status', 'failed_from', 'failed_on'])
    .expression((eb) =>
      eb
        .selectFrom('media_item')
        .select([
          'media_item.identifier',
          sql<string>`${url}`.as('url'),
          sql<Date>`${at}::timestamptz`.as('checked_at'),
          sql<LinkProblem | null>`${problem}::text`.as('problem'),
          sql<number | null>`${status}::integer`.as('status'),
          sql<string | null>`${failed}::date`.as('failed_from'),
          sql<string | null>`${failed}::date`.as('failed_on'),
        ])
        .where('media_item.identifier', '=', identifier),
    )
    .onConflict((conflict) =>
      conflict.column('identifier').doUpdateSet({
        url,
        checked_at: at,
        problem,
        status,
        failed_from:
          failed === null
            ? null
            : sql<string>`case when link_check.url = ${url}::text then coalesce(link_check.failed_from, ${failed}::date) else ${failed}::date end`,
        failed_on: failed,
      }),
    )
    .execute();
}

/** Moves the link of a busy server to the end of the queue. The last result stays, unless it belongs to an earlier address. */
export const touchCheck = (db: Db, { identifier, url }: Due, at: Date): Promise<unknown> =>
  sql`
    insert into link_check (identifier, url, checked_at)
    select media_item.identifier, ${url}, ${at}::timestamptz from media_item where media_item.identifier = ${identifier}
    on conflict (identifier) do update set checked_at = excluded.checked_at, url = excluded.url,
      problem = case when link_check.url = excluded.url then link_check.problem end,
      status = case when link_check.url = excluded.url then link_check.status end,
      failed_from = case when link_check.url = excluded.url then link_check.failed_from end,
      failed_on = case when link_check.url = excluded.url then link_check.failed_on end`.execute(db);

const state: RawBuilder<LinkState | null> = sql<LinkState | null>`case when link_check.problem is null then null
  when link_check.problem = 'address' then 'unasked' when link_check.failed_on > link_check.failed_from then 'dead' else 'failing' end`;

const selectChecks = (db: Db) =>
  db
    .selectFrom('link_check')
    .innerJoin('media_item', (join) =>
      join.onRef('media_item.identifier', '=', 'link_check.identifier').onRef('media_item.url', '=', 'link_check.url'),
    )
    .where(isAsked)
    .where('link_check.problem', 'is not', null);

const selectRows = (db: Db) =>
  selectChecks(db)
    .select(['link_check.identifier', 'media_item.fn_titel', 'link_check.url', 'link_check.status', 'link_check.checked_at'])
    .select(sql<LinkProblem>`link_check.problem`.as('problem'))
    .select(sql<LinkState>`${state}`.as('state'))
    .select(sql<string>`coalesce(link_check.failed_from, (link_check.checked_at at time zone 'Europe/Berlin')::date)`.as('since'));

export type CheckRow = Awaited<ReturnType<ReturnType<typeof selectRows>['executeTakeFirstOrThrow']>>;

export const listChecks = (db: Db, wanted: LinkState, offset: number, limit: number): Promise<CheckRow[]> =>
  selectRows(db)
    .where(state, '=', wanted)
    .orderBy(sql`link_check.failed_from nulls last`)
    .orderBy('link_check.identifier')
    .offset(offset)
    .limit(limit)
    .execute();

export const findCheck = (db: Db, identifier: string): Promise<CheckRow | undefined> =>
  selectRows(db).where('link_check.identifier', '=', identifier).executeTakeFirst();

export async function countChecks(db: Db): Promise<Record<LinkState, number>> {
  const rows = await selectChecks(db)
    .select(sql<LinkState>`${state}`.as('state'))
    .select(sql<number>`count(*)::int`.as('count'))
    .groupBy(state)
    .execute();
  const of = (name: LinkState): number => rows.find((row) => row.state === name)?.count ?? 0;
  return { dead: of('dead'), failing: of('failing'), unasked: of('unasked') };
}
