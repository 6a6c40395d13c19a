/** Queries for proposed changes of lending points. */
import { MAX_PROPOSALS_SHOWN, type ProposedFields } from '@fundus/contract/lending/points/proposals';
import { sql } from 'kysely';
import { selectFullName } from '../../../db/full-name.ts';
import type { Db } from '../../../db/open.ts';

const selectProposals = (db: Db) =>
  db
    .selectFrom('lending_proposal as q')
    .innerJoin('lending_point as point', 'point.id', 'q.point_id')
    .leftJoin('person as p', 'p.id', 'q.proposed_by')
    .leftJoin('person as d', 'd.id', 'q.decided_by')
    .select(['q.id', 'q.point_id', 'q.proposed_by', 'q.version', 'q.note', 'q.state', 'q.reason', 'q.created_at', 'q.decided_at'])
    .select(['point.version as current', sql<ProposedFields>`q.fields`.as('fields')])
    .select([
      sql<string | null>`case when p.id is not null then ${selectFullName('p')} end`.as('by'),
      sql<string | null>`case when d.id is not null then ${selectFullName('d')} end`.as('decider'),
    ]);

export type ProposalRow = Awaited<ReturnType<ReturnType<typeof selectProposals>['executeTakeFirstOrThrow']>>;

export const findProposal = (db: Db, id: string): Promise<ProposalRow | undefined> =>
  selectProposals(db).where('q.id', '=', id).executeTakeFirst();

/** Locks a proposal until commit. */
export const lockProposal = (db: Db, id: string): Promise<unknown> =>
  db.selectFrom('lending_proposal').select('lending_proposal.id').where('lending_proposal.id', '=', id).forNoKeyUpdate().execute();

/** Returns open proposals and those decided since a date. Open ones come first, then the newest. */
export const listProposals = (db: Db, point: string, since: Date): Promise<ProposalRow[]> =>
  selectProposals(db)
    .where('q.point_id', '=', point)
    .where((eb) => eb.or([eb('q.decided_at', 'is', null), eb('q.decided_at', '>', since)]))
    .orderBy(sql`q.state = 'open' desc`)
    .orderBy('q.created_at', 'desc')
    .orderBy('q.id')
    .limit(MAX_PROPOSALS_SHOWN)
    .execute();

export async function countOpenProposals(db: Db, point: string): Promise<number> {
  const { n } = await db
    .selectFrom('lending_proposal')
    .where('lending_proposal.point_id', '=', point)
    .where('lending_proposal.state', '=', 'open')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  return n;
}

type NewProposal = { id: string; point_id: string; proposed_by: string; version: number; note: string; created_at: Date };

export const insertProposal = (db: Db, row: NewProposal, fields: ProposedFields): Promise<unknown> =>
  db
    .insertInto('lending_proposal')
    .values({ ...row, fields: JSON.stringify(fields) })
    .execute();

type Decided =
  | { state: 'accepted' | 'declined' | 'withdrawn'; reason: string; decided_by: string; decided_at: Date }
  | { state: 'open'; reason: ''; decided_by: null; decided_at: null; version: number };

export const decideProposal = (db: Db, id: string, decided: Decided): Promise<unknown> =>
  db.updateTable('lending_proposal').set(decided).where('lending_proposal.id', '=', id).execute();

export const removeOldProposals = (db: Db, before: Date): Promise<unknown> =>
  db.deleteFrom('lending_proposal').where('lending_proposal.decided_at', '<=', before).execute();

/** Returns the managers of a point: administrators of its school who do not use the basic view, or administrators of its district. */
export const listManagers = (db: Db, { school_id, district_id }: { school_id: string | null; district_id: string }) =>
  db
    .selectFrom('person as p')
    .leftJoin('school', 'school.id', 'p.school_id')
    .select(['p.id', 'p.email', 'p.vorname', 'p.name', 'p.locale', 'p.state'])
    .where('p.state', '=', 'active')
    .where(
      school_id === null
        ? sql<boolean>`(coalesce(p.district_id, school.district_id) = ${district_id} and p.district_admin = '1')`
        : sql<boolean>`(p.school_id = ${school_id} and p.school_admin = '1')`,
    )
    .orderBy('p.id')
    .limit(20)
    .execute();
