/** Colleagues hear that a media list is theirs, too, and that it was put away (docs/behaviour/medialists.md#notices). */
import { fullName } from '@fundus/contract/people/full-name';
import { href } from '@fundus/contract/screens';
import type { UserCtx } from '../../../http/context.ts';
import { notifyPerson, simpleMail } from '../../mails/index.ts';
import type { ListRow } from '../repository.ts';

/** Everybody but whoever did it. */
export async function notifyOfList(
  ctx: UserCtx,
  { id, title }: Pick<ListRow, 'id' | 'title'>,
  template: 'listShared' | 'listArchived',
  people: readonly string[],
): Promise<void> {
  const message = simpleMail(template, { title, by: fullName(ctx.user) }, href('medialist', { id }));
  for (const person of people) if (person !== ctx.user.id) await notifyPerson(ctx, person, message);
  ctx.afterCommit(() => ctx.wakeJobs());
}
