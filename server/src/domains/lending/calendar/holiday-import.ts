/** Imports closures from a calendar file, which a child process reads (docs/behaviour/lending.md#holidays). */
import { isSchoolAdmin, isDistrictAdmin } from '@fundus/contract/access';
import { today } from '@fundus/contract/days';
import type { Reply } from '@fundus/contract/endpoint';
import { AppError } from '@fundus/contract/errors';
import { CALENDAR_BYTES, type holidayImport } from '@fundus/contract/lending/calendar/holiday-import';
import { readInChild } from '../../../child-process/run-in-child.ts';
import type { UserCtx } from '../../../http/context.ts';
import type * as holidayFile from './holiday-file.ts';

const { readHolidayFile } = readInChild<typeof holidayFile>(
  new URL('./holiday-file.ts', import.meta.url),
  { seconds: 5, megabytes: 512 },
  'content',
);

/** Reads closures for users who may enter or propose the opening hours of a point. Throws `forbidden`, `too_large` or `broken_file`. */
export async function readHolidays({ user, now }: UserCtx, content: string): Promise<Reply<typeof holidayImport.readHolidays>> {
  if (!isDistrictAdmin(user) && !isSchoolAdmin(user) && !user.capabilities.includes('cap_lending')) throw new AppError('forbidden');
  const bytes = Buffer.from(content, 'base64');
  if (bytes.length > CALENDAR_BYTES) throw new AppError('too_large', { field: 'content', details: { most: CALENDAR_BYTES } });
  return readHolidayFile(bytes, today(now));
}
