/** Context shared by the steps of a migration. */
import type { MigrationRow } from '@fundus/contract/lending/migration/migration';
import type { SignedIn } from '../../../visitors/signed-in.ts';
import type { UserCtx } from '../../../http/context.ts';
import type { PointRow } from '../points/point-repository.ts';

/** Context of a migration. `user` is `null` if the operator's command runs it. */
export type MigrationCtx = Pick<UserCtx, 'db' | 'now' | 'secret' | 'config'> & { user: SignedIn | null };
export type MigrationContext = { ctx: MigrationCtx; point: PointRow };

export const toFailedRow = (
  base: Pick<MigrationRow, 'line' | 'name' | 'about'>,
  field: string,
  rule: string,
  about = '',
): MigrationRow => ({
  ...base,
  result: 'error',
  notes: [],
  problem: { field, rule, about },
});
