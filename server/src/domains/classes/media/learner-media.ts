/** Determines which media learners of a class can use. */
import type { Rights } from '@fundus/contract/catalogue/catalogue';
import { today } from '@fundus/contract/days';
import type { Ctx, UserCtx } from '../../../http/context.ts';
import { buildCards, type CardRow } from '../../catalogue/index.ts';
import { findEntitlement, licenceTerms } from '../../licences/index.ts';
import { listClassMedia, listSeatsOfSchools, type EntryRow } from './media-repository.ts';
import { isVisibleOn } from '../policy.ts';
import type { SignedIn } from '../../../visitors/signed-in.ts';

type Asking = Pick<Ctx, 'now' | 'config'>;

/** Returns the rights of a user on a medium today, or `null` if there are none. */
export const rightsOf = ({ now, config }: Asking, user: SignedIn, row: CardRow | undefined): Rights | null =>
  row ? findEntitlement(user, row, row.licences, today(now), licenceTerms(config)).rights : null;

const LEARNER = {
  id: '',
  role: 'S',
  school_admin: '0',
  district_admin: '0',
  vorname: '',
  name: '',
  email: '',
  klassenID: null,
  show_jitsi: false,
  shared_classes: [],
  capabilities: [],
  lends_at: [],
  given: [],
} as const;

type School = { school_id: string; school_name: string; district_id: string };

/** Returns an anonymous learner for each school, who has the rights that all learners of a class have. */
export async function listLearners(db: Ctx['db'], schools: readonly School[]): Promise<Map<string, SignedIn>> {
  const seats = await listSeatsOfSchools(db, [...new Set(schools.map((school) => school.school_id))]);
  return new Map(
    schools.map(({ school_id, school_name, district_id }) => [
      school_id,
      {
        ...LEARNER,
        capabilities: [],
        shared_classes: [],
        school_id,
        schulname: school_name,
        district_id,
        licences: seats.get(school_id) ?? [],
      },
    ]),
  );
}

/** Returns the learner with access to drafts of own material that were shared with them. */
export const withDrafts = <User extends SignedIn | null>(learner: User, given: readonly string[] | undefined): User =>
  learner && given?.length ? { ...learner, given } : learner;

type Given = Pick<EntryRow, 'class_id' | 'identifier' | 'visible_from' | 'visible_until'>;

/** Returns for each class the number of media that the visiting learner can use today. */
export async function countVisibleMedia(
  ctx: UserCtx<'search'>,
  classIds: readonly string[],
  given?: readonly Given[],
): Promise<Map<string, number>> {
  if (classIds.length === 0) return new Map();
  const day = today(ctx.now);
  const there = (given ?? (await listClassMedia(ctx.db, classIds))).filter((entry) => isVisibleOn(entry, day));
  const cards = await buildCards(ctx, [...new Set(there.map((entry) => entry.identifier))]);
  const found = new Map<string, number>();
  for (const { class_id, identifier } of there)
    if (rightsOf(ctx, ctx.user, cards.get(identifier))) found.set(class_id, (found.get(class_id) ?? 0) + 1);
  return found;
}
