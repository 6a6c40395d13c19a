import type { schools } from '@fundus/contract/schools/schools';
import type { Handlers } from '../../http/implement.ts';
import {
  endCalendarFeed,
  createCalendarFeed,
  readDeadlines,
  readCalendarFeed,
  readWaiting,
  sendCalendarFeed,
} from './calendar/calendar.ts';
import { exportMedia } from './media-export.ts';
import { exportSchoolData } from './data.ts';
import { changeNumberPattern, changeState, createSchool, exportSchools, mergeSchools, readSchools } from './district.ts';
import { importOwnSchools, readSchoolImport, type SchoolTable } from './import.ts';
import { readSchoolLicences } from './media.ts';
import { readNumbers, writeNumbers } from './numbers/numbers.ts';
import { sendReport } from './numbers/send-report.ts';
import type { ReadPicture } from '../setup/index.ts';
import { changeSchool, prepareLogo, readOwnSchool, readSchool, removeLogo, sendLogo, setLogo } from './service.ts';

export const handlers: Handlers<typeof schools, 'domains' | 'storage'> = {
  own: (ctx) => readOwnSchool(ctx),
  read: (ctx, { params }) => readSchool(ctx, params.id),
  change: (ctx, { params, body }) => changeSchool(ctx, params.id, body),
  setLogo: {
    before: (ctx, { params, body }) => prepareLogo(ctx, params.id, body.content),
    write: (ctx, { params, body }, picture: ReadPicture) => setLogo(ctx, params.id, body.version, picture),
  },
  removeLogo: (ctx, { params, body }) => removeLogo(ctx, params.id, body.version),
  logo: (ctx, { params }) => sendLogo(ctx, params.id, params.file),
  media: (ctx, { params, query }) => readSchoolLicences(ctx, params.id, query),
  exportMedia: (ctx, input) => exportMedia(ctx, input),
  numbers: (ctx, { params }) => readNumbers(ctx, params.id),
  numbersFile: (ctx, { params, query }) => writeNumbers(ctx, params.id, query),
  districtNumbers: (ctx) => readNumbers(ctx, null),
  districtNumbersFile: (ctx, { query }) => writeNumbers(ctx, null, query),
  ends: (ctx, { query }) => readDeadlines(ctx, query),
  waiting: (ctx) => readWaiting(ctx),
  feed: (ctx) => readCalendarFeed(ctx),
  makeFeed: (ctx) => createCalendarFeed(ctx),
  endFeed: (ctx) => endCalendarFeed(ctx),
  feedFile: (ctx, { params }) => sendCalendarFeed(ctx, params.token),
  report: (ctx, { params, query }) => sendReport(ctx, params.id, query),
  districtReport: (ctx, { query }) => sendReport(ctx, null, query),
  import: {
    before: (ctx, { body }) => readSchoolImport(ctx, body),
    write: (ctx, { body }, table: SchoolTable) => importOwnSchools(ctx, body, table),
  },
  list: (ctx, { query }) => readSchools(ctx, query),
  create: (ctx, { body }) => createSchool(ctx, body),
  numberPattern: (ctx, { body }) => changeNumberPattern(ctx, body.number_pattern),
  state: (ctx, { params, body }) => changeState(ctx, params.id, body),
  merge: (ctx, { params, body }) => mergeSchools(ctx, params.id, body),
  exportData: (ctx, { params, query }) => exportSchoolData(ctx, params.id, query.lang),
  export: (ctx, { query }) => exportSchools(ctx, query),
};
