/** Steps of an assignment, which are media, parts of media, links and texts, or come from a media list. */
import { MAX_STEPS, type Completion, type NewStep } from '@fundus/contract/assignments/assignments';
import { fitsDuration } from '@fundus/contract/catalogue/excerpts';
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

/** Default minimum percentage for passing a test. */
const USUAL_PASS = 60;

type Terms = { task: string; completion?: Completion | undefined; pass_percent?: number | undefined };

/** Returns the kind of completion. The default is the score for a test, watching or reading for other media, and otherwise a mark of the learner. */
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

/** Replaces the steps. Learners get access to drafts of the user's own material, and keep access to drafts that the assignment already contained. */
export async function storeSteps(ctx: UserCtx, assignmentId: string, steps: readonly (NewStepRow & { id: string })[]): Promise<void> {
  const identifiers = [...new Set(steps.flatMap(({ identifier }) => identifier ?? []))];
  const before = await listGrantedByAssignment(ctx.db, assignmentId);
  await setSteps(ctx.db, assignmentId, steps);
  const own = findGrantableDrafts(ctx, (await findKnownCards(ctx, identifiers)).values());
  await grantDrafts(ctx, { assignment: assignmentId }, [...new Set([...own, ...before.filter((each) => identifiers.includes(each))])]);
}

/** Returns the rows of the steps. Throws `not_found` for media that the user cannot see, and `validation_failed` if a part exceeds the film. */
export async function prepareSteps(ctx: UserCtx, steps: readonly NewStep[]): Promise<(NewStepRow & { id: string })[]> {
  const identifiers = steps.flatMap((step) => ('identifier' in step ? [step.identifier] : []));
  const cards = await findKnownCards(ctx, [...new Set(identifiers)]);
  const missing = identifiers.find((identifier) => !cards.has(identifier));
  if (missing !== undefined) throw new AppError('not_found', { field: 'steps', details: { media: [missing] } });
  const problems = steps.flatMap((step, i) =>
    step.kind === 'sequence' && !fitsDuration(step, cards.get(step.identifier)!.duration)
      ? [{ field: `steps.${i}.end_s`, rule: 'range' }]
      : [],
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

/** Returns the items of a media list that learners see as steps, with their notes as tasks. Throws `not_found` if there are none. */
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
