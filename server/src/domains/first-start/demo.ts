/** Hides the checklist of the demo district, whose setup is complete. */
import type { DemoContext } from '../../domain.ts';
import { saveChecklist } from './repository.ts';

export const makeDemo = ({ db, now, district_id }: DemoContext): Promise<unknown> => saveChecklist(db, district_id, { hidden_at: now });

/** Nothing to remove, because the row is deleted with the district. */
export const removeDemo = null;
