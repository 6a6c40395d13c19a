/** Data of the monthly report: figures of the month and the current state (docs/behaviour/mails.md#monthly-report). */
import { DAY, shiftDay, shiftMonths } from '@fundus/contract/days';
import { schoolYearOf } from '@fundus/contract/classes/rules';
import { MIN_PEOPLE } from '@fundus/contract/schools/rules';
import type { Db } from '../../../db/open.ts';
import { readCosts, type Costs } from './costs.ts';
import {
  countActiveClasses,
  countMembers,
  listEndingLicences,
  sumUsesByMonth,
  listTopMedia,
  listUnused,
  type CountedScope,
} from './numbers-repository.ts';
import { ACTIVE_DAYS, suppressSmall, UNUSED_DAYS } from './numbers.ts';
import { countPendingDecisions, type Waiting } from './report-repository.ts';

const TOP = 5;
export const ENDING_DAYS = 90;

export type ReportFacts = {
  uses: number | null;
  active: number | null;
  classes: number;
  top: { fn_titel: string; uses: number; people: number }[];
  ending: { fn_titel: string; valid_to: string }[];
  unused: { fn_titel: string; price: number | null }[];
  costs: Costs;
  waiting: Waiting;
};

type Asked = { /** Month of the report, for example `2026-11`. */ month: string; day: string; now: Date; schoolYearEnd: string };

/** Returns the data of the report and suppresses figures of fewer than five people. The costs cover the twelve months up to the end of the month. */
export async function readReport(db: Db, of: CountedScope, { month, day, now, schoolYearEnd }: Asked): Promise<ReportFacts> {
  const span = { from: month, to: month };
  const [used] = await sumUsesByMonth(db, of, span, MIN_PEOPLE);
  const { active } = await countMembers(db, of, new Date(now.getTime() - ACTIVE_DAYS * DAY), MIN_PEOPLE);
  const last = shiftDay(shiftMonths(`${month}-01`, 1), -1);
  return {
    uses: suppressSmall(used?.uses ?? 0, used?.people ?? 0),
    active: suppressSmall(active, active),
    classes: await countActiveClasses(db, of, schoolYearOf(day, schoolYearEnd)),
    top: await listTopMedia(db, of, span, { by: 'people', least: MIN_PEOPLE, limit: TOP }),
    ending: await listEndingLicences(db, of, day, shiftDay(day, ENDING_DAYS)),
    unused: await listUnused(db, of, day, shiftDay(day, -UNUSED_DAYS)),
    costs: await readCosts(db, of, { first: shiftMonths(`${month}-01`, -11), day: last < day ? last : day }),
    waiting: await countPendingDecisions(db, of),
  };
}

/** Returns whether the report has no content, so that no mail is sent. */
export const isEmptyReport = ({ uses, ending, unused, waiting }: ReportFacts): boolean =>
  uses === null && ending.length + unused.length === 0 && Object.values(waiting).every((count) => count === 0);
