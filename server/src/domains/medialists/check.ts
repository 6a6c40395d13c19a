/** Checks whether the media of a list can be used in a lesson on a given day (docs/behaviour/medialists.md#lesson-check). */
import { fitsDuration } from '@fundus/contract/catalogue/excerpts';
import { today } from '@fundus/contract/days';
import type { Input } from '@fundus/contract/endpoint';
import { isLentType } from '@fundus/contract/lending/lent-types';
import type { ListCheck, medialists } from '@fundus/contract/medialists/medialists';
import type { UserCtx } from '../../http/context.ts';
import { buildCards, canBeUsed, readGivenByLists, readGivenInClasses, type CardRow } from '../catalogue/index.ts';
import { listLearners, requireTaught, rightsOf, withDrafts } from '../classes/index.ts';
import { findAvailabilityOn, type DayAvailability } from '../lending/index.ts';
import { readClassSeats } from '../licences/index.ts';
import { schoolOf } from './contents.ts';
import { listItems } from './item-repository.ts';
import { requireRight } from './service.ts';

type Problem = Pick<ListCheck['problems'][number], 'problem' | 'on' | 'missing' | 'lend'>;

const none = { on: null, missing: 0, lend: null };

/** Returns why a teacher may not use the medium on that day: the licence ends earlier, begins later, or is missing. */
function findGap({ user }: UserCtx, card: CardRow, day: string): Problem {
  const own = card.licences.filter(
    (licence) => !licence.hidden && !licence.withdrawn && (licence.school_id === null || licence.school_id === user.school_id),
  );
  const begins = own.flatMap(({ valid_from }) => (valid_from !== null && valid_from > day ? [valid_from] : [])).sort();
  const ended = own.flatMap(({ valid_to }) => (valid_to !== null && valid_to < day ? [valid_to] : [])).sort();
  if (ended.length > 0) return { ...none, problem: 'ends_before', on: ended.at(-1)! };
  return begins.length > 0 ? { ...none, problem: 'begins_after', on: begins[0]! } : { ...none, problem: 'no_licence' };
}

/** Returns the problem of a physical medium on that day, or `undefined` if the teacher has already borrowed it. */
function findLendingProblem(state: DayAvailability | undefined): Problem | undefined {
  if (!state) return { ...none, problem: 'not_lent' };
  const lend = { model: state.model, point: state.point };
  if (state.state === 'free') return { ...none, problem: 'to_borrow', lend };
  return state.state === 'taken' ? { ...none, problem: 'taken', on: state.next, lend } : undefined;
}

/**
 * Returns the problems of the media of a list on a day, for staff only. If no class is given, the check assumes a learner of the school
 * without an individual seat.
 */
export async function checkLesson(ctx: UserCtx<'search'>, { params, query }: Input<typeof medialists.check>): Promise<ListCheck> {
  const row = await requireRight(ctx, params.id, 'seeSharing');
  const cls = query.class_id === undefined ? undefined : await requireTaught(ctx, query.class_id);
  const day = query.date ?? row.planned_for ?? today(ctx.now);
  const items = (await listItems(ctx.db, row.id)).filter((item) => item.identifier !== null);
  const cards = await buildCards(ctx, [...new Set(items.map((item) => item.identifier!))]);
  const school = cls ?? schoolOf(ctx.user, row);
  const anyone = school && (await listLearners(ctx.db, [school])).get(school.school_id);
  const given = cls
    ? (await readGivenInClasses(ctx.db, cards, [cls.id])).get(cls.id)
    : (await readGivenByLists(ctx.db, cards, [row.id])).get(row.id);
  const learner = anyone && withDrafts(anyone, given);
  const seats = cls ? await readClassSeats(ctx, cls, [...cards.values()]) : undefined;
  const then = { now: new Date(`${day}T12:00:00Z`), config: ctx.config };

  const shelved = [...cards.values()].filter(({ fn_typ }) => isLentType(ctx.config, fn_typ)).map((card) => card.identifier);
  const lent = await findAvailabilityOn(ctx, shelved, day);

  const findProblem = ({ identifier, end_s, visible_to_learners }: (typeof items)[number]): Problem | undefined => {
    const card = cards.get(identifier!);
    if (!card || (end_s !== null && !fitsDuration({ start_s: 0, end_s }, card.duration))) return { ...none, problem: 'removed' };
    if (isLentType(ctx.config, card.fn_typ)) return findLendingProblem(lent.get(identifier!));
    if (rightsOf(then, ctx.user, card) === null) return findGap(ctx, card, day);
    if (!canBeUsed(card)) return { ...none, problem: 'no_file' };
    if (!visible_to_learners || !learner || rightsOf(then, learner, card) !== null) return undefined;
    const taken = seats?.get(identifier!);
    if (!taken) return { ...none, problem: 'not_for_learners' };
    return taken.seated >= taken.learners ? undefined : { ...none, problem: 'no_seats', missing: taken.learners - taken.seated };
  };

  const problems = items.flatMap((item) => {
    const problem = findProblem(item);
    const card = cards.get(item.identifier!);
    return problem ? [{ item_id: item.id, title: item.kind === 'sequence' ? item.title : (card?.fn_titel ?? item.title), ...problem }] : [];
  });
  return { day, class_id: cls?.id ?? null, checked: items.length, problems };
}
