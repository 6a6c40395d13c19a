/** Creates the classes of an imported table. */
import { newId } from '../../../db/new-id.ts';
import type { UserCtx } from '../../../http/context.ts';
import { createCodeBatch, newCodes } from '../codes/code-batch.ts';
import { findLastCodeDay } from '../codes/codes.ts';
import { nameTakenError } from '../repository.ts';
import type { CheckedClass } from './check-classes.ts';
import { insertNewClasses, insertOwners } from './school-class-repository.ts';

/**
 * Creates classes of a school with their owners and learner codes. The user becomes the owner of classes without a teacher. Throws `already_exists`
 * if a class with the same name was created meanwhile.
 */
export async function insertClasses(
  ctx: UserCtx,
  place: { school_id: string; school_year: string },
  rows: readonly CheckedClass[],
): Promise<void> {
  const { db, now } = ctx;
  const added = rows.map((row) => ({ ...row, id: newId(now) }));
  const values = added.map(({ id, name, grade }) => ({
    ...place,
    id,
    name,
    grade,
    kind: 'class' as const,
    state_since: now,
    created_at: now,
  }));
  if ((await insertNewClasses(db, values)) < values.length) throw nameTakenError();
  const owners = added.flatMap(({ id, people }) =>
    (people.length > 0 ? people : [ctx.user]).map((person) => ({ class_id: id, person_id: person.id })),
  );
  await insertOwners(db, owners, now);
  const withCodes = added.filter(({ codes }) => codes > 0);
  if (withCodes.length === 0) return;
  const valid_until = await findLastCodeDay(ctx, place.school_id);
  for (const { id, name, codes } of withCodes) {
    const batch = { classId: id, school_id: place.school_id, name: name.slice(0, 30).trim(), valid_until, by: ctx.user.id };
    await createCodeBatch(ctx, { ...batch, codes: newCodes(codes) });
  }
}
