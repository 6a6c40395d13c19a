/** The demo district has everything: its administrator is not asked to set it up. */
import type { DemoAt } from '../../domain.ts';
import { putChecklist } from './repository.ts';

export const makeDemo = ({ db, now, district_id }: DemoAt): Promise<unknown> => putChecklist(db, district_id, { hidden_at: now });

/** The row goes with the district. */
export const removeDemo = null;
