/** Notices to colleagues about shared and archived lists (docs/behaviour/medialists.md#notices). */
import { fullName } from '@fundus/contract/people/full-name';
import { href } from '@fundus/contract/screens';
import type { UserCtx } from '../../../http/context.ts';
import { notifyPerson, simpleMail } from '../../mails/index.ts';
import type { ListRow } from '../repository.ts';

/** Notifies all of the people except the acting user. */
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
