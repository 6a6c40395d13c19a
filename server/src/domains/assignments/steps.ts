/** Steps of assignments: media, parts, links, texts, or the items of a media list for learners. */
import { MAX_STEPS, type Completion, type NewStep } from '@fundus/contract/assignments/assignments';
import { fitsInto } from '@fundus/contract/catalogue/excerpts';
import { classMediaKind } from '@fundus/contract/classes/media-kind';
import { AppError, invalid, invalidFields, notFound } from '@fundus/contract/errors';
import { newId } from '../../db/new-id.ts';
import type { UserCtx } from '../../http/context.ts';
import {
  findGrantableDrafts,
  findKnownCards,
  grantDrafts,
  listGrantedByAssignment,
  presentItem,
  type CardRow,
} from '../catalogue/index.ts';
import { readItemsForLearners } from '../medialists/index.ts';
import { setSteps, type NewStepRow } from './repository.ts';

/** Default percentage to pass a test. */
const USUAL_PASS = 60;

type Terms = { task: string; completion?: Completion | undefined; pass_percent?: number | undefined };

/** Returns the default completion: the score of a test, watching or reading, otherwise a tick. */
function completionOf(
  ctx: UserCtx,
  { completion, pass_percent }: Terms,
  card: CardRow | undefined,
): Pick<NewStepRow, 'completion' | 'pass_percent'> {
  const viewer = card && presentItem(ctx, card, false).viewer;
  const usual =
    card === undefined ? 'self_marked' : viewer === 'h5p' ? 'score' : viewer === 'link' || viewer === 'none' ? 'self_marked' : 'viewed';
  const wanted = completion ?? usual;
  if (wanted === 'viewed' && card === undefined) throw invalid('steps', 'format', { reason: 'completion' });
  if (wanted === 'score' && viewer !== 'h5p' && viewer !== 'package') throw invalid('steps', 'format', { reason: 'completion' });
  return { completion: wanted, pass_percent: wanted === 'score' ? (pass_percent ?? USUAL_PASS) : null };
}

/** Replaces the steps. They share drafts of own material of the user, and those the assignment already shared. */
export async function storeSteps(ctx: UserCtx, assignmentId: string, steps: readonly (NewStepRow & { id: string })[]): Promise<void> {
  const identifiers = [...new Set(steps.flatMap(({ identifier }) => identifier ?? []))];
  const before = await listGrantedByAssignment(ctx.db, assignmentId);
  await setSteps(ctx.db, assignmentId, steps);
  const own = findGrantableDrafts(ctx, (await findKnownCards(ctx, identifiers)).values());
  await grantDrafts(ctx, { assignment: assignmentId }, [...new Set([...own, ...before.filter((each) => identifiers.includes(each))])]);
}

/** Returns the stored steps. Throws `not_found` for hidden media, `validation_failed` for a part beyond the end of the film. */
export async function prepareSteps(ctx: UserCtx, steps: readonly NewStep[]): Promise<(NewStepRow & { id: string })[]> {
  const identifiers = steps.flatMap((step) => ('identifier' in step ? [step.identifier] : []));
  const cards = await findKnownCards(ctx, [...new Set(identifiers)]);
  const missing = identifiers.find((identifier) => !cards.has(identifier));
  if (missing !== undefined) throw new AppError('not_found', { field: 'steps', details: { media: [missing] } });
  const problems = steps.flatMap((step, i) =>
    step.kind === 'sequence' && !fitsInto(step, cards.get(step.identifier)!.duration) ? [{ field: `steps.${i}.end_s`, rule: 'range' }] : [],
  );
  if (problems.length > 0) throw invalidFields(problems);
  if (ctx.config.DisableSequences && steps.some((step) => step.kind === 'sequence')) throw new AppError('feature_disabled');
  return steps.map((step) => {
    const card = 'identifier' in step ? cards.get(step.identifier)! : undefined;
    const common = { id: newId(ctx.now), task: step.task, ...completionOf(ctx, step, card) };
    switch (step.kind) {
      case 'medium':
        return { ...common, kind: classMediaKind(card!.fn_typ), identifier: card!.identifier, title: card!.fn_titel.slice(0, 300) };
      case 'sequence':
        return { ...common, kind: step.kind, identifier: card!.identifier, title: step.title, start_s: step.start_s, end_s: step.end_s };
      case 'external':
        return { ...common, kind: step.kind, url: step.url, title: step.title };
      case 'text':
        return { ...common, kind: step.kind, title: step.title };
    }
  });
}

/** Returns the items of a list for learners as steps, with their notes as tasks. Throws `not_found`. */
export async function stepsOfList(ctx: UserCtx<'search'>, listId: string): Promise<NewStep[]> {
  const items = await readItemsForLearners(ctx, listId);
  const steps = items.flatMap((item): NewStep[] => {
    const task = item.note_learner;
    if (item.kind === 'external') return [{ kind: 'external', url: item.url!, title: item.title, task }];
    if (item.identifier === null) return [];
    if (item.kind === 'sequence')
      return [{ kind: 'sequence', identifier: item.identifier, title: item.title, start_s: item.start_s!, end_s: item.end_s!, task }];
    return [{ kind: 'medium', identifier: item.identifier, task }];
  });
  if (steps.length === 0) throw notFound('list_id');
  if (steps.length > MAX_STEPS) throw invalid('list_id', 'max', { most: MAX_STEPS });
  return steps;
}
