/** Hides the checklist of the demo district, which is set up. */
import type { DemoAt } from '../../domain.ts';
import { saveChecklist } from './repository.ts';

export const makeDemo = ({ db, now, district_id }: DemoAt): Promise<unknown> => saveChecklist(db, district_id, { hidden_at: now });

/** The row is deleted with the district. */
export const removeDemo = null;
